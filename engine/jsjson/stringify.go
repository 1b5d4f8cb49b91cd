package jsjson

import (
	"bytes"
	"cmp"
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
	if len(r) == 0 {
		return dst
	}
	if isStringified(r) {
		return append(dst, r...)
	}
	dst, _ = appendValue(dst, r, 0)
	return dst
}

// Stringify is AppendStringify as a string.
func Stringify(r Raw) string { return string(AppendStringify(nil, r)) }

// appendValue appends the value that starts at i and returns the position after
// it: one pass, however deep values nest.
func appendValue(dst, b []byte, i int) ([]byte, int) {
	switch b[i] {
	case '"':
		end := skipString(b, i)
		return appendString(dst, b[i:end]), end
	case '[':
		return appendArray(dst, b, i)
	case '{':
		return appendObject(dst, b, i)
	}
	end := skipTrusted(b, i)
	r := Raw(b[i:end])
	if f, ok := r.Float(); ok {
		return AppendNumber(dst, f), end
	}
	return append(dst, r...), end
}

func appendArray(dst, b []byte, i int) ([]byte, int) {
	dst = append(dst, '[')
	for i = skipSpace(b, i+1); b[i] != ']'; {
		dst, i = appendValue(dst, b, i)
		if i = skipSpace(b, i); b[i] == ',' {
			dst = append(dst, ',')
			i = skipSpace(b, i+1)
		}
	}
	return append(dst, ']'), i + 1
}

// place is where a member stands in the output.
type place struct{ key, value, end int }

func appendObject(dst, b []byte, i int) ([]byte, int) {
	dst = append(dst, '{')
	from := len(dst)
	var room [8]place
	places := room[:0]
	for i = skipSpace(b, i+1); b[i] != '}'; {
		p := place{key: len(dst)}
		keyEnd := skipString(b, i)
		dst = append(appendString(dst, b[i:keyEnd]), ':')
		p.value = len(dst)
		dst, i = appendValue(dst, b, skipSpace(b, skipSpace(b, keyEnd)+1))
		p.end = len(dst)
		places = append(places, p)
		if i = skipSpace(b, i); b[i] == ',' {
			dst = append(dst, ',')
			i = skipSpace(b, i+1)
		}
	}
	return append(arrange(dst, from, places), '}'), i + 1
}

// arrange puts the members written to dst from that position on into JavaScript's
// order, which mostly is the one they have.
func arrange(dst []byte, from int, places []place) []byte {
	if len(places) < 2 {
		return dst
	}
	list := make([]Member, len(places))
	for n, p := range places {
		list[n] = Member{Key(dst[p.key : p.value-1]), Raw(dst[p.value:p.end])}
	}
	list, moved := ordered(list)
	if !moved {
		return dst
	}
	out := make([]byte, 0, len(dst)-from)
	for n, m := range list {
		if n > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, m.Key...), ':'), m.Value...)
	}
	return append(dst[:from], out...)
}

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
	for k, v := range r.Members() {
		list = append(list, Member{k, v})
	}
	list, _ = ordered(list)
	return list
}

// ordered brings members in file order, whose list it uses, into JavaScript's.
// moved is false when they were in it.
func ordered(list []Member) (out []Member, moved bool) {
	out = dropRepeats(list)
	moved = len(out) < len(list)
	indexed := slices.ContainsFunc(out, func(m Member) bool { _, ok := arrayIndex(m.Key); return ok })
	if !indexed {
		return out, moved
	}
	slices.SortStableFunc(out, func(a, b Member) int {
		x, isX := arrayIndex(a.Key)
		y, isY := arrayIndex(b.Key)
		switch {
		case isX && isY:
			return cmp.Compare(x, y)
		case isX:
			return -1
		case isY:
			return 1
		}
		return 0
	})
	return out, true
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
