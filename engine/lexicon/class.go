package lexicon

import (
	"strings"
	"unicode/utf8"

	"cfold/engine/text"
)

// Classes of bytes, one bit each.
const (
	word     = 1 << iota // \w
	mark                 // . and -, which with \w make up a file name
	slash                // / which with those makes up a path
	blank                // ASCII white space
	lead                 // first byte of white space beyond ASCII, and of other runes
	tabSpace             // what may stand around the : or = of a value
)

var class = func() (t [256]uint8) {
	for c := range t {
		b := byte(c)
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', b == '_':
			t[c] = word
		case b == '.' || b == '-':
			t[c] = mark
		case b == '/':
			t[c] = slash
		case b == ' ' || b == '\t':
			t[c] = blank | tabSpace
		case b >= '\n' && b <= '\r':
			t[c] = blank
		case b == 0xc2, b == 0xe1, b == 0xe2, b == 0xe3, b == 0xef:
			t[c] = lead
		}
	}
	return t
}()

func isWord(c byte) bool { return class[c]&word != 0 }

// wordBefore and wordAt say what \b compares: whether a word character ends, or
// begins, at byte i of s.
func wordBefore(s string, i int) bool { return i > 0 && isWord(s[i-1]) }
func wordAt(s string, i int) bool     { return i < len(s) && isWord(s[i]) }

// run is the end of the run of bytes of the given classes that begins at i.
func run(s string, i int, classes uint8) int {
	for i < len(s) && class[s[i]]&classes != 0 {
		i++
	}
	return i
}

// runBack is the start, not before low, of the run of bytes of the given classes
// that ends before i.
func runBack(s string, i, low int, classes uint8) int {
	for i > low && class[s[i-1]]&classes != 0 {
		i--
	}
	return i
}

// nextWord finds the first word that begins at i or later; a word that i is
// inside of is passed over. start is len(s) when there is none.
func nextWord(s string, i int) (start, end int) {
	if wordBefore(s, i) {
		i = run(s, i, word)
	}
	for i < len(s) && class[s[i]]&word == 0 {
		i++
	}
	return i, run(s, i, word)
}

// spaceAt is the size in bytes of the white space at i, 0 if there is none.
func spaceAt(s string, i int) int {
	switch c := class[s[i]]; {
	case c&blank != 0:
		return 1
	case c&lead == 0:
		return 0
	}
	if r, size := text.DecodeRune(s[i:]); text.IsSpace(r) {
		return size
	}
	return 0
}

// spaceBefore is the size in bytes of the white space that ends before i.
func spaceBefore(s string, i int) int {
	if i == 0 {
		return 0
	}
	if c := s[i-1]; c < utf8.RuneSelf {
		return int(class[c]&blank) / blank
	}
	if r, size := utf8.DecodeLastRuneInString(s[:i]); text.IsSpace(r) {
		return size
	}
	return 0
}

// spaces is the end of the run of white space that begins at i.
func spaces(s string, i int) int {
	for i < len(s) {
		n := spaceAt(s, i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// lineSpaces is spaces up to the end of the line.
func lineSpaces(s string, i int) int {
	for i < len(s) && s[i] != '\n' {
		n := spaceAt(s, i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// solid is the end of the run of characters other than white space at i.
func solid(s string, i int) int {
	for i < len(s) && (class[s[i]]&(blank|lead) == 0 || spaceAt(s, i) == 0) {
		i++
	}
	return i
}

// lineStartAt reports whether a multi-line ^ matches at i.
func lineStartAt(s string, i int) bool {
	if i == 0 || s[i-1] == '\n' || s[i-1] == '\r' {
		return true
	}
	return i >= 3 && isSeparator(s, i-3)
}

// lineEnd is the position at or after i where a multi-line $ matches.
func lineEnd(s string, i int) int {
	for i < len(s) && s[i] != '\n' && s[i] != '\r' && !isSeparator(s, i) {
		i++
	}
	return i
}

// isSeparator reports whether U+2028 or U+2029 stands at i.
func isSeparator(s string, i int) bool {
	return s[i] == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2]&^1 == 0xa8
}

// A stop set holds the ASCII characters a bounded run may not contain.
type stopSet [256]bool

func stops(chars string) *stopSet {
	var t stopSet
	for i := range len(chars) {
		t[chars[i]] = true
	}
	return &t
}

var (
	stopLine     = stops("\n")
	stopSentence = stops("\n.!?")
	stopClause   = stops("\n.!?;")
)

// reach goes on from i over at most n UTF-16 units that are not in stop. split is
// true when the last unit is the first half of a surrogate pair; end is then the
// position of the pair.
func reach(s string, i, n int, stop *stopSet) (end int, split bool) {
	for i < len(s) && n > 0 {
		c := s[i]
		switch {
		case stop[c]:
			return i, false
		case c < utf8.RuneSelf:
			i, n = i+1, n-1
		case c >= 0xf0:
			if n == 1 {
				return i, true
			}
			i, n = i+4, n-2
		case c >= 0xe0:
			i, n = i+3, n-1
		default:
			i, n = i+2, n-1
		}
	}
	return min(i, len(s)), false
}

// withHalf is s[start:end], with the first half of the pair at end when split.
func withHalf(s string, start, end int, split bool) string {
	if !split {
		return s[start:end]
	}
	return text.Cut(s[start:], 0, text.Len(s[start:end])+1)
}

// equalFold reports whether s begins with lower, which is lower-case ASCII, in any
// ASCII case.
func equalFold(s, lower string) bool {
	if len(s) < len(lower) {
		return false
	}
	for i := range len(lower) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// find is strings.IndexByte from i on; len(s) when c is not there.
func find(s string, i int, c byte) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}
