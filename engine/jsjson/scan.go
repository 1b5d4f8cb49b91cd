package jsjson

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how many arrays and objects may stand inside each other, so that a
// hostile line cannot exhaust the stack. JSON.parse knows no such bound; it is the
// one encoding/json has.
const maxDepth = 10000

// Scan checks that line holds exactly one JSON value, with JSON white space
// around it at most, and returns that value. The result aliases line.
func Scan(line []byte) (Raw, bool) {
	start := skipSpace(line, 0)
	end := skipValue(line, start, 0)
	if end < 0 || skipSpace(line, end) != len(line) {
		return nil, false
	}
	return Raw(line[start:end]), true
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// skipValue returns the position after the value that starts at i, inside depth
// others, or -1 where there is no valid one.
func skipValue(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{':
		return skipObject(b, i, depth)
	case '[':
		return skipArray(b, i, depth)
	case 't':
		return skipWord(b, i, "true")
	case 'f':
		return skipWord(b, i, "false")
	case 'n':
		return skipWord(b, i, "null")
	default:
		return skipNumber(b, i)
	}
}

func skipObject(b []byte, i, depth int) int {
	if depth >= maxDepth {
		return -1
	}
	return scanObject(b, i, func(_ Key, at int) int { return skipValue(b, at, depth+1) })
}

func skipArray(b []byte, i, depth int) int {
	if depth >= maxDepth {
		return -1
	}
	return scanArray(b, i, func(_, at int) int { return skipValue(b, at, depth+1) })
}

// scanObject checks the object that opens at i. visit is called for each member
// with the position of its value and returns the position after it, or -1.
func scanObject(b []byte, i int, visit func(k Key, at int) int) int {
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	for {
		if i >= len(b) || b[i] != '"' {
			return -1
		}
		start := i
		if i = skipString(b, i); i < 0 {
			return -1
		}
		key := Key(b[start:i])
		if i = skipSpace(b, i); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = visit(key, skipSpace(b, i+1)); i < 0 {
			return -1
		}
		i = skipSpace(b, i)
		if i < len(b) && b[i] == ',' {
			i = skipSpace(b, i+1)
			continue
		}
		if i < len(b) && b[i] == '}' {
			return i + 1
		}
		return -1
	}
}

// scanArray is scanObject for the array that opens at i.
func scanArray(b []byte, i int, visit func(n, at int) int) int {
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1
	}
	for n := 0; ; n++ {
		if i = visit(n, i); i < 0 {
			return -1
		}
		i = skipSpace(b, i)
		if i < len(b) && b[i] == ',' {
			i = skipSpace(b, i+1)
			continue
		}
		if i < len(b) && b[i] == ']' {
			return i + 1
		}
		return -1
	}
}

func skipWord(b []byte, i int, word string) int {
	if len(b)-i >= len(word) && string(b[i:i+len(word)]) == word {
		return i + len(word)
	}
	return -1
}

func skipNumber(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	switch {
	case i < len(b) && b[i] == '0':
		i++
	case i < len(b) && b[i] >= '1' && b[i] <= '9':
		i = skipDigits(b, i)
	default:
		return -1
	}
	if i < len(b) && b[i] == '.' {
		from := i + 1
		if i = skipDigits(b, from); i == from {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		from := i
		if i = skipDigits(b, from); i == from {
			return -1
		}
	}
	return i
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plainRun returns the position of the first byte at or after i that is a quote,
// a backslash or a control character, eight bytes at a time.
func plainRun(b []byte, i int) int {
	for len(b)-i >= 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		// A byte below 0x20 borrows into its high bit; bytes of 0x80 and more
		// are masked out by &^ w.
		stop := ((quote - ones) &^ quote) | ((slash - ones) &^ slash) | ((w - ones*0x20) &^ w)
		if stop &= highs; stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += 8
	}
	for i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// skipString returns the position after the closing quote of the string that
// opens at i, or -1 for an unterminated one, a raw control character or an
// escape that JSON does not have.
func skipString(b []byte, i int) int {
	end, _ := scanString(b, i)
	return end
}

// scanString is skipString that also counts the bytes which the string's escapes
// take beyond one for each.
func scanString(b []byte, i int) (end, escapes int) {
	i++
	for {
		i = plainRun(b, i)
		if i >= len(b) {
			return -1, 0
		}
		switch b[i] {
		case '"':
			return i + 1, escapes
		case '\\':
			if i+1 >= len(b) {
				return -1, 0
			}
			switch b[i+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				i += 2
				escapes++
			case 'u':
				if _, ok := hex4(b, i+2); !ok {
					return -1, 0
				}
				i += 6
				escapes += 5
			default:
				return -1, 0
			}
		default:
			return -1, 0
		}
	}
}

func hex4(b []byte, i int) (rune, bool) {
	if len(b)-i < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[i : i+4] {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= rune(c - '0')
		case c >= 'a' && c <= 'f':
			r |= rune(c - 'a' + 10)
		case c >= 'A' && c <= 'F':
			r |= rune(c - 'A' + 10)
		default:
			return 0, false
		}
	}
	return r, true
}
