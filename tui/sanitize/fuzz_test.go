package sanitize

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var hostile = []string{
	"plain", "\x1b]52;c;aGk=\x07\x1b]0;title\x1b\\\x1bP$q\x1b\\\u009b2J\x9b2J", "a\r\nb\tc\x00\x7f", "\u202e\u2066x\u200f\u061c",
	"e\u0301\u0301\u0301\u0301\u0301\u200d\u0301", "👨🏽\u200d👩\ufe0f\u200d👧🇪🇺🇺", "क्षकाम\u200d\u0902", "น้ำ\u1112\u1161\u11ab",
	"\xed\xa0\xbd\xed\xb8\x80\xff\xe2\x80", "1\ufe0f\u20e3\U000e0041\u3164\u034f", "\u2028\u2029\ufffe",
}

// FuzzLine holds the invariants of Safe against any bytes, and that parts join
// without changing each other's width.
func FuzzLine(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, in string, width int) {
		checkInput(t, in, width%200)
	})
}

func checkInput(t *testing.T, in string, width int) {
	t.Helper()
	s := Line(in)
	checkSafe(t, s)
	for _, row := range Text(in) {
		checkSafe(t, row)
	}
	clipped := Clip(s, width)
	checkSafe(t, clipped)
	if Width(clipped) > max(width, 0) {
		t.Errorf("Clip(%q, %d) = %q", s, width, clipped)
	}
	if head := Head(in, width); head != clipped {
		t.Errorf("Head(%q, %d) = %q, clipped line %q", in, width, head, clipped)
	}
	if Width(s+clipped) != Width(s)+Width(clipped) {
		t.Errorf("%q and %q merge", s, clipped)
	}
	rows := Wrap(s, width)
	var all Safe
	for _, row := range rows {
		if all += row; Width(row) > max(width, 2) {
			t.Errorf("Wrap(%q, %d): row %q", s, width, row)
		}
	}
	if all != s {
		t.Errorf("Wrap(%q, %d) = %q", s, width, rows)
	}
}

// TestAnyMixture puts code points of every class next to each other.
func TestAnyMixture(t *testing.T) {
	atoms := []string{
		"a", " ", "1", "#", "\t", "\n", "\x1b", "\x80", "\u0080", "日", "क", "ा", "्", "\u0902", "\u0301", "\u0903", "ก", "ำ", "้",
		"\u1100", "\u1161", "\u11a8", "가", "👍", "🏽", "❤", "\ufe0f", "\U000e0100", "\u180b", "\u200d", "\u200c", "\u200b", "🇪", "\u202e",
		"\u20e3", "\u2028", "\xed\xa0\xbd", "\U000e0041", "\u0d4e", "ﾞ", "م", "\u0600", "·", "‹", "›", "…", "ㄱ", "က", "\u1039", "ᥐ",
	}
	rapid.Check(t, func(rt *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(atoms), 0, 30).Draw(rt, "atoms"), "")
		checkInput(t, in, rapid.IntRange(-1, 60).Draw(rt, "width"))
		if t.Failed() {
			rt.Fatalf("for %q", in)
		}
	})
}

func BenchmarkLine(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":   strings.Repeat("func main() { fmt.Println(42) } ", 2000),
		"colours": strings.Repeat("\x1b[32mok\x1b[0m   cfold/tui/sanitize 0.01s ", 2000),
		"wide":    strings.Repeat("漢字かな交じり文 ", 2000),
		"hostile": strings.Repeat(strings.Join(hostile, " "), 300),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Line(s)
			}
		})
	}
}

func BenchmarkDoc(b *testing.B) {
	text := strings.Repeat(strings.Repeat("some output of a build ", 5)+"\n", 100000) + strings.Repeat("x", 10<<20)
	b.Run("new", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			NewDoc(text)
		}
	})
	d := NewDoc(text)
	b.Run("screen", func(b *testing.B) {
		for b.Loop() {
			d.Rows(Pos{50000, 0}, 80, 50)
		}
	})
}
