package jsjson

import (
	"bytes"

	"cfold/engine/text"
)

// isStringified reports whether a value already has JSON.stringify's form, as what a
// program in JavaScript wrote has nearly always. false says nothing: what would take
// longer to decide than to write anew is not decided.
func isStringified(r Raw) bool {
	return plainValue(r, 0) == len(r) && isWellFormed(r)
}

// StringifyUnits is the length of Stringify in UTF-16 units.
func StringifyUnits(r Raw) int {
	if isStringified(r) {
		return text.Len([]byte(r))
	}
	return text.Len(AppendStringify(nil, r))
}

// plainValue returns the position after the value that starts at i, or -1 where it
// may not have JSON.stringify's form.
func plainValue(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; {
	case c == '"':
		return plainString(b, i)
	case c == '{':
		return plainObject(b, i)
	case c == '[':
		return plainArray(b, i)
	case c >= 'a':
		return skipTrusted(b, i)
	}
	return plainNumber(b, i)
}

// plainString passes over a string without escapes that could be written shorter.
func plainString(b []byte, i int) int {
	for i = plainRun(b, i+1); b[i] != '"'; i = plainRun(b, i+2) {
		if c := b[i+1]; c == 'u' || c == '/' {
			return -1
		}
	}
	return i + 1
}

// plainNumber passes over an integer of so few digits that it is exact.
func plainNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if b[i] == '0' {
		return -1
	}
	end := skipDigits(b, i)
	if end-i > 15 || end < len(b) && (b[end] == '.' || b[end]|0x20 == 'e') {
		return -1
	}
	return end
}

func plainArray(b []byte, i int) int {
	if i++; b[i] == ']' {
		return i + 1
	}
	for {
		if i = plainValue(b, i); i < 0 {
			return -1
		}
		switch b[i] {
		case ',':
			i++
		case ']':
			return i + 1
		default:
			return -1
		}
	}
}

// plainObject passes over an object of a few members whose names are distinct and
// no numbers.
func plainObject(b []byte, i int) int {
	if i++; b[i] == '}' {
		return i + 1
	}
	var names [8][]byte
	for n := range names {
		if b[i] != '"' || b[i+1] >= '0' && b[i+1] <= '9' {
			return -1
		}
		end := plainString(b, i)
		if end < 0 || b[end] != ':' {
			return -1
		}
		names[n] = b[i:end]
		for _, name := range names[:n] {
			if bytes.Equal(name, names[n]) {
				return -1
			}
		}
		if i = plainValue(b, end+1); i < 0 {
			return -1
		}
		switch b[i] {
		case ',':
			i++
		case '}':
			return i + 1
		default:
			return -1
		}
	}
	return -1
}
