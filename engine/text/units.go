package text

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// DecodeRune reads the code point at the start of s, a lone surrogate included.
// size is in bytes and 0 for an empty string; a byte that starts no sequence is
// U+FFFD of size 1.
func DecodeRune(s string) (r rune, size int) {
	if s == "" {
		return utf8.RuneError, 0
	}
	if c := s[0]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, size = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && isSurrogateAt(s) {
		return rune(s[0]&0x0f)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return r, size
}

func isSurrogateAt(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80
}

// AppendRune appends r as WTF-8, a surrogate as its three bytes.
func AppendRune(dst []byte, r rune) []byte {
	if r >= 0xd800 && r <= 0xdfff {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
	}
	return utf8.AppendRune(dst, r)
}

// highs is the high bit of each of eight bytes.
const highs = 0x8080808080808080

// IsASCII reports whether s holds only bytes below 0x80.
func IsASCII[T string | []byte](s T) bool {
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		if word(s, i)&highs != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// word is the eight bytes of s from i on.
func word[T string | []byte](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Len is the length of s in UTF-16 code units. Every byte that is no
// continuation starts a code point; only four-byte sequences need a pair.
func Len[T string | []byte](s T) int {
	n := len(s)
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		w := word(s, i)
		if w&highs == 0 {
			continue
		}
		// Per byte, the high bit: a continuation is 10xxxxxx, a four-byte lead
		// 1111xxxx.
		n -= bits.OnesCount64(w & highs &^ (w << 1))
		n += bits.OnesCount64(w & (w << 1) & (w << 2) & (w << 3) & highs)
	}
	for ; i < len(s); i++ {
		if c := s[i]; c&0xc0 == 0x80 {
			n--
		} else if c >= 0xf0 {
			n++
		}
	}
	return n
}

// offset finds the byte position of unit n in s. inside is true when n falls
// between the two halves of a surrogate pair; the position is then that of the
// pair. A position past the end is the end.
func offset(s string, n int) (at int, inside bool) {
	if n <= 0 {
		return 0, false
	}
	units := 0
	for i := 0; i < len(s); {
		if units == n {
			return i, false
		}
		c := s[i]
		switch {
		case c < 0x80:
			i, units = i+1, units+1
		case c >= 0xf0:
			if units+1 == n {
				return i, true
			}
			i, units = i+4, units+2
		case c >= 0xe0:
			i, units = i+3, units+1
		default:
			i, units = i+2, units+1
		}
	}
	return len(s), false
}

// Slice is the first n units of s, one fewer where that would cut a surrogate
// pair, and s itself when it is no longer than n.
func Slice(s string, n int) string {
	if len(s) <= n {
		return s // a string never has more units than bytes
	}
	at, _ := offset(s, n)
	return s[:at]
}

// Cut is the units from start up to end, as String.prototype.slice with
// non-negative arguments: a pair that a position splits leaves a lone surrogate.
func Cut(s string, start, end int) string {
	if start >= end {
		return ""
	}
	from, splitFrom := offset(s, start)
	to, splitTo := offset(s, end)
	if !splitFrom && !splitTo {
		return s[from:to]
	}
	var b []byte
	if splitFrom {
		r, size := DecodeRune(s[from:])
		b = AppendRune(b, 0xdc00|(r-0x10000)&0x3ff)
		from += size
	}
	if from < to {
		b = append(b, s[from:to]...)
	}
	if splitTo {
		r, _ := DecodeRune(s[to:])
		b = AppendRune(b, 0xd800|(r-0x10000)>>10)
	}
	return string(b)
}

// UTF8 is s as Node writes it to a file or hashes it: every lone surrogate
// becomes U+FFFD.
func UTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, size := DecodeRune(s[i:])
		if r >= 0xd800 && r <= 0xdfff {
			r = utf8.RuneError
		}
		b = utf8.AppendRune(b, r)
		i += size
	}
	return string(b)
}

// Decode reads bytes as UTF-8 the way a browser or Node does: each maximal
// ill-formed part becomes one U+FFFD. A byte order mark is kept.
func Decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string(AppendDecoded(nil, b))
}

// AppendDecoded appends what Decode returns.
func AppendDecoded(dst, b []byte) []byte {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			size = illFormed(b[i:])
		}
		dst = utf8.AppendRune(dst, r)
		i += size
	}
	return dst
}

// illFormed is the length in bytes of the maximal ill-formed part at the start
// of b: a lead byte with as many continuation bytes as could still have begun a
// well-formed sequence.
func illFormed(b []byte) int {
	lo, hi, need := byte(0x80), byte(0xbf), 0
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		need = 3
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	}
	n := 1
	for n <= need && n < len(b) && b[n] >= lo && b[n] <= hi {
		n++
		lo, hi = 0x80, 0xbf
	}
	return n
}

// IsSpace reports whether r is white space to JavaScript's trim and \s.
func IsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// Trim removes JavaScript white space at both ends.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }

// TrimEnd removes JavaScript white space at the end.
func TrimEnd(s string) string { return strings.TrimRightFunc(s, IsSpace) }

// Clip collapses every run of white space to one space, trims, and when the
// result is longer than n units cuts it to n−1, trims the end and adds "…".
func Clip(s string, n int) string {
	s = Trim(s)
	// Only what can reach the result is collapsed: n units and the one that
	// shows whether there are more.
	b := make([]byte, 0, min(len(s), 3*n+4))
	units, gap := 0, false
	for i := 0; i < len(s); {
		r, size := DecodeRune(s[i:])
		if IsSpace(r) {
			gap = true
			i += size
			continue
		}
		if gap {
			b, units, gap = append(b, ' '), units+1, false
		}
		b = append(b, s[i:i+size]...)
		units++
		if r > 0xffff {
			units++
		}
		i += size
		if units > n {
			return TrimEnd(Slice(string(b), n-1)) + "…"
		}
	}
	return string(b)
}

// FirstLine is the first line that is not blank, trimmed and clipped to n
// units; empty when there is none. Lines end at LF only.
func FirstLine(s string, n int) string {
	for len(s) > 0 {
		line := s
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			line, s = s[:i], s[i+1:]
		} else {
			s = ""
		}
		if line = Trim(line); line != "" {
			return Clip(line, n)
		}
	}
	return ""
}

// Estimate is the token estimate of a text of that many UTF-16 units: a quarter,
// rounded up.
func Estimate(units int) int { return (units + 3) / 4 }
