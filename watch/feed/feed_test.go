package feed

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a condition may take before the test gives up.
const patience = 20 * time.Second

// watcher takes Updates and keeps the last.
type watcher struct {
	t       *testing.T
	feed    *Feed
	last    Update
	notices []Notice
}

func follow(t *testing.T, o Options) *watcher {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := &watcher{t: t, feed: Start(ctx, o)}
	t.Cleanup(func() {
		cancel()
		for range w.feed.Updates() {
		}
	})
	return w
}

// until takes Updates until one is as wanted.
func (w *watcher) until(what string, wanted func(Update) bool) Update {
	w.t.Helper()
	give := time.After(patience)
	for {
		select {
		case u, ok := <-w.feed.Updates():
			if !ok {
				w.t.Fatal("the feed ended while waiting for", what)
			}
			w.last, w.notices = u, append(w.notices, u.Notices...)
			if wanted(u) {
				return u
			}
		case <-give:
			w.t.Fatalf("no %s; last: phase %v, path %q, notices %v", what, w.last.Phase, w.last.Path, w.notices)
		}
	}
}

func (w *watcher) noticed(part string) bool {
	for _, n := range w.notices {
		if bytes.Contains([]byte(n.Text), []byte(part)) {
			return true
		}
	}
	return false
}

// options follow in a scratch agent folder with a directory of its own.
func options(t *testing.T) Options {
	dir := t.TempDir()
	o := Options{Cwd: filepath.Join(dir, "project"), Agent: filepath.Join(dir, "agent"), Quiet: time.Millisecond}
	if err := os.MkdirAll(o.Cwd, 0o755); err != nil {
		t.Fatal(err)
	}
	return o
}

func header(id, cwd string) string {
	return fmt.Sprintf(`{"type":"session","version":3,"id":%q,"timestamp":"2026-01-02T03:04:05.000Z","cwd":%q}`+"\n", id, cwd)
}

// turn is a prompt and its answer, in two lines.
func turn(n int, parent string) (lines, leaf string) {
	leaf = fmt.Sprintf("%08x", 2*n+1)
	return fmt.Sprintf(`{"type":"message","id":"%08x","parentId":%s,"timestamp":"2026-01-02T03:05:05.000Z","message":{"role":"user","content":"prompt %d","timestamp":%d}}
{"type":"message","id":%q,"parentId":"%08x","timestamp":"2026-01-02T03:06:05.000Z","message":{"role":"assistant","responseId":"resp%d","provider":"p","model":"m","content":[{"type":"thinking","thinking":"thought %d"},{"type":"text","text":"answer %d"}],"usage":{"input":%d,"output":5,"cacheRead":100,"cacheWrite":7,"totalTokens":%d}}}
`, 2*n, parent, n, 1000+n, leaf, 2*n, n, n, n, 10+n, 122+n), leaf
}

// turns is a whole conversation of n turns.
func turns(n int) string {
	var b bytes.Buffer
	parent := "null"
	for i := range n {
		lines, leaf := turn(i+1, parent)
		b.WriteString(lines)
		parent = `"` + leaf + `"`
	}
	return b.String()
}

func (o Options) sessionPath(name string) string {
	return filepath.Join(o.Agent, "sessions", "--any--", name+".jsonl")
}

func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func appendTo(t *testing.T, path, data string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(data); err != nil {
		t.Fatal(err)
	}
}

func blocks(n int) func(Update) bool {
	return func(u Update) bool {
		return u.Phase == Following && u.Snapshot != nil && len(u.Snapshot.Blocks) == n
	}
}

func TestWaitsThenFollowsThenGoesOnToANewerSession(t *testing.T) {
	o := options(t)
	w := follow(t, o)
	if u := w.until("waiting", func(u Update) bool { return u.Phase == Waiting }); u.Path != "" || u.Snapshot != nil {
		t.Fatalf("waiting with %q, %v", u.Path, u.Snapshot)
	}
	first := o.sessionPath("first")
	write(t, first, header("aaa", o.Cwd)+turns(2))
	u := w.until("first session", blocks(6))
	if u.Path != first || u.Snapshot.Header.ID != "aaa" {
		t.Fatalf("followed %q, id %q", u.Path, u.Snapshot.Header.ID)
	}
	lines, _ := turn(3, `"00000005"`)
	appendTo(t, first, lines)
	w.until("appended lines", blocks(9))

	second := o.sessionPath("second")
	write(t, second, header("bbb", o.Cwd)+turns(1))
	u = w.until("newer session", func(u Update) bool { return blocks(3)(u) && u.Path == second })
	if u.Previous != first || !w.noticed("newer session") {
		t.Errorf("previous %q, notices %v", u.Previous, w.notices)
	}
	w.feed.Switch(first)
	u = w.until("the way back", func(u Update) bool { return blocks(9)(u) && u.Path == first })
	if u.Previous != second {
		t.Errorf("back from the newer session, the one before is %q", u.Previous)
	}
	write(t, o.sessionPath("third"), header("ccc", o.Cwd)+turns(1))
	u = w.until("an offer", func(u Update) bool { return u.Other != nil && u.Other.ID == "ccc" })
	if u.Path != first {
		t.Errorf("left the chosen session for %q", u.Path)
	}
}

func TestNamedSessionOnlyOffersAnother(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("named")
	write(t, o.Session, header("aaa", o.Cwd)+turns(1))
	w := follow(t, o)
	w.until("session", blocks(3))
	write(t, o.sessionPath("later"), header("bbb", o.Cwd)+turns(2))
	u := w.until("offer", func(u Update) bool { return u.Other != nil && u.Other.ID == "bbb" })
	if u.Path != o.Session {
		t.Errorf("left the named session for %q", u.Path)
	}
}

func TestNamedSessionThatIsNotThere(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("named")
	write(t, o.sessionPath("other"), header("bbb", o.Cwd)+turns(2))
	w := follow(t, o)
	w.until("notice", func(u Update) bool { return u.Phase == Waiting && w.noticed("no such file yet") })
	write(t, o.Session, header("aaa", o.Cwd)+turns(1))
	if u := w.until("session", blocks(3)); u.Path != o.Session {
		t.Errorf("shows %q", u.Path)
	}
	if err := os.Remove(o.Session); err != nil {
		t.Fatal(err)
	}
	if u := w.until("gone", func(u Update) bool { return u.Phase == Gone }); u.Snapshot == nil {
		t.Error("the last snapshot went with the file")
	}
	write(t, o.Session, header("aaa", o.Cwd)+turns(2))
	w.until("the file back", blocks(6))
}

func TestSettingsAndSeedIndexAreReadLive(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	write(t, o.Session, header("aaa", o.Cwd)+turns(1))
	w := follow(t, o)
	if u := w.until("session", blocks(3)); u.Snapshot.Window != 0 {
		t.Errorf("window %d from %q", u.Snapshot.Window, u.Snapshot.WindowSource)
	}
	index := filepath.Join(filepath.Dir(o.Session), "context-fold", "aaa", "seed-index.jsonl")
	record := `{"v":2,"kind":"fold-index","harness":"h","session":"aaa","seq":1,"at":"2026-01-02T04:00:00.000Z","trigger":"threshold","usage":{"tokens":5,"contextWindow":%d,"fraction":0.5},"files":[],"commands":[],"errors":[],"identifiers":[],"userMessages":[],"spans":[]}` + "\n"
	write(t, index, fmt.Sprintf(record, 64000))
	u := w.until("window", func(u Update) bool { return u.Snapshot != nil && u.Snapshot.Window == 64000 })
	if u.Snapshot.WindowSource != "seed index" || len(u.Index.Records()) != 1 {
		t.Errorf("source %q, records %v", u.Snapshot.WindowSource, u.Index)
	}
	settings := filepath.Join(o.Agent, "context-fold.json")
	write(t, settings, `{"foldAt":0.3}`)
	w.until("settings", func(u Update) bool {
		return u.Snapshot != nil && u.Settings.Ladder().FoldAt == 0.3 && u.Snapshot.Frame.FoldAt == 0.3
	})
	write(t, settings, `{"foldAt":`)
	u = w.until("broken settings", func(u Update) bool { return u.SettingsErr != nil })
	if u.Settings.Ladder().FoldAt != 0.45 || !w.noticed("context-fold.json") {
		t.Errorf("fold at %v, notices %v", u.Settings.Ladder().FoldAt, w.notices)
	}
}

func TestNoticesWaitForASlowConsumer(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	write(t, o.Session, header("aaa", o.Cwd)+"not json\n"+turns(1))
	w := follow(t, o)
	u := w.until("session", blocks(3))
	if !w.noticed("not JSON") || u.Snapshot.Counts.Malformed != 1 {
		t.Errorf("malformed %d, notices %v", u.Snapshot.Counts.Malformed, w.notices)
	}
}

func TestOddFiles(t *testing.T) {
	for _, c := range []struct{ name, data, notice string }{
		{"newer version", `{"type":"session","version":9,"id":"x","cwd":"/"}` + "\n", "newer session format"},
		{"not a session", `{"type":"message","id":"x"}` + "\n", "not a Pi session"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t)
			o.Session = o.sessionPath("s")
			write(t, o.Session, c.data)
			w := follow(t, o)
			w.until("notice", func(Update) bool { return w.noticed(c.notice) })
		})
	}
}

// A panic reaches whoever has the terminal to restore.
func TestAPanicIsDelivered(t *testing.T) {
	dir := t.TempDir()
	f := follow(t, Options{Cwd: dir, Agent: dir})
	f.feed.order(func(*pump) { panic("out of order") })
	f.until("panic", func(u Update) bool {
		return strings.HasPrefix(u.Panicked, "out of order\n") && strings.Contains(u.Panicked, "TestAPanicIsDelivered")
	})
}

// A notice names the path once, whatever stands there.
func TestWhatCannotBeFollowed(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	for _, path := range []string{o.Session, filepath.Join(o.Agent, "context-fold.json")} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w := follow(t, o)
	settings := filepath.Join(o.Agent, "context-fold.json")
	w.until("notices", func(Update) bool {
		return w.noticed(o.Session+": is a directory") && w.noticed(settings+": not a regular file; its settings")
	})
	for _, n := range w.notices {
		if strings.Count(n.Text, o.Session)+strings.Count(n.Text, settings) != 1 {
			t.Errorf("a path stands twice in %q", n.Text)
		}
	}
}
