package jsjson

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"cfold/engine/text"
)

func isWellFormed(b []byte) bool { return utf8.Valid(b) }

// AppendStringify appends r as JSON.stringify(JSON.parse(r)) writes it: no white
// space, numbers in JavaScript form, integer-like keys first in ascending order,
// a repeated key at its first place with its last value. Absent appends nothing.
func AppendStringify(dst []byte, r Raw) []byte {
	switch r.Kind() {
	case String:
		return appendString(dst, r)
	case Number:
		f, _ := r.Float()
		return AppendNumber(dst, f)
	case Array:
		dst = append(dst, '[')
		for i, v := range r.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendStringify(dst, v)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range Ordered(r) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, Raw(m.Key)), ':')
			dst = AppendStringify(dst, m.Value)
		}
		return append(dst, '}')
	}
	return append(dst, r...)
}

// Stringify is AppendStringify as a string.
func Stringify(r Raw) string { return string(AppendStringify(nil, r)) }

// Member is one member of an object.
type Member struct {
	Key   Key
	Value Raw
}

// Ordered lists the members of an object as JavaScript holds them after
// parsing: integer-like keys ascending, then the rest in order of first
// appearance, each with its last value.
func Ordered(r Raw) []Member {
	var list []Member
	indexed := false
	for k, v := range r.Members() {
		_, isIndex := arrayIndex(k)
		indexed = indexed || isIndex
		list = append(list, Member{k, v})
	}
	list = dropRepeats(list)
	if !indexed {
		return list
	}
	slices.SortStableFunc(list, func(a, b Member) int {
		x, isX := arrayIndex(a.Key)
		y, isY := arrayIndex(b.Key)
		switch {
		case isX && isY:
			return int(x - y)
		case isX:
			return -1
		case isY:
			return 1
		}
		return 0
	})
	return list
}

// dropRepeats leaves each key once. Objects here are small or have distinct
// keys, so a map is only made for the large ones.
func dropRepeats(list []Member) []Member {
	if len(list) > 16 {
		at := make(map[string]int, len(list))
		kept := list[:0]
		for _, m := range list {
			name := m.Key.Text()
			if i, ok := at[name]; ok {
				kept[i].Value = m.Value
				continue
			}
			at[name] = len(kept)
			kept = append(kept, m)
		}
		return kept
	}
	kept := list[:0]
next:
	for _, m := range list {
		for i := range kept {
			if sameKey(kept[i].Key, m.Key) {
				kept[i].Value = m.Value
				continue next
			}
		}
		kept = append(kept, m)
	}
	return kept
}

func sameKey(a, b Key) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if bytes.IndexByte(a, '\\') < 0 && bytes.IndexByte(b, '\\') < 0 && isWellFormed(a) && isWellFormed(b) {
		return false
	}
	return a.Text() == b.Text()
}

// arrayIndex reads a key that JavaScript treats as an index: canonical decimal
// from 0 to 4294967294.
func arrayIndex(k Key) (int64, bool) {
	name := k[1 : len(k)-1]
	if len(name) == 0 || len(name) > 10 && bytes.IndexByte(name, '\\') < 0 {
		return 0, false
	}
	if bytes.IndexByte(name, '\\') >= 0 {
		name = []byte(k.Text())
	}
	if len(name) == 0 || len(name) > 10 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	for _, c := range name {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(string(name), 10, 64)
	return n, err == nil && n <= 4294967294
}

// appendString writes a string value in JSON.stringify's form. What already has
// that form is copied.
func appendString(dst []byte, r Raw) []byte {
	body := r[1 : len(r)-1]
	if bytes.IndexByte(body, '\\') < 0 && isWellFormed(body) {
		return append(dst, r...)
	}
	return AppendQuote(dst, r.Text())
}

// AppendQuote appends s quoted as JSON.stringify quotes a string: only the
// quote, the backslash and characters below U+0020 are escaped, and a lone
// surrogate as \udxxx.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0xed {
			i++
			continue
		}
		if c == 0xed {
			r, size := text.DecodeRune(s[i:])
			if r >= 0xd800 && r <= 0xdfff {
				dst = append(dst, s[start:i]...)
				dst = appendHex(dst, r)
				start = i + size
			}
			i += size
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = appendHex(dst, rune(c))
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

func appendHex(dst []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	var b [2]byte
	binary.BigEndian.PutUint16(b[:], uint16(r))
	return append(dst, '\\', 'u', digits[b[0]>>4], digits[b[0]&15], digits[b[1]>>4], digits[b[1]&15])
}

// AppendNumber appends f as JavaScript prints a number; JSON has no NaN or
// infinity, they become null.
func AppendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	if f == 0 {
		return append(dst, '0')
	}
	if a := math.Abs(f); a >= 1e21 || a < 1e-6 {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		// Go pads the exponent to two digits, JavaScript does not.
		if n := len(s); s[n-2] == '0' && (s[n-3] == '-' || s[n-3] == '+') {
			s = s[:n-2] + s[n-1:]
		}
		return append(dst, s...)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}
