package tail

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests here look by hand, for changes that must not be looked at half done.

// byHand follows path without a watch: look looks once.
func byHand(t *testing.T, path string) (c *collector, look func()) {
	t.Helper()
	c = &collector{t: t}
	f := &follower{path: path, out: make(chan Event, 64), pool: newPool()}
	t.Cleanup(func() {
		f.drop()
		for _, file := range append(c.kept, c.file) {
			file.Close()
		}
	})
	return c, func() {
		t.Helper()
		if _, err := f.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		for len(f.out) > 0 {
			c.take(<-f.out)
		}
	}
}

func TestRewriteWithinTheGrainOfTheClock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "one\ntwo\n")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	c, look := byHand(t, path)
	look()
	overwrite(t, path, "TWO", 4)
	if err := os.Chtimes(path, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	look()
	if string(c.data) != "one\nTWO\n" || !slices.Equal(c.reasons, []Reason{Opened, Rewritten}) {
		t.Errorf("data %q, generations %v", c.data, c.reasons)
	}
}

// TestLongPartialReplaced puts a line where none had been found, before bytes
// that were scanned already.
func TestLongPartialReplaced(t *testing.T) {
	const head = "a head\n"
	for name, size := range map[string]int{"same size": 3 * ChunkSize, "longer": 4 * ChunkSize} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			write(t, path, head+strings.Repeat("x", 3*ChunkSize))
			c, look := byHand(t, path)
			look()
			line := "a line\n"
			overwrite(t, path, line+strings.Repeat("y", size-len(line)), int64(len(head)))
			look()
			if string(c.data) != head+line || c.partial != int64(size-len(line)) || c.gen != 1 {
				t.Errorf("data %.40q, partial %d, generation %d", c.data, c.partial, c.gen)
			}
		})
	}
}
