package sanitize

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

func TestLineShowsWhatItReplaces(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     Safe
	}{
		{"plain", "make test", "make test"},
		{"empty", "", ""},
		{"line feed", "a\nb", "a␤b"},
		{"tab", "a\tb", "a b"},
		{"return", "50%\r100%", "50%␍100%"},
		{"nul", "a\x00b", "a␀b"},
		{"delete", "a\x7fb", "a␡b"},
		{"csi", "\x1b[31mred\x1b[0m", "␛[31mred␛[0m"},
		{"clipboard", "\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"},
		{"8-bit csi as a code point", "\u009b31m", "‹U+009B›31m"},
		{"8-bit csi as a byte", "\x9b31m", "\ufffd31m"},
		{"override", "a\u202eb", "a‹RLO›b"},
		{"isolates", "\u2066a\u2067b\u2068c\u2069", "‹LRI›a‹RLI›b‹FSI›c‹PDI›"},
		{"marks of direction", "\u200e\u200f\u061c", "‹LRM›‹RLM›‹ALM›"},
		{"zero width", "pass\u200bword\u2060\ufeff\u00ad", "pass‹ZWSP›word‹WJ›‹BOM›‹SHY›"},
		{"joiner in Latin text", "pass\u200dword", "pass‹ZWJ›word"},
		{"non-joiner in Persian", "می\u200cخواهم", "میخواهم"},
		{"two joiners", "م\u200c\u200cخ", "م‹ZWNJ›خ"},
		{"tags", "a\U000e0068\U000e0069", "a‹U+E0068›‹U+E0069›"},
		{"selector on a letter", "a\ufe0f", "a‹U+FE0F›"},
		{"selector on a symbol", "❤\ufe0f", "❤"},
		{"row of selectors", "😀\ufe0f\U000e0101\U000e0102", "😀‹U+E0101›‹U+E0102›"},
		{"keycap", "1\ufe0f\u20e3", "1\u20e3"},
		{"family", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"heart on fire", "❤\ufe0f\u200d🔥", "❤🔥"},
		{"skin tone", "👍🏽", "👍"},
		{"skin tone and profession", "👩🏽\u200d💻", "👩💻"},
		{"skin tone alone", "a🏽", "a‹U+1F3FD›"},
		{"flag", "🇪🇺", "‹EU›"},
		{"two flags", "🇪🇺🇺🇸!", "‹EU›‹US›!"},
		{"half a flag", "🇪x", "‹E›x"},
		{"half a flag at the end", "🇪", "‹E›"},
		{"mark at the start", "\u0301a", "‹U+0301›a"},
		{"mark on a space", " \u0301", " ‹U+0301›"},
		{"marks", "e\u0301\u0302", "e\u0301\u0302"},
		{"zalgo", "e" + strings.Repeat("\u0301", 20) + "x", "e\u0301\u0301\u0301\u0301‹+16›x"},
		{"lone surrogate", "a\xed\xa0\xbdb", "a\ufffdb"},
		{"invalid", "a\xff\xc3b", "a\ufffd\ufffdb"},
		{"separators", "a\u2028b\u2029c", "a‹LS›b‹PS›c"},
		{"noncharacter", "\uffff", "‹U+FFFF›"},
		{"decomposed Hangul", "\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"},
		{"lone leading consonant", "\u1100\u1100\u1161", "ㄱ가"},
		{"lone tail", "\u11a8", "‹U+11A8›"},
		{"filler", "a\u3164b\u115f", "a‹U+3164›b‹U+115F›"},
		{"Thai AM", "น้ำ", "น้ํา"},
		{"vowel signs", "काम", "कआम"},
		{"conjunct", "क्ष", "क·ष"},
		{"wide", "日本語", "日本語"},
		{"ambiguous", "±→①", "±→①"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Line(tt.in)
			if got != tt.want {
				t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
			}
			checkSafe(t, got)
		})
	}
}

// checkSafe reports what of the invariants of Safe does not hold.
func checkSafe(t *testing.T, s Safe) {
	t.Helper()
	if !utf8.ValidString(string(s)) {
		t.Errorf("%q is not valid UTF-8", s)
	}
	sum, marks := 0, 0
	for i, r := range string(s) {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r),
			unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			t.Errorf("%q holds %U", s, r)
		case unicode.Is(unicode.M, r):
			if marks++; i == 0 || marks > MaxMarks {
				t.Errorf("%q: mark %U at %d is number %d on its base", s, r, i, marks)
			}
			continue
		}
		marks = 0
		sum += ansi.StringWidth(string(r))
	}
	if w := Width(s); w != sum || w != ansi.StringWidth(string(s)) {
		t.Errorf("%q: width %d, by code points %d, by x/ansi %d", s, w, sum, ansi.StringWidth(string(s)))
	}
	if again := Line(string(s)); again != s {
		t.Errorf("Line(%q) = %q", s, again)
	}
}

// alike reports whether r is one of the many that are treated and drawn as their
// neighbours are: ideographs, syllables, private use, what is always escaped.
func alike(r rune) bool {
	cl := classify(r)
	return cl == forbidden || cl == plain && (r >= 0x3400 && r < 0xf900 || r >= 0x17000 && r < 0x1b000 || r >= 0x20000)
}

// Every code point, alone and between bases of several scripts, must leave the
// width that its neighbours and it have by themselves.
func TestEveryCodePoint(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r%89 != 0 && alike(r) {
			continue
		}
		in := string(r)
		checkSafe(t, Line(strings.Join([]string{in, "a" + in + "a", "क" + in + "क", "가" + in + in, "👍" + in + "👍", "က" + in + "က", "ក" + in + "ក"}, " ")))
		checkSafe(t, Line(in))
		if t.Failed() {
			t.Fatalf("at %U", r)
		}
	}
}

func TestTextLinesAndTabs(t *testing.T) {
	got := Text("a\tb\n\n日\tx\r\nlong line\t|\n")
	want := []Safe{"a       b", "", "日      x␍", "long line       |"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := Text(""); len(got) != 0 {
		t.Errorf("Text of nothing has lines: %q", got)
	}
}

func TestHeadEqualsClippedLine(t *testing.T) {
	for _, s := range []string{
		"", "short", strings.Repeat("word ", 50), strings.Repeat("日本", 40), strings.Repeat("e\u0301\u0301\u0301\u0301\u0301", 60),
		strings.Repeat("\x1b[0m", 40), strings.Repeat("क्ष", 50), "👍🏽" + strings.Repeat("\U000e0041", 30),
	} {
		for width := -1; width < 120; width++ {
			if got, want := Head(s, width), Clip(Line(s), width); got != want {
				t.Fatalf("Head(%q, %d) = %q, want %q", s, width, got, want)
			}
		}
	}
}
