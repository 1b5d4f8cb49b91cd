package tail

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestConverges checks the central invariant on real files: whatever writers do
// between and during reading, what the last generation delivered is what a fresh
// read gives.
func TestConverges(t *testing.T) {
	dir := t.TempDir()
	count := 0
	rapid.Check(t, func(t *rapid.T) {
		count++
		path := filepath.Join(dir, fmt.Sprint(count), "s.jsonl")
		opts := Options{}
		if rapid.Bool().Draw(t, "polling") {
			opts = polling
		}
		c := collect(t, path, opts)
		defer c.end()
		w := writer{t: t, path: path}
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			w.step()
			if rapid.Bool().Draw(t, "look") && w.exists() {
				c.converge(path)
			}
		}
		if !w.exists() {
			c.until("missing", func() bool { return c.missing })
			return
		}
		c.converge(path)
		w.compareWithRead(c)
	})
}

// writer does to a file what the world does. Every text it writes is new, as
// the ids and times in sessions are.
type writer struct {
	t    *rapid.T
	path string
	n    int // texts written
	long int // long lines asked for
}

func (w *writer) step() {
	if err := os.MkdirAll(filepath.Dir(w.path), 0o700); err != nil {
		w.t.Fatalf("%v", err)
	}
	switch rapid.SampledFrom([]string{
		"append", "append", "append", "torn", "end the line", "truncate", "rewrite", "replace", "remove", "remove folder", "long",
	}).Draw(w.t, "step") {
	case "append":
		for range rapid.IntRange(1, 4).Draw(w.t, "writes") {
			add(w.t, w.path, w.text())
		}
	case "torn":
		add(w.t, w.path, strings.TrimSuffix(w.text(), "\n"))
	case "end the line":
		add(w.t, w.path, "\n")
	case "truncate":
		if info, err := os.Stat(w.path); err == nil {
			w.must(os.Truncate(w.path, rapid.Int64Range(0, info.Size()).Draw(w.t, "size")))
		}
	case "rewrite":
		write(w.t, w.path, "")
		for range rapid.IntRange(0, 3).Draw(w.t, "writes") {
			add(w.t, w.path, w.text())
		}
	case "replace":
		replace(w.t, w.path, w.text())
	case "remove":
		if w.exists() {
			w.must(os.Remove(w.path))
		}
	case "remove folder":
		w.must(os.RemoveAll(filepath.Dir(w.path)))
	case "long":
		// One is enough to cross every border, and checking them takes time.
		if w.long++; w.long == 1 {
			add(w.t, w.path, w.text()+strings.Repeat("long", ChunkSize/4)+w.text())
		}
	}
}

func (w *writer) text() string {
	w.n++
	var b strings.Builder
	for i := range rapid.IntRange(1, 5).Draw(w.t, "lines") {
		fmt.Fprintf(&b, "%d.%d %s\n", w.n, i, strings.Repeat("é", rapid.IntRange(0, 40).Draw(w.t, "length")))
	}
	return b.String()
}

func (w *writer) exists() bool {
	_, err := os.Stat(w.path)
	return err == nil
}

func (w *writer) must(err error) {
	if err != nil {
		w.t.Fatalf("%v", err)
	}
}

func (w *writer) compareWithRead(c *collector) {
	var all []byte
	f, rest, err := Read(w.path, func(base int64, data []byte) error {
		if base != int64(len(all)) {
			w.t.Fatalf("piece at %d, want %d", base, len(all))
		}
		all = append(all, data...)
		return nil
	})
	w.must(err)
	defer f.Close()
	if string(all) != string(c.data) || int64(len(rest)) != c.partial {
		w.t.Fatalf("read %d bytes and %d, followed %d and %d", len(all), len(rest), len(c.data), c.partial)
	}
}
