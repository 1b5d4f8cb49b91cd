package journal

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// links reads a window: "x<b" is Pi's entry x with parent b, "f<b=1" a fold entry
// f with parent b and record 1.
func links(window string) []link {
	var out []link
	for _, word := range strings.Fields(window) {
		entry, record, isFold := strings.Cut(word, "=")
		id, parent, _ := strings.Cut(entry, "<")
		l := link{id: id, parent: parent}
		if isFold {
			l.data = []byte(record)
		}
		out = append(out, l)
	}
	return out
}

func TestJudge(t *testing.T) {
	for _, c := range []struct{ name, window, right string }{ // right: empty when all is well
		{"nothing follows", "", ""},
		{"Pi's entry", "x<b", ""},
		{"Pi's entry of another branch", "x<q", ""},
		{"ours follows", "f<b=1", ""},
		{"ours after Pi's", "x<b f<x=1", ""},
		{"ours one after the other", "x<b f<x=1 g<f=2 h<g=3", ""},
		{"the same twice", "x<b f<x=1 g<f=1", ""},
		{"Pi slipped in", "x<b f<b=1", "x"},
		{"Pi slipped in twice", "x<b y<x f<b=1", "y"},
		{"Pi slipped in, mended", "x<b f<b=1 g<x=1", ""},
		{"Pi slipped in again", "x<b f<b=1 y<x g<x=1", "y"},
		{"Pi slipped in and went on", "x<b f<b=1 y<x", ""},
		{"another's fold slipped in", "f<b=1 g<b=2", "f"},
		{"another's fold slipped in, mended", "f<b=1 g<b=2 h<f=2", ""},
		{"another's fold follows the broken one", "x<b f<b=1 g<f=2", "x"},
		{"and is mended", "x<b f<b=1 g<f=2 h<x=2", ""},
		{"a fold whose parent is not there", "x<b f<q=1", "x"},
		{"Pi's folds after ours", "x<b f<x=1 g<x=2 h<g=3", ""},
		{"Pi's entry without an id", "x<b <x f<b=1", ""},
		{"a fold without an id is no parent", "x<b <x=1 f<=2", "x"},
	} {
		got := judge("b", links(c.window))
		if got.broken != (c.right != "") || got.broken && got.right != c.right {
			t.Errorf("%s: %q is judged %+v, want %q", c.name, c.window, got, c.right)
		}
	}
	if got := judge("", links("f<=1 g<=2")); !got.broken || got.right != "f" {
		t.Errorf("two roots are judged %+v", got)
	}
}

// TestOneCopyMends makes sessions by letting Pi and several others write with
// stale knowledge, and mends them as Repair does.
func TestOneCopyMends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := []string{"b"}
		pi := "b" // the leaf in Pi's memory
		onBranch := map[string]bool{"b": true}
		var window []link
		for i := range rapid.IntRange(1, 12).Draw(t, "entries") {
			l := link{id: fmt.Sprint(i)}
			if rapid.Bool().Draw(t, "by Pi") {
				l.parent, pi = pi, l.id
				onBranch[l.id] = true
			} else {
				l.parent = ids[rapid.IntRange(max(0, len(ids)-3), len(ids)-1).Draw(t, "parent")]
				l.data = []byte{byte(rapid.IntRange(0, 2).Draw(t, "record"))}
			}
			ids = append(ids, l.id)
			window = append(window, l)
		}
		if v := judge("b", window); v.broken {
			window = append(window, link{id: "copy", parent: v.right, data: v.record})
		}
		if v := judge("b", window); v.broken {
			t.Fatalf("still broken: %+v after %+v", v, window)
		}
		parents := map[string]string{}
		for _, l := range window {
			parents[l.id] = l.parent
		}
		chain := map[string]bool{}
		for id := window[len(window)-1].id; id != ""; id = parents[id] {
			chain[id] = true
		}
		for id := range onBranch {
			if !chain[id] {
				t.Fatalf("Pi's %s is not on the chain of %+v", id, window)
			}
		}
	})
}
