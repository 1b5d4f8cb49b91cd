package feed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cfold/engine/live"
)

// shown is what a Snapshot shows, for comparison.
func shown(s *live.Snapshot) any {
	return struct {
		Header, Counts, Blocks, Seqs, Folded, Frame, Figures, Spent, Layers, Usage, Leaf any
	}{s.Header, s.Counts, s.Blocks, s.Seqs, s.Folded, s.Frame, s.Figures, s.Spent, s.Layers, s.Usage, s.Leaf}
}

// converge waits until the feed shows what opening afresh shows. The last line
// is complete, so both take every line.
func converge(t *rapid.T, f *Feed, o Options) {
	fresh, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	give := time.After(patience)
	want := shown(fresh.Snapshot)
	var last *live.Snapshot
	for {
		select {
		case u := <-f.Updates():
			if last = u.Snapshot; last != nil && reflect.DeepEqual(shown(last), want) {
				same(t, last, fresh.Snapshot)
				return
			}
		case <-give:
			if last == nil {
				t.Fatal("no snapshot")
			}
			t.Fatalf("not what opening afresh shows:\n%s", cmp.Diff(fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", shown(last))))
		}
	}
}

// same compares the texts, which come from the file.
func same(t *rapid.T, a, b *live.Snapshot) {
	for i := range a.Blocks {
		x, err := a.Text(i)
		if err != nil {
			t.Fatal(err)
		}
		if y, err := b.Text(i); err != nil || x != y {
			t.Fatalf("block %d: %q, afresh %q (%v)", i, x, y, err)
		}
	}
}

// writer does to a file what sessions suffer.
type writer struct {
	t       *rapid.T
	path    string
	content []byte // what the file is to hold in the end
	written int
	next    int
}

func (w *writer) must(err error) {
	if err != nil {
		w.t.Fatal(err)
	}
}

// grow adds entries to what is to be written.
func (w *writer) grow() {
	w.next++
	lines, leaf := turn(w.next, `"`+fmt.Sprintf("%08x", 2*w.next-1)+`"`)
	switch rapid.SampledFrom([]string{"turn", "turn", "fold", "torn", "blank", "branch", "unfold"}).Draw(w.t, "entry") {
	case "fold":
		id := fmt.Sprintf("a:resp%d:p0", w.next)
		lines += custom(leaf, w.next, fmt.Sprintf(`{"kind":"fold","entry":{"blockId":%q,"code":"abcdef","tool":"thinking","isError":false,"bytes":9,"sha256":"00"}}`, id))
		lines += custom(leaf, w.next, fmt.Sprintf(`{"kind":"layer","layer":{"seq":%d,"entries":[{"id":%q,"digestText":"d"}]}}`, w.next, id))
	case "unfold":
		lines += custom(leaf, w.next, fmt.Sprintf(`{"kind":"unfold","ids":["a:resp%d:p0"]}`, max(1, w.next-1)))
	case "torn":
		lines = `{"type":"mess` + lines
	case "blank":
		lines = "\n" + lines
	case "branch":
		lines, _ = turn(w.next, `null`)
	}
	w.content = append(w.content, lines...)
}

func custom(parent string, n int, data string) string {
	return fmt.Sprintf(`{"type":"custom","id":"c%s%d","parentId":%q,"timestamp":"2026-01-02T03:07:05.000Z","customType":"contextfold.fold","data":%s}`+"\n", parent, n, parent, data)
}

// flush appends n of the bytes still to be written.
func (w *writer) flush(n int) {
	f, err := os.OpenFile(w.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	w.must(err)
	defer f.Close()
	n = min(n, len(w.content)-w.written)
	_, err = f.Write(w.content[w.written : w.written+n])
	w.must(err)
	w.written += n
}

// step does one thing to the file.
func (w *writer) step() {
	left := func() int { return len(w.content) - w.written }
	switch rapid.SampledFrom([]string{"append", "append", "part", "part", "truncate", "rewrite", "replace", "remove"}).Draw(w.t, "step") {
	case "append":
		w.grow()
		w.flush(left())
	case "part":
		w.grow()
		w.flush(rapid.IntRange(1, max(1, left())).Draw(w.t, "bytes"))
	case "truncate":
		w.written = rapid.IntRange(0, w.written).Draw(w.t, "size")
		w.must(os.Truncate(w.path, int64(w.written)))
		w.content = w.content[:max(w.written, len(w.head()))]
	case "rewrite":
		w.content, w.written = append([]byte(nil), w.head()...), 0
		w.grow()
		w.must(os.WriteFile(w.path, w.content, 0o644))
		w.written = len(w.content)
	case "replace":
		w.grow()
		other := w.path + ".new"
		w.must(os.WriteFile(other, w.content, 0o644))
		w.must(os.Rename(other, w.path))
		w.written = len(w.content)
	case "remove":
		w.must(os.Remove(w.path))
		w.written = 0
		w.flush(left())
	}
}

func (w *writer) head() string { return header("aaa", "/somewhere") }

func TestAnyHistoryOfTheFileShowsWhatOpeningAfreshShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "feed")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		o := Options{Cwd: dir, Agent: dir, Session: filepath.Join(dir, "s.jsonl")}
		o.Folder.NoEvents = rapid.Bool().Draw(t, "polling")
		o.Folder.Fast = 2 * time.Millisecond
		w := &writer{t: t, path: o.Session, content: []byte(header("aaa", "/somewhere"))}
		w.flush(len(w.content))
		ctx, cancel := context.WithCancel(context.Background())
		f := Start(ctx, o)
		defer func() {
			cancel()
			for range f.Updates() {
			}
		}()
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			w.step()
			if rapid.Bool().Draw(t, "look") {
				select {
				case <-f.Updates():
				default:
				}
			}
		}
		w.grow()
		w.flush(len(w.content) - w.written)
		converge(t, f, o)
	})
}
