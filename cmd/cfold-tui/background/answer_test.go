package background

import (
	"io"
	"os"
	"strings"
	"testing"

	"cfold/theme"
)

func TestAnswered(t *testing.T) {
	for _, c := range []struct {
		name, data  string
		b           theme.Background
		known, done bool
	}{
		{"dark", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[?62;22c", theme.Dark, true, true},
		{"light with a bell", "\x1b]11;rgb:ffff/fafa/f0f0\x07\x1b[?1;2c", theme.Light, true, true},
		{"short form", "\x1b]11;rgb:f/f/e\x07\x1b[?6c", theme.Light, true, true},
		{"with alpha", "\x1b]11;rgba:0000/2b2b/3636/ffff\x07\x1b[?6c", theme.Dark, true, true},
		{"hex", "\x1b]11;#fdf6e3\x07\x1b[?6c", theme.Light, true, true},
		{"no colour", "\x1b[?1;2c", theme.Dark, false, true},
		{"not yet whole", "\x1b]11;rgb:ffff/ff", theme.Dark, false, false},
		{"colour alone", "\x1b]11;rgb:ffff/ffff/ffff\x07", theme.Light, true, false},
		{"nonsense", "\x1b]11;red\x07\x1b[?6c", theme.Dark, false, true},
		{"keys before", "jj\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?6c", theme.Light, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, known, done := answered([]byte(c.data))
			if b != c.b || known != c.known || done != c.done {
				t.Errorf("%v %v %v, want %v %v %v", b, known, done, c.b, c.known, c.done)
			}
		})
	}
}

func TestSwallowPassesKeysAndDropsAnswers(t *testing.T) {
	const keys = "j\x1b[A\x1bq\x1b[<0;3;4M\x1b]0"
	for _, c := range []struct{ name, data, want string }{
		{"keys alone", keys, keys},
		{"escape alone", "\x1b", "\x1b"},
		{"between keys", "\x1b]11;rgb:1/2/3\x07bc\x1b[?62cd", "bcd"},
		{"two in a row", "\x1b]11;rgb:1/2/3\x07\x1b[?6cx", "x"},
		{"never ended", "\x1b]11;" + strings.Repeat("0", 2*longest), "\x1b]11;" + strings.Repeat("0", 2*longest)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, piece := range []int{5, 512} /* neither cuts behind an ESC */ {
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := w.WriteString(c.data); err != nil {
					t.Fatal(err)
				}
				w.Close()
				got, err := io.ReadAll(pieces{&Swallow{File: r}, piece})
				if err != nil || string(got) != c.want {
					t.Errorf("by %d: %q (%v), want %q", piece, got, err, c.want)
				}
				r.Close()
			}
		})
	}
}

// pieces reads at most n bytes at a time.
type pieces struct {
	io.Reader
	n int
}

func (r pieces) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.n)]) }
