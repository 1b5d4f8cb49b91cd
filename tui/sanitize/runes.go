package sanitize

import "unicode"

// class is what the cleaner does with a code point. tone, selector and joiner
// stand in the order in which they may follow one base.
type class uint8

const (
	plain     class = iota // kept; may carry marks
	mark                   // a combining mark of no width: kept on a base
	control                // C0 or DEL: shown as its picture
	tone                   // emoji modifier: dropped on a pictograph
	selector               // variation selector: dropped on a base
	joiner                 // ZWJ, ZWNJ: dropped inside scripts and emoji
	regional               // regional indicator: shown as letters
	jamo                   // conjoining Hangul: composed with its neighbours
	spacing                // mark that takes or merges cells: see standIn
	forbidden              // shown as ‹…›
)

// disputed holds what terminals and width tables measure differently, or
// that merges with its neighbours in some of them: hexagrams and monograms
// that Unicode 16 widened, circled numbers on black squares, counting rods,
// letters of grapheme break property Prepend, Hangul tone marks, marks of
// musical notation, halfwidth sound marks, and what came with Unicode 15 or
// later and has no width in a C library of two years ago.
var disputed = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0897, 0x0897, 1}, {0x0cf3, 0x0cf3, 1}, {0x0d4e, 0x0d4e, 1}, {0x0ece, 0x0ece, 1},
		{0x2630, 0x2637, 1}, {0x268a, 0x268f, 1}, {0x302a, 0x302f, 1}, {0x3248, 0x324f, 1},
		{0x4dc0, 0x4dff, 1}, {0xff9e, 0xff9f, 1}, {0xfffc, 0xfffc, 1},
	},
	R32: []unicode.Range32{
		{0x10efd, 0x10eff, 1}, {0x110bd, 0x110bd, 1}, {0x110cd, 0x110cd, 1}, {0x111c2, 0x111c3, 1},
		{0x1123f, 0x11241, 1}, {0x113d1, 0x113d1, 1}, {0x1193f, 0x1193f, 1}, {0x11941, 0x11941, 1},
		{0x11a3a, 0x11a3a, 1}, {0x11a84, 0x11a89, 1}, {0x11b00, 0x11b09, 1}, {0x11d46, 0x11d46, 1},
		{0x11f00, 0x11f59, 1}, {0x1342f, 0x1345f, 1}, {0x16fe4, 0x16fe4, 1}, {0x1b132, 0x1b132, 1},
		{0x1b155, 0x1b155, 1}, {0x1d165, 0x1d166, 1}, {0x1d16d, 0x1d172, 1}, {0x1d2c0, 0x1d2d3, 1},
		{0x1d300, 0x1d376, 1}, {0x1df25, 0x1df2a, 1}, {0x1e030, 0x1e08f, 1}, {0x1e4d0, 0x1e4f9, 1},
		{0x1f6dc, 0x1f6dc, 1}, {0x1f774, 0x1f77f, 1}, {0x1f7d9, 0x1f7d9, 1}, {0x1fa75, 0x1fa77, 1},
		{0x1fa87, 0x1fa8f, 1}, {0x1faad, 0x1faaf, 1}, {0x1fabb, 0x1fabf, 1}, {0x1face, 0x1facf, 1},
		{0x1fada, 0x1fadf, 1}, {0x1fae8, 0x1faef, 1}, {0x1faf7, 0x1faff, 1}, {0x31350, 0x323af, 1},
	},
}

// invisible holds what draws nothing and is no format character to Unicode:
// fillers, the grapheme joiner, Khmer inherent vowels.
var invisible = unicode.Other_Default_Ignorable_Code_Point

func classify(r rune) class {
	switch {
	case r < 0x20 || r == 0x7f:
		return control
	case r < 0x7f:
		return plain
	case r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, r >= 0x3041 && r <= 0x3096,
		r >= 0xa0 && r < 0x300 && r != 0xad, r >= 0x2500 && r < 0x2600:
		return plain // the bulk of what is not ASCII, spared the tables
	case r == 0x200c || r == 0x200d:
		return joiner
	case r >= 0x1f3fb && r <= 0x1f3ff:
		return tone
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return regional
	case r >= 0x1100 && r <= 0x11ff, r >= 0xa960 && r <= 0xa97f, r >= 0xd7b0 && r <= 0xd7ff:
		return jamo
	}
	return classifyRare(r)
}

func classifyRare(r rune) class {
	switch {
	case unicode.Is(unicode.Variation_Selector, r):
		return selector
	case unicode.Is(disputed, r), unicode.Is(invisible, r):
		return forbidden
	case r == 0xe33 || r == 0xeb3, unicode.Is(unicode.Mc, r), virama(r):
		return spacing
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r):
		return mark
	case unicode.Is(unicode.Co, r) && r < 0xf900:
		return plain // private use: the icons of prompts and patched fonts
	case r == '\u2028' || r == '\u2029' || !unicode.IsGraphic(r):
		return forbidden
	}
	return plain
}

// virama reports whether r joins the consonants around it into one cluster:
// Unicode's Indic conjunct linkers.
func virama(r rune) bool {
	switch r {
	case 0x94d, 0x9cd, 0xacd, 0xb4d, 0xc4d, 0xd4d, 0x1039, 0x17d2, 0x1a60, 0xa9c0, 0xaaf6,
		0x1b44, 0x1bab, 0xabed, 0x10a3f, 0x11133, 0x113d0, 0x1193e, 0x11a47, 0x11a99:
		return true
	}
	return false
}

// standIn is what is drawn for a mark that terminals give no cell, one or more,
// as they count clusters or code points. Thai and Lao AM is the ring and the
// vowel it is made of. A vowel sign of the scripts that share the layout of
// Devanagari becomes the letter of the same vowel, 0x38 before it. A virama
// becomes a dot. Empty where there is none.
func standIn(r rune) string {
	switch {
	case r == 0xe33:
		return "\u0e4d\u0e32"
	case r == 0xeb3:
		return "\u0ecd\u0eb2"
	case virama(r):
		return "·"
	case r >= 0x900 && r < 0xd80 && r&0x7f >= 0x3e && r&0x7f <= 0x4c && unicode.Is(unicode.Lo, r-0x38):
		return string(r - 0x38)
	}
	return ""
}

// pictograph reports whether r is a base that skin tones and joiners belong to.
func pictograph(r rune) bool {
	return (r >= 0x2190 && r < 0x2c00 || r >= 0x1f000 && r < 0x1fb00) && unicode.Is(unicode.So, r)
}

// compose joins a Hangul syllable or leading consonant a with the jamo b that
// follows it, by the arithmetic of the Unicode standard. ok is false where the
// two make no syllable.
func compose(a, b rune) (syllable rune, ok bool) {
	const lead, vowel, tail, base = 0x1100, 0x1161, 0x11a7, 0xac00
	switch {
	case a >= lead && a < lead+19 && b >= vowel && b < vowel+21:
		return base + ((a-lead)*21+b-vowel)*28, true
	case a >= base && a <= 0xd7a3 && (a-base)%28 == 0 && b > tail && b < tail+28:
		return a + b - tail, true
	}
	return 0, false
}

var names = map[rune]string{
	0x061c: "ALM", 0x200e: "LRM", 0x200f: "RLM",
	0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
	0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ", 0x2060: "WJ", 0xfeff: "BOM", 0xad: "SHY",
	0x2028: "LS", 0x2029: "PS",
}
