package recall_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"cfold/engine/jsjson"
	"cfold/engine/recall"
)

func vectors(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("CFOLD_VECTORS")
	if dir == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	return dir
}

// eachLine scans the JSON lines of a file.
func eachLine(t testing.TB, name string, visit func(n int, raw jsjson.Raw)) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range bytes.Split(bytes.TrimRight(b, "\n"), []byte("\n")) {
		raw, ok := jsjson.Scan(line)
		if !ok {
			t.Fatalf("%s:%d is not JSON", name, n+1)
		}
		visit(n+1, raw)
	}
}

func options(raw jsjson.Raw) recall.Options {
	return recall.Options{Lines: raw.Get("lines").Text(), Grep: raw.Get("grep").Text()}
}

// What is served of a text agrees with the reference to the byte.
func TestSliceAgreesWithVectors(t *testing.T) {
	name := filepath.Join(vectors(t), "golden", "slices.jsonl")
	eachLine(t, name, func(n int, raw jsjson.Raw) {
		o := options(raw.Get("opts"))
		if got, want := recall.Slice(raw.Get("text").Text(), o), raw.Get("want").Text(); got != want {
			t.Errorf("line %d, %+v:\n got %.300q\nwant %.300q", n, o, got, want)
		}
	})
}
