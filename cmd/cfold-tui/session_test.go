package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/cfold-tui/demo"
)

func TestByteOrderMarkIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bom.jsonl")
	put(t, path, append([]byte("\xEF\xBB\xBF"), readFile(t, sample("v2"))...))
	for name, args := range readingCommands() {
		if r := call(t, home(t), append(args, "-s", path)...); r.code != exitFailed || !strings.Contains(r.err, "byte order mark") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit %d, %q", name, r.code, r.err)
		}
	}
}

// Sessions with one id are told apart by their files.
func TestOneIDInTwoFiles(t *testing.T) {
	e := home(t)
	other := filepath.Join(e.getenv("HOME"), ".pi", "agent", "sessions", "--elsewhere--", "copy.jsonl")
	put(t, other, readFile(t, sample("demo")))
	if r := call(t, e, "status", "-s", demo.ID); r.code != exitFailed || !strings.Contains(r.err, "copy.jsonl") || !strings.Contains(r.err, "2026-03-14_demo.jsonl") {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
}

func TestAgentFolderThatIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agent")
	put(t, path, nil)
	e := env{cwd: t.TempDir(), lookup: variables(map[string]string{"HOME": t.TempDir(), "PI_CODING_AGENT_DIR": path})}
	for _, args := range [][]string{{"sessions"}, {"status"}, {"settings", "set", "tail", "5"}} {
		if r := call(t, e, args...); r.code != exitFailed || strings.Count(r.err, path) != 1 || !strings.Contains(r.err, "not a directory") {
			t.Errorf("%q: exit %d, %q", args, r.code, r.err)
		}
	}
	if r := call(t, e, "doctor"); !strings.Contains(r.out, "problem  agent") || strings.Contains(r.out, "open "+path+":") {
		t.Errorf("%s", r.out)
	}
}

// A named session is looked for before anything is said of the terminal.
func TestMissingFileIsSaidWithoutATerminal(t *testing.T) {
	for _, args := range [][]string{{"/no/such.jsonl"}, {"-s", "/no/such.jsonl"}} {
		if r := call(t, home(t), args...); r.code != exitFailed || !strings.Contains(r.err, "no such session file") {
			t.Errorf("%q: exit %d, %q", args, r.code, r.err)
		}
	}
}

func TestSeedIndexThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	for path, says := range map[string]string{
		filepath.Join(dir, "gone"): "no such file", dir: "not a file",
	} {
		for _, args := range [][]string{{"status"}, {"status", "--json"}, {"--once", "80x24"}, {}} {
			r := call(t, home(t), append(args, "--seed-index", path)...)
			if r.code != exitFailed || r.out != "" || !strings.Contains(r.err, "the seed index cannot be read: "+says) || strings.Count(r.err, path) != 1 {
				t.Errorf("%q: exit %d, %q", args, r.code, r.err)
			}
		}
	}
}

func TestHandoffNamesTheWayToTheIndex(t *testing.T) {
	if r := done(t, call(t, elsewhere(t), "handoff", "--print", "--goal", "x", "-s", sample("demo"))); !strings.Contains(r.err, "--seed-index") {
		t.Errorf("%q", r.err)
	}
	if r := done(t, call(t, elsewhere(t), "handoff", "--print", "--goal", "x", "-s", sample("v2"))); strings.Contains(r.err, "--seed-index") {
		t.Errorf("%q", r.err)
	}
	v := parsed(t, call(t, elsewhere(t), "handoff", "--json", "--print", "--goal", "x", "-s", sample("demo")))[0]
	if notices := v["notices"].([]any); len(notices) != 1 {
		t.Errorf("notices %q", notices)
	}
}

func TestModelNotKnownYet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	header, _, _ := strings.Cut(string(readFile(t, sample("v2"))), "\n")
	if err := os.WriteFile(path, []byte(header+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := done(t, call(t, home(t), "status", "-s", path)); !strings.Contains(r.out, "model     not known yet") {
		t.Errorf("%s", r.out)
	}
}
