package list

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// rows is a source of n rows in groups of size, counting what is drawn.
type rows struct {
	n, size int
	drawn   *int
	asked   *int
}

func (r rows) Len() int         { return r.n }
func (r rows) Key(i int) string { return fmt.Sprint(i) }

func (r rows) Group(i int) int {
	if r.asked != nil {
		*r.asked++
	}
	if r.size == 0 {
		return -1
	}
	return i / r.size
}

func (r rows) Header(i, width int) string {
	if r.drawn != nil {
		*r.drawn++
	}
	return fmt.Sprintf("turn %d", i/r.size)
}

func (r rows) Row(i, width int, s State) string {
	if r.drawn != nil {
		*r.drawn++
	}
	cursor, mark := " ", " "
	if s.Cursor {
		cursor = ">"
	}
	if s.Marked {
		mark = "*"
	}
	return fmt.Sprintf("%s%s%d", cursor, mark, i)
}

func view(l *List) string {
	out := l.View(nil)
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return strings.Join(out, "\n")
}

func expect(t *testing.T, what string, l *List, want string) {
	t.Helper()
	if d := cmp.Diff(want, strings.TrimRight(view(l), "\n")); d != "" {
		t.Errorf("%s: %s", what, d)
	}
}

func TestEmptyListFillsItsSize(t *testing.T) {
	l := &List{}
	l.SetSize(3, 2)
	if d := cmp.Diff([]string{"   ", "   "}, l.View(nil)); d != "" {
		t.Error(d)
	}
	l.Move(1)
	l.Scroll(1)
	l.Group(1)
	l.ToggleMark()
	if _, ok := l.Cursor(); ok {
		t.Error("a cursor on nothing")
	}
}

func TestFollowingAndNew(t *testing.T) {
	l := &List{}
	l.SetSize(12, 5)
	l.SetSource(rows{n: 7, size: 3})
	expect(t, "newest in sight", l, "  3\n  4\n  5\nturn 2\n> 6")
	l.SetSource(rows{n: 8, size: 3})
	expect(t, "follows", l, "  4\n  5\nturn 2\n  6\n> 7")
	l.Move(-1)
	l.SetSource(rows{n: 11, size: 3})
	expect(t, "stays and counts", l, "  4\n  5\nturn 2\n> 6\n↓ 3 new")
	if i, ok := l.At(4); !ok || i != 10 {
		t.Errorf("the marker leads to %d", i)
	}
	if i, ok := l.At(2); !ok || i != 6 {
		t.Errorf("the header leads to %d", i)
	}
	l.Bottom()
	if l.New() != 0 || !l.Following() {
		t.Error("the end does not follow")
	}
	expect(t, "end", l, "  7\n  8\nturn 3\n  9\n> 10")
	l.Top()
	expect(t, "top", l, "turn 0\n> 0\n  1\n  2\nturn 1")
	l.Follow(false)
	l.SetSource(rows{n: 3, size: 3})
	expect(t, "shrunk", l, "turn 0\n> 0\n  1\n  2")
}

func TestMarksGroupsAndJumps(t *testing.T) {
	l := &List{}
	l.SetSize(12, 6)
	l.Replace(rows{n: 20, size: 4}, 6)
	l.ToggleMark()
	l.Move(1)
	l.ToggleMark()
	l.Move(-1)
	l.ToggleMark()
	if l.Marks() != 1 || !l.Marked("7") {
		t.Errorf("%d marks", l.Marks())
	}
	for _, tt := range []struct {
		do   func()
		want int
	}{
		{func() { l.Group(-1) }, 4}, {func() { l.Group(-1) }, 0}, {func() { l.Group(-1) }, 0},
		{func() { l.Group(1) }, 4}, {func() { l.Move(l.Room() - 1) }, 9}, {func() { l.Move(-2) }, 7}, {func() { l.Move(-45) }, 0},
		{func() { l.JumpTo(1, func(i int) bool { return i%7 == 0 }) }, 7},
		{func() { l.JumpTo(-1, func(i int) bool { return i > 17 }) }, 19},
		{func() { l.Group(1) }, 19},
		{func() { l.JumpTo(1, func(i int) bool { return i == 3 }) }, 3},
	} {
		tt.do()
		if i, ok := l.Cursor(); !ok || i != tt.want {
			t.Errorf("cursor at %d, want %d", i, tt.want)
		}
	}
	if l.JumpTo(1, func(int) bool { return false }) {
		t.Error("jumped to nothing")
	}
	l.To(7)
	l.Replace(rows{n: 9}, 7)
	expect(t, "without groups", l, "  3\n  4\n  5\n  6\n>*7\n  8")
	l.Unmark()
	if l.Marks() != 0 {
		t.Error("marks remain")
	}
}

func TestScrollLeavesTheCursorInSight(t *testing.T) {
	l := &List{}
	l.SetSize(12, 4)
	l.Replace(rows{n: 9, size: 3}, 0)
	l.Scroll(1)
	expect(t, "header scrolled out", l, "> 0\n  1\n  2\nturn 1")
	l.Scroll(2)
	expect(t, "cursor follows", l, "> 2\nturn 1\n  3\n  4")
	l.Scroll(-1)
	expect(t, "back", l, "  1\n> 2\nturn 1\n  3")
	l.Scroll(100)
	expect(t, "end", l, "turn 2\n> 6\n  7\n  8")
	l.Scroll(-100)
	expect(t, "start", l, "turn 0\n  0\n  1\n> 2")
}

func TestScrollingUpStopsFollowing(t *testing.T) {
	l := &List{}
	l.SetSize(12, 4)
	l.SetSource(rows{n: 9})
	l.Scroll(-1)
	if l.Following() {
		t.Error("still follows")
	}
	l.SetSource(rows{n: 10})
	expect(t, "stays", l, "  5\n  6\n> 7\n↓ 1 new")
	l.Scroll(2)
	expect(t, "seen", l, "  6\n> 7\n  8\n  9")
	l.SetSource(rows{n: 11})
	expect(t, "grows", l, "  6\n> 7\n  8\n↓ 1 new")
}

func TestWorkIsBoundedByTheHeight(t *testing.T) {
	drawn, asked := 0, 0
	l := &List{}
	const height = 40
	l.SetSize(80, height)
	l.SetSource(rows{n: 1_000_000, size: 9, drawn: &drawn, asked: &asked})
	for name, do := range map[string]func(){
		"top": l.Top, "bottom": l.Bottom, "middle": func() { l.To(500_000) }, "page": func() { l.Move(height) },
		"wheel": func() { l.Scroll(3) }, "grow": func() { l.SetSource(rows{n: 1_000_900, size: 9, drawn: &drawn, asked: &asked}) },
	} {
		drawn, asked = 0, 0
		do()
		l.View(nil)
		if drawn > height || asked > 20*height {
			t.Errorf("%s: %d rows drawn, %d asked about", name, drawn, asked)
		}
	}
}

// Any sequence of actions leaves a list of its size with its cursor in sight.
func TestAnySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &List{}
		n := 0
		size := rapid.IntRange(0, 4).Draw(t, "group size")
		w, h := 12, 5
		for range rapid.IntRange(1, 30).Draw(t, "actions") {
			by := rapid.IntRange(-12, 12).Draw(t, "by")
			wheel := false
			switch rapid.IntRange(0, 8).Draw(t, "action") {
			case 0:
				n = max(0, n+by)
				l.SetSource(rows{n: n, size: size})
			case 1:
				l.Move(by)
			case 2:
				l.Scroll(by)
				wheel = true
			case 3:
				w, h = max(by, 0)+3, max(by+6, 0)
				l.SetSize(w, h)
			case 4:
				l.Move(by * l.Room())
			case 5:
				n = max(0, by)
				l.Replace(rows{n: n, size: size}, by/2)
			case 6:
				l.Group(by)
			case 7:
				l.Follow(by > 0)
			case 8:
				l.ToggleMark()
			}
			out := l.View(nil)
			if len(out) != l.height {
				t.Fatalf("%d lines of %d", len(out), l.height)
			}
			seen := false
			blank := 0
			for y, s := range out {
				if ansi.StringWidth(s) != l.width {
					t.Fatalf("%q is not %d wide", s, l.width)
				}
				if strings.HasPrefix(s, ">") {
					seen = true
					if i, ok := l.At(y); !ok || i != l.cursor {
						t.Fatalf("At(%d) = %d, %v with cursor %d", y, i, ok, l.cursor)
					}
				}
				if strings.TrimSpace(s) == "" {
					blank++
				}
			}
			if l.height > 0 && l.width > 0 && n > 0 && !seen {
				t.Fatalf("cursor %d out of sight (wheel %v):\n%s", l.cursor, wheel, strings.Join(out, "\n"))
			}
			if blank > 0 && l.top > 0 {
				t.Fatalf("empty lines below row %d:\n%s", l.top, strings.Join(out, "\n"))
			}
			if i, ok := l.Cursor(); ok != (n > 0) || ok && (i < 0 || i >= n) {
				t.Fatalf("cursor %d of %d", i, n)
			}
			if l.New() < 0 || l.Following() && l.New() > 0 {
				t.Fatalf("%d new, following %v", l.New(), l.Following())
			}
		}
	})
}

func BenchmarkView(b *testing.B) {
	l := &List{}
	l.SetSize(120, 50)
	l.SetSource(rows{n: 1_000_000, size: 9})
	for b.Loop() {
		l.Move(-1)
		l.View(nil)
	}
}
