package tail

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// each runs a test with file events and by polling alone.
func each(t *testing.T, test func(t *testing.T, opts Options)) {
	t.Run("events", func(t *testing.T) { test(t, Options{}) })
	t.Run("polling", func(t *testing.T) { test(t, polling) })
}

func TestAppendsArriveOnce(t *testing.T) {
	each(t, func(t *testing.T, opts Options) {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		write(t, path, "one\ntwo\n")
		c := collect(t, path, opts)
		defer c.end()
		c.converge(path)
		for _, text := range []string{"three\n", "fo", "u", "r\nfi", "ve\n\n", "\r\n", "a\u2028b\n"} {
			add(t, path, text)
			c.converge(path)
		}
		if !slices.Equal(c.reasons, []Reason{Opened}) {
			t.Errorf("generations %v", c.reasons)
		}
	})
}

func TestPartialLineIsReportedNotDelivered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "one\n{\"torn\":")
	c := collect(t, path, Options{})
	defer c.end()
	c.until("the partial line", func() bool { return c.atEnd })
	if string(c.data) != "one\n" || c.partial != 8 {
		t.Fatalf("data %q, partial %d", c.data, c.partial)
	}
	rest, err := io.ReadAll(io.NewSectionReader(c.file, int64(len(c.data)), c.partial))
	if string(rest) != `{"torn":` || err != nil {
		t.Errorf("read %q, %v", rest, err)
	}
}

func TestEmptyFileIsAtItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "")
	c := collect(t, path, Options{})
	defer c.end()
	c.until("the end", func() bool { return c.gen == 1 && c.atEnd })
}

func TestChangesStartGenerations(t *testing.T) {
	long := strings.Repeat("a line of the session\n", 1000)
	cases := []struct {
		name   string
		reason Reason
		change func(t *testing.T, path string)
	}{
		{"replaced by a longer file", Replaced, func(t *testing.T, path string) { replace(t, path, long+"more\n") }},
		{"replaced by an equal file", Replaced, func(t *testing.T, path string) { replace(t, path, long) }},
		{"truncated", Truncated, func(t *testing.T, path string) {
			if err := os.Truncate(path, 44); err != nil {
				t.Fatal(err)
			}
		}},
		{"rewritten shorter", Truncated, func(t *testing.T, path string) { write(t, path, "short\n") }},
		{"first line rewritten in place", Rewritten, func(t *testing.T, path string) { overwrite(t, path, "B", 0) }},
		{"end rewritten in place", Rewritten, func(t *testing.T, path string) { overwrite(t, path, "B", int64(len(long)-10)) }},
		{"middle rewritten in place", Rewritten, func(t *testing.T, path string) {
			overwrite(t, path, "B", int64(len(long)/2))
			// The clock of the file system may not have moved since the file was written.
			later(t, path)
		}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			each(t, func(t *testing.T, opts Options) {
				path := filepath.Join(t.TempDir(), "s.jsonl")
				write(t, path, long)
				c := collect(t, path, opts)
				defer c.end()
				c.converge(path)
				test.change(t, path)
				c.until("a new generation", func() bool { return c.gen > 1 })
				c.converge(path)
				// A rewrite truncates first, which may be seen apart from the writing.
				if c.reasons[1] != test.reason {
					t.Errorf("reasons %v, want %v", c.reasons, test.reason)
				}
			})
		})
	}
}

func overwrite(t *testing.T, path, text string, off int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte(text), off)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// later moves the modification time of path.
func later(t *testing.T, path string) {
	t.Helper()
	at := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestSettingTheTimeBackIsNoChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "one\n")
	c := collect(t, path, polling)
	defer c.end()
	c.converge(path)
	add(t, path, "two\n")
	c.converge(path)
	later(t, path)
	add(t, path, "three\n")
	c.converge(path)
	if c.gen != 1 {
		t.Errorf("generations %v", c.reasons)
	}
}

func TestFolderAndFileAppearLater(t *testing.T) {
	each(t, func(t *testing.T, opts Options) {
		path := filepath.Join(t.TempDir(), "a", "b", "s.jsonl")
		c := collect(t, path, opts)
		defer c.end()
		c.until("missing", func() bool { return c.missing })
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, "one\n")
		c.until("a generation", func() bool { return c.gen == 1 })
		c.converge(path)
		if c.reasons[0] != Opened {
			t.Errorf("reason %v", c.reasons[0])
		}
	})
}

func TestVanishingAndComingBack(t *testing.T) {
	each(t, func(t *testing.T, opts Options) {
		dir := filepath.Join(t.TempDir(), "d")
		path := filepath.Join(dir, "s.jsonl")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, "one\n")
		c := collect(t, path, opts)
		defer c.end()
		c.converge(path)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		c.until("missing", func() bool { return c.missing })
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, "no header\n")
		c.converge(path)
		add(t, path, "more\n")
		c.converge(path)
		if !slices.Contains(c.reasons, CameBack) {
			t.Errorf("reasons %v", c.reasons)
		}
	})
}

func TestFileOutlivesItsPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "the old one\n")
	c := collect(t, path, Options{})
	defer c.end()
	c.converge(path)
	old := c.file
	replace(t, path, "the new one\n")
	c.until("the second generation", func() bool { return c.gen == 2 })
	c.stop()
	got := make([]byte, 11)
	if _, err := old.ReadAt(got, 0); err != nil || string(got) != "the old one" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := errors.Join(old.Close(), old.Close()); err != nil {
		t.Error(err)
	}
	if _, err := old.ReadAt(got, 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed file reads with %v", err)
	}
}

func TestLongLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, "one\n")
	c := collect(t, path, Options{})
	defer c.end()
	c.converge(path)
	part := strings.Repeat("x", ChunkSize/2+7)
	for range 8 {
		add(t, path, part)
		c.converge(path)
	}
	add(t, path, "\ntwo\n"+strings.Repeat(part, 6)+"\n"+part)
	c.converge(path)
	if c.gen != 1 {
		t.Errorf("generations %v", c.reasons)
	}
}

func TestPartialReplacedByLongerTextWithLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	const head = "a head\n"
	write(t, path, head+strings.Repeat("x", 3*ChunkSize))
	c := collect(t, path, polling)
	defer c.end()
	c.converge(path)
	overwrite(t, path, strings.Repeat("a line\n", ChunkSize), int64(len(head)))
	c.converge(path)
	if c.gen != 1 {
		t.Errorf("generations %v: what was delivered is still there", c.reasons)
	}
}

func TestNotAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	c := collect(t, path, Options{})
	defer c.end()
	c.until("an error", func() bool { return len(c.errs) > 0 })
	if !errors.Is(c.errs[0], ErrDirectory) {
		t.Errorf("error %v", c.errs[0])
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	write(t, path, "one\n")
	c.until("the file", func() bool { return c.gen == 1 })
	c.converge(path)
	if len(c.errs) != 1 {
		t.Errorf("errors %v", c.errs)
	}
}

func TestThroughALink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	path, real := filepath.Join(dir, "s.jsonl"), filepath.Join(other, "real.jsonl")
	write(t, real, "one\n")
	if err := os.Symlink(real, path); err != nil {
		t.Skip(err)
	}
	c := collect(t, path, Options{})
	defer c.end()
	c.converge(path)
	add(t, real, "two\n")
	c.converge(path)
	replace(t, real, "three\n")
	c.until("a new generation", func() bool { return c.gen == 2 })
	c.converge(path)
}
