package feed

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"cfold/watch/sessions"
)

// Handoff seeds of the session shown arrive as they are written, those of another
// session never do.
func TestHandoffsArrive(t *testing.T) {
	o := options(t)
	dir := t.TempDir()
	write := func(name, text string, at int64) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		// The time is set before the name appears, so that no look falls between.
		if err := os.WriteFile(path+".part", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path+".part", time.Time{}, time.UnixMilli(at)); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".part", path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lines, _ := turn(1, "null")
	o.Session = write("one.jsonl", header("aa-1", o.Cwd)+lines, 1)
	second := write("context-fold/aa-1/handoff-aa-1.md", "later", 9000)
	write("context-fold/aa-1/notes.md", "no seed", 1)
	write("context-fold/bb-2/handoff-bb-2.md", "of another", 1)

	u, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if len(u.Handoffs) != 1 || u.Handoffs[0] != (sessions.Handoff{Path: second, At: 9000}) {
		t.Errorf("read once: %v", u.Handoffs)
	}
	w := follow(t, o)
	w.until("handoff", func(u Update) bool { return len(u.Handoffs) == 1 })
	first := write("context-fold/aa-1/handoff-aa-1-1.md", "earlier", 5000)
	u = w.until("second handoff", func(u Update) bool { return len(u.Handoffs) == 2 })
	if u.Handoffs[0].Path != first || u.Handoffs[1].Path != second {
		t.Errorf("not by their times: %v", u.Handoffs)
	}
	other := write("two.jsonl", header("cc-3", o.Cwd)+lines, 1)
	w.feed.Switch(other)
	if u = w.until("other session", func(u Update) bool { return u.Path == other && u.Snapshot != nil }); len(u.Handoffs) > 0 {
		t.Errorf("another session shows %v", u.Handoffs)
	}
}
