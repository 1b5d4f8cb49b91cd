package journal_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/journal"
)

// large makes a session of so many bytes.
func large(b *testing.B, size int) string {
	path := filepath.Join(fastDir(b), "s.jsonl")
	p := &pi{path: path, leaf: "000000b1"}
	var text strings.Builder
	text.WriteString(small)
	for said := strings.Repeat("what is said ", 100); text.Len() < size; {
		text.WriteString(p.line(said))
	}
	write(b, path, text.String())
	return path
}

// BenchmarkOpen gets ready to append to a session of 64 MiB, once with the ids
// known to the caller and once without.
func BenchmarkOpen(b *testing.B) {
	path := large(b, 64<<20)
	for name, known := range map[string]func(string) bool{"ids known": func(string) bool { return false }, "ids to be read": nil} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				seen, err := journal.Look(path)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := journal.Open(path, seen, journal.Options{Now: atNoon, Known: known}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAppend appends to a session of 64 MiB, on a file system in memory where
// there is one: what a sync takes elsewhere is the disk's matter.
func BenchmarkAppend(b *testing.B) {
	j := open(b, large(b, 64<<20), atNoon)
	for b.Loop() {
		add(b, j, journal.UnfoldOf("r:1"))
	}
}
