package jsjson

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"cfold/engine/text"
)

// Text is a string's value; empty for other types.
func (r Raw) Text() string {
	if r.Kind() != String {
		return ""
	}
	body := r[1 : len(r)-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return text.Decode(body)
	}
	var b strings.Builder
	b.Grow(len(body))
	decode(body, func(part []byte) { b.Write(part) })
	return b.String()
}

// Equals reports whether r is the string s. Bytes that are not UTF-8 equal none.
func (r Raw) Equals(s string) bool {
	if r.Kind() != String {
		return false
	}
	return Key(r).Is(s)
}

// AppendText appends a string's value to dst.
func (r Raw) AppendText(dst []byte) []byte {
	if r.Kind() != String {
		return dst
	}
	decode(r[1:len(r)-1], func(part []byte) { dst = append(dst, part...) })
	return dst
}

// decode hands what stands between a string's quotes to add, decoded, part by part.
func decode(body []byte, add func(part []byte)) {
	plain := add
	if !isWellFormed(body) {
		plain = func(part []byte) { add(text.AppendDecoded(nil, part)) }
	}
	var escape [utf8.UTFMax]byte
	for len(body) > 0 {
		at := bytes.IndexByte(body, '\\')
		if at < 0 {
			plain(body)
			return
		}
		plain(body[:at])
		decoded, n := appendEscape(escape[:0], body[at:])
		add(decoded)
		body = body[at+n:]
	}
}

// appendEscape appends what the escape at the start of b stands for and returns
// its length in bytes, a surrogate pair of escapes counting as one.
func appendEscape(dst, b []byte) ([]byte, int) {
	switch b[1] {
	case 'b':
		return append(dst, '\b'), 2
	case 'f':
		return append(dst, '\f'), 2
	case 'n':
		return append(dst, '\n'), 2
	case 'r':
		return append(dst, '\r'), 2
	case 't':
		return append(dst, '\t'), 2
	case 'u':
		r, _ := hex4(b, 2)
		if r >= 0xd800 && r < 0xdc00 && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
			if low, ok := hex4(b, 8); ok && low >= 0xdc00 && low < 0xe000 {
				return text.AppendRune(dst, 0x10000+(r-0xd800)<<10+(low-0xdc00)), 12
			}
		}
		return text.AppendRune(dst, r), 6
	}
	return append(dst, b[1]), 2
}

// Units is the length of a string in UTF-16 code units, without decoding it; 0
// for other types.
func (r Raw) Units() int {
	if r.Kind() != String {
		return 0
	}
	body := []byte(r[1 : len(r)-1])
	n := 0
	for len(body) > 0 {
		at := bytes.IndexByte(body, '\\')
		plain := body
		if at >= 0 {
			plain = body[:at]
		}
		n += plainUnits(plain)
		if at < 0 {
			break
		}
		n++
		if body[at+1] == 'u' {
			body = body[at+6:]
		} else {
			body = body[at+2:]
		}
	}
	return n
}

func plainUnits(b []byte) int {
	if text.IsASCII(b) {
		return len(b)
	}
	if isWellFormed(b) {
		return text.Len(b)
	}
	return text.Len(text.AppendDecoded(nil, b))
}
