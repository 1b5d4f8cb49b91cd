package jsjson

import (
	"bytes"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"cfold/engine/text"
)

// Raw is one valid JSON value, white space around it removed. The nil Raw is
// the absent value (undefined): every accessor answers it with a zero.
type Raw []byte

// Kind is the JSON type of a value.
type Kind uint8

// The JSON types; Absent is a value that is not there.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Kind is the type of r.
func (r Raw) Kind() Kind {
	if len(r) == 0 {
		return Absent
	}
	switch r[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	return Number
}

// IsTrue reports whether r is the literal true.
func (r Raw) IsTrue() bool { return len(r) > 0 && r[0] == 't' }

// Truthy is JavaScript's conversion to a boolean.
func (r Raw) Truthy() bool {
	switch r.Kind() {
	case Absent, Null:
		return false
	case Bool:
		return r.IsTrue()
	case String:
		return len(r) > 2
	case Number:
		f, _ := r.Float()
		return f != 0
	}
	return true
}

// Key is a member's name, quotes included. It is escaped as JSON.stringify does
// it, however the file spells it, so that a name without anything to escape can be
// compared byte by byte.
type Key []byte

// plain is the key in that form.
func (k Key) plain() Key {
	if bytes.IndexByte(k, '\\') < 0 {
		return k
	}
	return AppendQuote(nil, k.Text())
}

// Is reports whether the key spells name. Bytes that are not UTF-8 spell none.
func (k Key) Is(name string) bool {
	if bytes.IndexByte(k, '\\') < 0 {
		return string(k[1:len(k)-1]) == name
	}
	return Raw(k).Text() == name
}

// Text is the key decoded.
func (k Key) Text() string { return Raw(k).Text() }

// Members yields the members of an object in file order, repeated keys too;
// nothing for any other value.
func (r Raw) Members() iter.Seq2[Key, Raw] {
	return func(yield func(Key, Raw) bool) {
		if r.Kind() != Object {
			return
		}
		for i := skipSpace(r, 1); r[i] != '}'; {
			keyEnd := skipString(r, i)
			valueStart := skipSpace(r, skipSpace(r, keyEnd)+1)
			valueEnd := skipTrusted(r, valueStart)
			if !yield(Key(r[i:keyEnd]).plain(), r[valueStart:valueEnd]) {
				return
			}
			if i = skipSpace(r, valueEnd); r[i] == ',' {
				i = skipSpace(r, i+1)
			}
		}
	}
}

// Elements yields the elements of an array in order; nothing for any other
// value.
func (r Raw) Elements() iter.Seq2[int, Raw] {
	return func(yield func(int, Raw) bool) {
		if r.Kind() != Array {
			return
		}
		n := 0
		for i := skipSpace(r, 1); r[i] != ']'; n++ {
			end := skipTrusted(r, i)
			if !yield(n, r[i:end]) {
				return
			}
			if i = skipSpace(r, end); r[i] == ',' {
				i = skipSpace(r, i+1)
			}
		}
	}
}

// skipTrusted is skipValue for bytes already validated.
func skipTrusted(b []byte, i int) int {
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		depth := 0
		for {
			switch b[i] {
			case '"':
				i = skipString(b, i)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
	}
	for i < len(b) {
		switch b[i] {
		case ',', '}', ']', ' ', '\n', '\r', '\t':
			return i
		}
		i++
	}
	return i
}

// Get is the value of the member name, the last one when it is repeated; absent
// when r is no object or has no such member.
func (r Raw) Get(name string) Raw {
	var found Raw
	for k, v := range r.Members() {
		if k.Is(name) {
			found = v
		}
	}
	return found
}

// Float is a number's value as JavaScript holds it. ok is false for other types.
func (r Raw) Float() (f float64, ok bool) {
	if r.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(r), 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// Int is a number cut to an integer; 0 for anything else.
func (r Raw) Int() int64 {
	f, ok := r.Float()
	if !ok || math.Abs(f) > 1<<62 {
		return 0
	}
	return int64(f)
}

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
