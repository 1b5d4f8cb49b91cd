package jsjson

import (
	"bytes"
	"iter"
	"math"
	"strconv"
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
