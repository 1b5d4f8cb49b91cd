package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cfold/engine/jsjson"
)

// readingCommands are the commands that read one session.
func readingCommands() map[string][]string {
	return map[string][]string{
		"status": {"status"}, "blocks": {"blocks"}, "ledger": {"blocks", "--ledger"}, "recall": {"recall", "abcdef"},
		"search": {"search", "x"}, "replay": {"replay", "--window", "9000"}, "handoff": {"handoff", "--print", "--goal", "x"},
		"once": {"--once", "80x24"},
	}
}

// Whatever is wrong with the session that is meant, every command says so in one
// line, fails, prints nothing and writes nothing.
func TestBadSessions(t *testing.T) {
	e := elsewhere(t)
	root := e.getenv("HOME")
	dir := filepath.Join(root, "x")
	put(t, filepath.Join(dir, "notes.txt"), []byte("hello\n"))
	put(t, filepath.Join(dir, "other.jsonl"), []byte(`{"type":"message","id":"a"}`+"\n"))
	put(t, filepath.Join(dir, "empty.jsonl"), nil)
	put(t, filepath.Join(dir, "evil\x1b]0;x\x07.jsonl"), []byte("{}\n"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("circle.jsonl", filepath.Join(dir, "circle.jsonl")); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct{ name, session, says string }{
		{"pipe", filepath.Join(dir, "pipe.jsonl"), "pipe.jsonl: not a regular file;"},
		{"link in a circle", filepath.Join(dir, "circle.jsonl"), "symbolic links); the link leads in a circle"},
		{"none here", "", "no session for this directory"},
		{"missing file", filepath.Join(dir, "gone.jsonl"), "no such session file"},
		{"unknown id", "ffffffff", "no session with that id"},
		{"folder", dir + "/", "is a directory"},
		{"text", filepath.Join(dir, "notes.txt"), "not a Pi session"},
		{"other JSON", filepath.Join(dir, "other.jsonl"), "not a Pi session"},
		{"empty", filepath.Join(dir, "empty.jsonl"), "no entries yet"},
		{"hostile name", filepath.Join(dir, "evil\x1b]0;x\x07.jsonl"), "not a Pi session"},
	} {
		for name, args := range readingCommands() {
			t.Run(bad.name+"/"+name, func(t *testing.T) {
				if bad.session != "" {
					args = append(append([]string(nil), args...), "-s", bad.session)
				}
				before := everything(t, root)
				r := call(t, e, args...)
				if r.code != exitFailed || r.out != "" {
					t.Errorf("exit %d, printed %q", r.code, r.out)
				}
				if !strings.Contains(r.err, bad.says) || strings.Count(r.err, "\n") != 1 || strings.ContainsAny(r.err, "\x1b\x07") {
					t.Errorf("says %q", r.err)
				}
				if everything(t, root) != before {
					t.Error("something was written")
				}
			})
		}
	}
}

func TestUnreadableSession(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser can read everything")
	}
	e := elsewhere(t)
	path := filepath.Join(e.getenv("HOME"), "s.jsonl")
	put(t, path, readFile(t, sample("v2")))
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if r := call(t, e, "status", "-s", path); r.code != exitFailed || !strings.Contains(r.err, "cannot be read") {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
}

func TestWrongUse(t *testing.T) {
	e := home(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--nonsense"}, "unknown flag"},
		{[]string{"status", "--nonsense"}, "cfold-tui status --help"},
		{[]string{"one", "two"}, "one argument too many"},
		{[]string{"status", "extra"}, "one argument too many"},
		{[]string{"--once", "120"}, "120x40"},
		{[]string{"--once", "0x10"}, "120x40"},
		{[]string{"--once", "99999x10"}, "120x40, 2000x2000 at most"},
		{[]string{"--window", "-5", "status"}, "above 0"},
		{[]string{"--window", "0", "status"}, "above 0"},
		{[]string{"--window", "many", "status"}, `--window "many": give`},
		{[]string{"--window", "", "status"}, "above 0"},
		{[]string{"-s", "", "status"}, "--session is empty"},
		{[]string{"status", "--seed-index", ""}, "--seed-index is empty"},
		{[]string{""}, "SESSION is empty"},
		{[]string{"-s", sample("demo"), sample("demo")}, "name one session"},
		{[]string{"completion"}, "bash|fish|powershell|zsh"},
		{[]string{"completion", "cmd"}, "there are: bash"},
		{[]string{"help", "bogus"}, `"bogus" is no command`},
		{[]string{"help", "vectors", "bogus"}, `"vectors bogus" is no command`},
		{[]string{"handoff", "--goal", ""}, "--goal is blank"},
		{[]string{"handoff", "--goal", " \n"}, "--goal is blank"},
		{[]string{"--background", "pink", "status"}, "dark, light or auto"},
		{[]string{"--colormap", "jet", "--demo"}, `--colormap: "jet" is no colour map; there are batlow, viridis, plasma, magma, cividis`},
		{[]string{"--colormap", "", "--once", "80x24"}, "there are batlow, viridis"},
		{[]string{"--json"}, "status --json"},
		{[]string{"--demo", "x"}, "--demo"},
		{[]string{"recall"}, "CODE is missing"},
		{[]string{"search"}, "TERM is missing"},
		{[]string{"vectors"}, "vectors advise|cache|index|slices|texts|views"},
		{[]string{"vectors", "nonsense"}, "there are:"},
		{[]string{"vectors", "texts"}, "FILE is missing"},
		{[]string{"vectors", "index", "x"}, "--session"},
		{[]string{"replay", "--set", "foldAt"}, "key=value"},
		{[]string{"replay", "--set", "foldAt=7"}, "foldAt"},
		{[]string{"replay", "--set", "nonsense=1"}, "nonsense"},
		{[]string{"settings", "get"}, "KEY is missing"},
		{[]string{"settings", "get", "nonsense"}, "nonsense"},
		{[]string{"handoff"}, "--goal"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			r := call(t, e, c.args...)
			if r.code != exitWrongUse || r.out != "" || !strings.Contains(r.err, c.says) || strings.Count(r.err, "\n") != 1 {
				t.Errorf("exit %d, printed %q, says %q", r.code, r.out, r.err)
			}
		})
	}
}

func TestErrorsUnderJSON(t *testing.T) {
	e := elsewhere(t)
	for _, c := range []struct {
		args  []string
		wrong bool
	}{
		{[]string{"status", "--json"}, false},
		{[]string{"status", "--json", "-s", "nothing"}, false},
		{[]string{"status", "--json", "--nonsense"}, true},
		{[]string{"vectors", "texts", "/no/such/file", "--json"}, false},
		{[]string{"doctor", "extra", "--json"}, true},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			r := call(t, e, c.args...)
			v, ok := jsjson.Scan([]byte(r.err))
			if !ok || v.Get("error").Text() == "" || v.Get("wrong_use").IsTrue() != c.wrong || r.out != "" {
				t.Errorf("exit %d, printed %q, says %q", r.code, r.out, r.err)
			}
			if want := map[bool]int{true: exitWrongUse, false: exitFailed}[c.wrong]; r.code != want {
				t.Errorf("exit %d, want %d", r.code, want)
			}
		})
	}
}

// Vector files that cannot be answered whole are not answered at all, and the
// line is named.
func TestBadVectors(t *testing.T) {
	e := elsewhere(t)
	dir := t.TempDir()
	for name, c := range map[string]struct{ kind, data, says string }{
		"not JSON":      {"texts", "{\"text\":\"a\"}\nnonsense\n", ":2: not a JSON object"},
		"no text":       {"texts", "{}\n", `:1: no "text"`},
		"no events":     {"cache", "{\"events\":3}\n", `:1: no "events"`},
		"wrong type":    {"cache", "{\"events\":[{\"fold\":\"x\"}]}\n", ":1:"},
		"no input":      {"advise", "{\"events\":[]}\n", `:1: no "input"`},
		"no messages":   {"views", "{}\n", `:1: no "messages"`},
		"no slice text": {"slices", "{\"opts\":{}}\n", `:1: no "text"`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			put(t, path, []byte(c.data))
			if r := call(t, e, "vectors", c.kind, path); r.code != exitFailed || r.out != "" || !strings.Contains(r.err, c.says) {
				t.Errorf("exit %d, printed %q, says %q", r.code, r.out, r.err)
			}
		})
	}
	for name, c := range map[string]struct{ data, says string }{
		"unknown block": {`{"masked":["r:none"]}`, "no block r:none"},
		"too many":      {`{"compaction":true,"upTo":99999}`, "upTo"},
		"neither":       {`{}`, "neither"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			put(t, path, []byte(c.data))
			if r := call(t, home(t), "vectors", "index", path, "-s", sample("demo")); r.code != exitFailed || !strings.Contains(r.err, c.says) {
				t.Errorf("exit %d, says %q", r.code, r.err)
			}
		})
	}
}
