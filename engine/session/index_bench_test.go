package session

import (
	"bytes"
	"os"
	"testing"
)

func BenchmarkIndexFile(b *testing.B) {
	path := os.Getenv("CFOLD_BIG")
	if path == "" {
		b.Skip("CFOLD_BIG names no session")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		x := NewIndex()
		off := 0
		for off < len(data) {
			n := bytes.IndexByte(data[off:], '\n')
			x.Append(data[off:off+n], int64(off))
			off += n + 1
		}
	}
}
