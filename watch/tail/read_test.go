package tail

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadGivesLinesAndTheRest(t *testing.T) {
	long := strings.Repeat("x", 2*ChunkSize+1)
	for name, c := range map[string]struct{ lines, rest string }{
		"nothing":                     {"", ""},
		"whole lines":                 {"one\ntwo\n", ""},
		"a torn line":                 {"one\n", "two"},
		"only a torn line":            {"", "one"},
		"a long line":                 {"one\n" + long + "\ntwo\n", ""},
		"a long torn line":            {"one\n", long},
		"pieces, and a torn line":     {strings.Repeat("a line\n", ChunkSize/2), "torn"},
		"lines that end with a piece": {strings.Repeat("a line.\n", ChunkSize/8), ""},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		write(t, path, c.lines+c.rest)
		var got []byte
		f, rest, err := Read(path, func(base int64, data []byte) error {
			if base != int64(len(got)) {
				t.Errorf("%s: a piece at %d, want %d", name, base, len(got))
			}
			got = append(got, data...)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if string(got) != c.lines || string(rest) != c.rest || (rest == nil) != (c.rest == "") {
			t.Errorf("%s: %d bytes of lines and %d more, want %d and %d", name, len(got), len(rest), len(c.lines), len(c.rest))
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: closing: %v", name, err)
		}
	}
}

// The piece that is read ahead meanwhile is not handed on.
func TestReadStopsAtAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, strings.Repeat("a line\n", ChunkSize))
	for _, stop := range []int{1, 2, 7} {
		calls, wrong := 0, errors.New("wrong")
		f, rest, err := Read(path, func(int64, []byte) error {
			if calls++; calls == stop {
				return wrong
			}
			return nil
		})
		if err != wrong || f != nil || rest != nil || calls != stop {
			t.Errorf("at piece %d: %v, file %v, %d bytes more, %d pieces", stop, err, f, len(rest), calls)
		}
	}
}

func TestReadOfWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if f, _, err := Read(dir, nil); !errors.Is(err, ErrDirectory) || f != nil {
		t.Errorf("a folder: %v, %v", f, err)
	}
}
