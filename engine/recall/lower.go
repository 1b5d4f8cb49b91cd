package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cfold/engine/text"
)

// lower is String.prototype.toLowerCase: the full mapping of every code point, a
// sigma that ends a word included. Lone surrogates stay.
func lower(s string) string {
	if text.IsASCII(s) {
		return strings.ToLower(s)
	}
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		r, size := text.DecodeRune(s[i:])
		switch {
		case r < 0x80 && (r < 'A' || r > 'Z'), r >= 0x2e80 && r < 0xa640, size == 1 && r >= 0x80:
			// What has no case, most CJK among it, and bytes that are no text.
			b = append(b, s[i:i+size]...)
		case r == 'Σ' && casedBefore(s[:i]) && !casedNext(s[i+size:]):
			b = append(b, "ς"...)
		case r == 'İ':
			b = append(b, "i̇"...)
		default:
			b = text.AppendRune(b, unicode.ToLower(r))
		}
		i += size
	}
	return string(b)
}

// casedBefore reports whether a letter with case precedes, what is ignored left
// out.
func casedBefore(s string) bool {
	for s != "" {
		// No surrogate has case or is ignored, so their three bytes may count
		// one by one.
		r, size := utf8.DecodeLastRuneInString(s)
		if !isIgnorable(r) {
			return isCased(r)
		}
		s = s[:len(s)-size]
	}
	return false
}

// casedNext reports whether a letter with case follows, what is ignored left out.
func casedNext(s string) bool {
	for i := 0; i < len(s); {
		r, size := text.DecodeRune(s[i:])
		if !isIgnorable(r) {
			return isCased(r)
		}
		i += size
	}
	return false
}

// isCased is Unicode's Cased.
func isCased(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// isIgnorable is Unicode's Case_Ignorable: marks, format characters, modifiers
// and the punctuation that stands within words.
func isIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', 0x387, 0x55f, 0x5f4, 0x2018, 0x2019, 0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a:
		return true
	}
	if r < 0x80 {
		return r == '^' || r == '`'
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
