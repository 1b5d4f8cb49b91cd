package ledger_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/jsjson"
	"cfold/engine/ledger"
	"cfold/engine/session"
)

// index reads a whole session as a tail would: line by line, a last line without
// its LF left out.
func index(file []byte) *session.Index {
	x := session.NewIndex()
	for at := 0; ; {
		n := bytes.IndexByte(file[at:], '\n')
		if n < 0 {
			return x
		}
		x.Append(file[at:at+n], int64(at))
		at += n + 1
	}
}

func build(t testing.TB, file []byte) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Build(index(file), bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func vectors(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("CFOLD_VECTORS")
	if dir == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	return dir
}

// Every block of every recorded session has the id, figures, hash and digest
// that the reference gives it.
func TestRowsAgreeWithVectors(t *testing.T) {
	dir := vectors(t)
	files, _ := filepath.Glob(filepath.Join(dir, "golden", "*.blocks.jsonl"))
	if len(files) == 0 {
		t.Fatal("no vectors found")
	}
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".blocks.jsonl")
		t.Run(base, func(t *testing.T) {
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := os.ReadFile(filepath.Join(dir, "sessions", base+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.Split(bytes.TrimRight(want, "\n"), []byte("\n"))
			l := build(t, file)
			if l.Len() != len(lines) {
				t.Errorf("%d blocks, want %d", l.Len(), len(lines))
			}
			wrong := 0
			err = l.Each(func(i int, body string) bool {
				got := l.AppendRow(nil, i, body)
				raw, _ := jsjson.Scan(lines[i])
				if want := jsjson.AppendStringify(nil, raw); !bytes.Equal(got, want) {
					t.Errorf("block %d\n got %s\nwant %s", i, got, want)
					wrong++
				}
				return wrong < 5 && i+1 < len(lines)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
