package sanitize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var samples = []Safe{
	"", "a", "plain text, a bit longer", "日本語テキスト", "x日y本z", "e\u0301e\u0302e\u0303", "👍👩💻 done", "  spaces   and  more  ",
	"한글 과 漢字", Line("\x1b]0;title\x07क्ष"), "one_word_without_any_space_in_it",
}

func TestClipPadAndCutHaveTheirWidth(t *testing.T) {
	for _, s := range samples {
		for width := -1; width < 40; width++ {
			for name, c := range map[string]Safe{"Clip": Clip(s, width), "ClipLeft": ClipLeft(s, width)} {
				if w := Width(c); w > max(width, 0) || Width(s) <= width && c != s {
					t.Errorf("%s(%q, %d) = %q of %d cells", name, s, width, c, w)
				}
				checkSafe(t, c)
			}
			for name, p := range map[string]Safe{"Pad": Pad(s, width), "PadLeft": PadLeft(s, width)} {
				if Width(p) != max(width, 0) {
					t.Errorf("%s(%q, %d) = %q", name, s, width, p)
				}
			}
			for start := range 5 {
				want := max(0, min(Width(s), start+width)-start)
				if c := Cut(s, start, start+width); Width(c) != want {
					t.Errorf("Cut(%q, %d, %d) = %q", s, start, start+width, c)
				}
			}
		}
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		s     Safe
		width int
		want  Safe
	}{
		{"abcdef", 4, "abc…"}, {"abcdef", 6, "abcdef"}, {"abcdef", 1, "…"}, {"日本語", 4, "日…"}, {"日本語", 5, "日本…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
	} {
		if got := Clip(tt.s, tt.width); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.s, tt.width, got, tt.want)
		}
	}
	if got := ClipLeft("/home/me/project", 9); got != "…/project" {
		t.Errorf("ClipLeft: %q", got)
	}
}

func TestWrapLosesNothing(t *testing.T) {
	for _, s := range samples {
		for width := range 30 {
			rows := Wrap(s, width)
			var all Safe
			for _, r := range rows {
				all += r
				if Width(r) > max(width, 2) {
					t.Errorf("Wrap(%q, %d): row %q", s, width, r)
				}
			}
			if all != s {
				t.Errorf("Wrap(%q, %d) = %q", s, width, rows)
			}
		}
	}
	want := []Safe{"the quick ", "brown fox ", "jumps", " over", "aaaaaaaaaa", "aaa b"}
	got := append(Wrap("the quick brown fox jumps", 10), " over")
	got = append(got, Wrap("aaaaaaaaaaaaa b", 10)...)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestFindAndPaint(t *testing.T) {
	mark := func(l, r string) func(...string) string {
		return func(s ...string) string { return l + strings.Join(s, " ") + r }
	}
	s := Safe("Error: no ERROR here, Straße e\u0301")
	if got := Paint(s, Find(s, "error"), mark("", ""), mark("[", "]")); got != "[Error]: no [ERROR] here, Straße e\u0301" {
		t.Error(got)
	}
	if got := Paint(s, Find(s, "E\u0301"), mark("", ""), mark("[", "]")); !strings.HasSuffix(got, "[e\u0301]") {
		t.Error(got)
	}
	if got := Paint("日e\u0301x", []Span{{1, 4}, {3, 4}}, mark("(", ")"), mark("[", "]")); got != "[日e\u0301](x)" {
		t.Error(got)
	}
	if Find(s, "") != nil || Find(s, "absent") != nil {
		t.Error("found nothing's place")
	}
}

func TestDocRowsAndMoves(t *testing.T) {
	text := "first\n" + strings.Repeat("0123456789", 1000) + "\n\nlast words here"
	d := NewDoc(text)
	if d.Len() != 6 || !d.Continues(2) || !d.Continues(3) || d.Continues(1) || d.Continues(4) {
		t.Fatalf("%d lines", d.Len())
	}
	var all []Row
	for p := (Pos{}); ; {
		rows := d.Rows(p, 33, 7)
		if len(all) > 0 {
			rows = rows[1:]
		}
		if len(rows) == 0 {
			break
		}
		all = append(all, rows...)
		p = rows[len(rows)-1].Pos
	}
	for i, r := range all {
		if got := d.Move(Pos{}, 33, i); got != r.Pos {
			t.Fatalf("row %d: Move = %v, Rows = %v", i, got, r.Pos)
		}
		if got := d.Move(r.Pos, 33, -i); got != (Pos{}) {
			t.Fatalf("row %d: back at %v", i, got)
		}
	}
	if got := d.Rows(d.Last(33, 5), 33, 50); len(got) != 5 || got[4].Text != "last words here" {
		t.Errorf("last rows: %v", got)
	}
	if got := NewDoc("").Rows(NewDoc("").Last(10, 5), 10, 5); len(got) != 0 {
		t.Errorf("rows of nothing: %v", got)
	}
}

func TestDocCutsOnlyBetweenCodePoints(t *testing.T) {
	for pad := range 4 {
		text := strings.Repeat("x", pad) + strings.Repeat("日本", 3000)
		d := NewDoc(text)
		var all strings.Builder
		for i := range d.Len() {
			fmt.Fprint(&all, d.Line(i))
		}
		if all.String() != text {
			t.Errorf("pad %d: pieces are not the text", pad)
		}
	}
}

func TestDocNumbersAndPicksLines(t *testing.T) {
	d := NewDoc("one\n" + strings.Repeat("x", 2*maxPiece) + "\n\nfour")
	var numbers []int
	for i := range d.Len() {
		numbers = append(numbers, d.Number(i))
	}
	if got := fmt.Sprint(numbers); got != "[1 2 2 3 4]" {
		t.Fatalf("the lines are numbered %s", got)
	}
	p := d.Pick([]int{0, 2, 4})
	if p.Len() != 3 || p.Line(0) != "one" || p.Line(1) != d.Line(2) || p.Line(2) != "four" {
		t.Errorf("picked are %d lines: %q, …, %q", p.Len(), p.Line(0), p.Line(2))
	}
	if p.Number(0) != 1 || p.Number(1) != 2 || p.Number(2) != 4 || p.Continues(1) {
		t.Error("they lost their numbers")
	}
	if none := d.Pick(nil); none.Len() != 0 {
		t.Errorf("nothing picked are %d lines", none.Len())
	}
}

func TestDocSeeksRoundTheEnds(t *testing.T) {
	d := NewDoc("a\nb\na\nc")
	for _, c := range []struct {
		from, direction int
		line            Safe
		want            int
	}{
		{0, 1, "a", 0}, {1, 1, "a", 2}, {3, 1, "a", 0}, {4, 1, "b", 1},
		{1, -1, "a", 0}, {-1, -1, "c", 3}, {0, -1, "b", 1}, {0, 1, "d", -1},
	} {
		if got := d.Seek(c.from, c.direction, func(s Safe) bool { return s == c.line }); got != c.want {
			t.Errorf("%q from %d by %d: line %d, want %d", c.line, c.from, c.direction, got, c.want)
		}
	}
	if got := NewDoc("").Seek(0, 1, func(Safe) bool { return true }); got != -1 {
		t.Errorf("of nothing: line %d", got)
	}
}
