package lookup

import (
	"testing"

	"pgregory.net/rapid"
)

// A table answers as a map from a string to its first number does.
func TestTableIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.StringN(0, 2, -1), 0, 300).Draw(t, "list")
		at := func(i int32) string { return list[i] }
		var table Table
		first := map[string]int32{}
		for i, s := range list {
			known, there := first[s]
			if n, ok := table.Find([]byte(s), at); ok != there || ok && n != known {
				t.Fatalf("%q before it is put: %d %t, want %d %t", s, n, ok, known, there)
			}
			if !there {
				first[s], known = int32(i), int32(i)
			}
			if n, added := table.Put(int32(i), at); n != known || added == there {
				t.Fatalf("putting %q: %d %t, want %d %t", s, n, added, known, !there)
			}
		}
		for s, known := range first {
			if n, ok := table.Find([]byte(s), at); !ok || n != known {
				t.Fatalf("%q: %d %t, want %d", s, n, ok, known)
			}
		}
	})
}
