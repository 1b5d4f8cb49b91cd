package live

import (
	"os"
	"testing"

	"cfold/engine/settings"
)

func load(t testing.TB, path string) *State {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	s := New(file)
	buf := make([]byte, 1<<20)
	var base int64
	rest := 0
	for {
		n, _ := file.ReadAt(buf[rest:], base+int64(rest))
		if n == 0 {
			break
		}
		have := buf[:rest+n]
		k := len(have)
		for k > 0 && have[k-1] != '\n' {
			k--
		}
		if k == 0 {
			buf = append(buf, make([]byte, len(buf))...)
			rest = len(have)
			continue
		}
		s.Ingest(base, have[:k])
		base += int64(k)
		rest = copy(buf, have[k:])
	}
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	return s
}

func BenchmarkOpen(b *testing.B) {
	r := settings.Resolve(settings.File{}, func(string) (string, bool) { return "", false })
	for b.Loop() {
		load(b, os.Getenv("CFOLD_BIG")).Snapshot(Config{Settings: r, Window: 60000})
	}
}
