package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinkCommands(t *testing.T) {
	agent := t.TempDir()
	lookup := func(key string) (string, bool) {
		return map[string]string{"PI_CODING_AGENT_DIR": agent, "XDG_RUNTIME_DIR": agent}[key], true
	}
	path := filepath.Join(agent, "extensions", "cfold", "index.ts")
	steps := []struct {
		args []string
		out  string // begins with
		code int
	}{
		{[]string{"link", "status"}, "extension  not installed", 0},
		{[]string{"link", "path"}, "", 1},
		{[]string{"link", "install"}, path + "\n", 0},
		{[]string{"link", "path"}, path + "\n", 0},
		{[]string{"link", "status"}, "extension  up to date", 0},
		{[]string{"link", "uninstall"}, "", 0},
		{[]string{"link", "uninstall"}, "", 0},
		{[]string{"link", "install", "x"}, "", 2},
	}
	for _, s := range steps {
		if got := call(t, env{lookup: lookup, cwd: agent}, s.args...); got.code != s.code || !strings.HasPrefix(got.out, s.out) {
			t.Errorf("%v: exit %d, %q, %q", s.args, got.code, got.out, got.err)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the extension is still there")
	}
	var v struct {
		Installed bool
		Running   []any
	}
	if got := call(t, env{lookup: lookup, cwd: agent}, "link", "status", "--json"); json.Unmarshal([]byte(got.out), &v) != nil || v.Installed || v.Running == nil {
		t.Errorf("status as JSON: %s", got.out)
	}
	for _, c := range []struct {
		command   string
		installed bool
	}{{"install", true}, {"path", true}, {"uninstall", false}} {
		got := parsed(t, call(t, env{lookup: lookup, cwd: agent}, "link", c.command, "--json"))
		if len(got) != 1 || got[0]["installed"] != c.installed || (len(got[0]["notices"].([]any)) == 0) != (c.command == "path") {
			t.Errorf("%s as JSON: %v", c.command, got)
		}
	}
}
