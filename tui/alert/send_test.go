package alert

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cfold/tui/clip"
)

func TestOutsideTmuxTheBellRings(t *testing.T) {
	var out bytes.Buffer
	to := clip.Target{Getenv: func(string) string { return "" }, Terminal: &out, Tmux: filepath.Join(t.TempDir(), "absent")}
	if err := Send(context.Background(), "something", to); err != nil || out.String() != "\a" {
		t.Errorf("wrote %q, %v", out.String(), err)
	}
	to.Getenv = func(string) string { return "x" }
	if err := Send(context.Background(), "something", to); err == nil {
		t.Error("a tmux that is not there is not reported")
	}
}

// In a real tmux, seen by a client, the notice stands as it was given.
func TestTmuxShowsTheNotice(t *testing.T) {
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("no tmux here")
	}
	dir := t.TempDir()
	server := func(name string) func(args ...string) string {
		return func(args ...string) string {
			t.Helper()
			cmd := exec.Command(tmux, append([]string{"-S", filepath.Join(dir, name), "-f", os.DevNull}, args...)...)
			cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMUX=")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("tmux %v: %v: %s", args, err, out)
			}
			return strings.TrimSpace(string(out))
		}
	}
	// The outer one is the terminal that a client of the inner one needs.
	inner, outer := server("inner"), server("outer")
	inner("new-session", "-d", "exec sleep 600")
	t.Cleanup(func() { inner("kill-server") })
	inner("set-hook", "-g", "client-attached", "wait-for -S attached")
	outer("new-session", "-d", "TMUX= exec "+tmux+" -S "+filepath.Join(dir, "inner")+" attach")
	t.Cleanup(func() { outer("kill-server") })
	inner("wait-for", "attached")

	t.Setenv("TMUX", inner("display", "-p", filepath.Join(dir, "inner")+",#{pid},0"))
	t.Setenv("TMUX_PANE", inner("display", "-p", "#{pane_id}"))
	const text = "48 % #S #(touch " + "x) %H"
	var out bytes.Buffer
	if err := Send(context.Background(), text, clip.Target{Getenv: os.Getenv, Terminal: &out}); err != nil {
		t.Fatal(err)
	}
	log := inner("show-messages", "-t", inner("list-clients", "-F", "#{client_name}"))
	if !strings.Contains(log, "message: cfold: "+text+"\n") || out.String() != "\a" {
		t.Errorf("wrote %q, and tmux showed\n%s", out.String(), log)
	}
}
