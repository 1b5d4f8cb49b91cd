package jsjson

import (
	"encoding/json"
	"strings"
	"testing"
)

// accepted are lines JSON.parse reads, refused those it throws on. Where
// encoding/json differs is said beside them.
var accepted = []string{
	`0`, `-0`, `-0.0e-0`, `1e5`, `1E+5`, `1.25e-300`, `1e400`, `123456789012345678901234567890`,
	`""`, `"a"`, `"\u0000"`, `"\"\\\/\b\f\n\r\t"`, `"\ud800"`, `"\udc00\ud800"`, `"\uD83D\uDE00"`,
	"\"\u2028\u2029\"", "\"\x7f\"", "\"\ufeff\"", "\"\xff\xfe\"", "\"\xed\xa0\x80\"", "\"\xc3\"",
	`true`, `false`, `null`, `[]`, `{}`, `[ ]`, `{ }`, `[1,2]`, `{"a":1}`, `{"a":1,"a":2}`, `{"":{}}`,
	" \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n} \t\r\n",
	strings.Repeat("[", 10000) + strings.Repeat("]", 10000),
	strings.Repeat(`{"a":`, 9999) + "[]" + strings.Repeat("}", 9999),
}

var refused = []string{
	``, ` `, `+1`, `01`, `-`, `-a`, `.5`, `1.`, `1.e5`, `1e`, `1e+`, `1_000`, `0x10`, `1 2`, `Infinity`, `NaN`, `-Infinity`,
	`"`, `"a`, `'a'`, `"\`, `"\"`, `"\x41"`, `"\v"`, `"\u"`, `"\u12"`, `"\u12g4"`, `"\U0041"`, `"a""b"`,
	"\"a\nb\"", "\"a\tb\"", "\"a\x00b\"", "\"a\x1fb\"", "\"0123456\x1f\"", "\"01234567\x1f\"",
	`True`, `tru`, `nul`, `nulll`, `undefined`, `truefalse`,
	`[`, `]`, `[1`, `[1,`, `[1,]`, `[,1]`, `[,]`, `[1 2]`, `[1]]`,
	`{`, `}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{a:1}`, `{1:1}`, `{"a" 1}`, `{"a":1 "b":2}`, `{"a":1}}`, `{null:1}`,
	"\ufeff{}", "\x00{}", "{}\x00", "\v{}", "\f{}", "\u00a0{}", "\u2028{}", `{} {}`, `{"a":1}{"b":2}`, `// c`, `/**/1`,
	strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
	strings.Repeat(`{"a":`, 10000) + "[]" + strings.Repeat("}", 10000),
	strings.Repeat("[", 1000000),
}

func TestScanAcceptsWhatJSONParseDoes(t *testing.T) {
	for _, s := range accepted {
		r, ok := Scan([]byte(s))
		if !ok {
			t.Errorf("refused %.80q", s)
		} else if want := strings.Trim(s, " \t\r\n"); string(r) != want {
			t.Errorf("%.80q scanned to %.80q", s, r)
		}
		if !json.Valid([]byte(s)) {
			t.Errorf("encoding/json refuses %.80q", s)
		}
	}
	for _, s := range refused {
		if r, ok := Scan([]byte(s)); ok {
			t.Errorf("accepted %.80q as %.80q", s, r)
		}
		if json.Valid([]byte(s)) {
			t.Errorf("encoding/json accepts %.80q", s)
		}
	}
}

// Every cut of a value is refused, and every byte of a string that JSON forbids
// is found wherever it stands in a word of eight.
func TestScanTornAndForbidden(t *testing.T) {
	whole := `{"a":[1,-2.5e+3,"x\u00e9\\",{"b":null}],"c":true,"d":false}`
	for n := range whole {
		if _, ok := Scan([]byte(whole[:n])); ok {
			t.Errorf("accepted the torn %q", whole[:n])
		}
	}
	for at := range 24 {
		for c := range 256 {
			b := []byte(`"` + strings.Repeat("é", 12) + `"`)
			b[1+at] = byte(c)
			_, ok := Scan(b)
			if want := json.Valid(b); ok != want {
				t.Fatalf("byte %#x at %d: %v, encoding/json says %v", c, at, ok, want)
			}
		}
	}
}

// walkAll takes a value apart with a Cursor down to its leaves.
func walkAll(c Cursor) int {
	switch c.Kind() {
	case Object:
		return c.Object(func(_ Key, v Cursor) int { return walkAll(v) })
	case Array:
		return c.Array(func(_ int, v Cursor) int { return walkAll(v) })
	}
	return c.Skip()
}

// A line is an object to Walk exactly when it is one to Scan, whether the visitor
// looks into values or passes over them: what was indexed can be read again.
func checkWalk(t *testing.T, line []byte) {
	t.Helper()
	r, ok := Scan(line)
	want := ok && r.Kind() == Object
	var deep, flat []string
	shallow, okShallow := Walk(line, func(k Key, v Cursor) int {
		var value Raw
		end := v.Value(&value)
		flat = append(flat, string(k), string(value))
		return end
	})
	whole, okDeep := Walk(line, func(k Key, v Cursor) int {
		end := walkAll(v)
		if end >= 0 {
			var value Raw
			v.Span(&value, end)
			deep = append(deep, string(k), string(value))
		}
		return end
	})
	if okShallow != want || okDeep != want {
		t.Fatalf("%.80q: Scan says %v, Walk %v passing over and %v looking in", line, want, okShallow, okDeep)
	}
	if !want {
		return
	}
	if string(shallow) != string(r) || string(whole) != string(r) {
		t.Fatalf("%.80q: Walk spans %.80q and %.80q, Scan %.80q", line, shallow, whole, r)
	}
	var members []string
	for k, v := range r.Members() {
		members = append(members, string(k), string(v))
	}
	if strings.Join(flat, "\x00") != strings.Join(members, "\x00") || strings.Join(deep, "\x00") != strings.Join(members, "\x00") {
		t.Fatalf("%.80q: Walk visits %.80q and %.80q, Members yields %.80q", line, flat, deep, members)
	}
}

func TestWalkAgreesWithScan(t *testing.T) {
	for _, list := range [][]string{accepted, refused} {
		for _, s := range list {
			checkWalk(t, []byte(s))
			checkWalk(t, []byte(`{"role":`+s+`,"role":[`+s+`]}`))
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, list := range [][]string{accepted, refused} {
		for _, s := range list {
			if len(s) < 1000 {
				f.Add([]byte(s))
			}
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, ok := Scan(line)
		if want := json.Valid(line); ok != want {
			t.Fatalf("%q: %v, encoding/json says %v", line, ok, want)
		}
		checkWalk(t, line)
		if ok {
			checkValue(t, r)
		}
	})
}
