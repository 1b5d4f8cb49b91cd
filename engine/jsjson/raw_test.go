package jsjson

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"cfold/engine/text"
)

func scan(t testing.TB, s string) Raw {
	t.Helper()
	r, ok := Scan([]byte(s))
	if !ok {
		t.Fatalf("no JSON: %q", s)
	}
	return r
}

// checkValue holds one valid value to what every accessor promises.
func checkValue(t *testing.T, r Raw) {
	t.Helper()
	kinds := 0
	for _, k := range []Kind{Null, Bool, Number, String, Array, Object} {
		if r.Kind() == k {
			kinds++
		}
	}
	if kinds != 1 {
		t.Fatalf("%q is of %d kinds", r, kinds)
	}
	if n, want := r.Units(), text.Len(r.Text()); n != want {
		t.Fatalf("%q: %d units, its text has %d", r, n, want)
	}
	units := -1
	var same Raw
	if end := (Cursor{line: r}).Measured(&same, &units); end != len(r) || units != r.Units() || string(same) != string(r) {
		t.Fatalf("%q: measured %d units of %q, there are %d", r, units, same, r.Units())
	}
	if r.Kind() == String && isWellFormed(r) && !r.Equals(r.Text()) {
		t.Fatalf("%q does not equal its own text %q", r, r.Text())
	}
	once := Stringify(r)
	again, ok := Scan([]byte(once))
	if !ok {
		t.Fatalf("%q stringifies to %q, which is no JSON", r, once)
	}
	if twice := Stringify(again); twice != once {
		t.Fatalf("stringified twice %q differs from once %q", twice, once)
	}
	if again.Text() != r.Text() {
		t.Fatalf("%q: text %q became %q", r, r.Text(), again.Text())
	}
	last := map[string]Raw{}
	for k, v := range r.Members() {
		last[k.Text()] = v
		if isWellFormed(k) && !k.Is(k.Text()) {
			t.Fatalf("key %q is not %q", k, k.Text())
		}
		checkValue(t, v)
	}
	for name, v := range last {
		if !isWellFormed(r) {
			break // Get finds no name spelled in bytes that are not UTF-8
		}
		if got := r.Get(name); string(got) != string(v) {
			t.Fatalf("%q of %q: got %q, the last is %q", name, r, got, v)
		}
	}
	if r.Kind() == Object && len(Ordered(r)) != len(last) {
		t.Fatalf("%q: %d members ordered, %d names", r, len(Ordered(r)), len(last))
	}
	n := 0
	for i, v := range r.Elements() {
		if i != n {
			t.Fatalf("element %d counted as %d", n, i)
		}
		n++
		checkValue(t, v)
	}
}

func TestEveryAccessorOnEveryAcceptedValue(t *testing.T) {
	for _, s := range accepted {
		if len(s) < 1000 {
			checkValue(t, scan(t, s))
		}
	}
}

func TestKindAndTruth(t *testing.T) {
	for _, c := range []struct {
		json   string
		kind   Kind
		truthy bool
	}{
		{`null`, Null, false}, {`true`, Bool, true}, {`false`, Bool, false},
		{`0`, Number, false}, {`-0`, Number, false}, {`0.0e9`, Number, false}, {`1e-400`, Number, false}, {`-1`, Number, true},
		{`""`, String, false}, {`"0"`, String, true}, {`[]`, Array, true}, {`{}`, Object, true},
	} {
		r := scan(t, c.json)
		if r.Kind() != c.kind || r.Truthy() != c.truthy || r.IsTrue() != (c.json == "true") {
			t.Errorf("%s: kind %d truthy %v", c.json, r.Kind(), r.Truthy())
		}
	}
	var absent Raw
	if absent.Kind() != Absent || absent.Truthy() || absent.Text() != "" || absent.Units() != 0 || absent.Get("a") != nil || Stringify(absent) != "" {
		t.Error("the absent value is not absent")
	}
}

func TestGet(t *testing.T) {
	r := scan(t, `{"a":1,"A":2,"a":3,"b":{"a":9},"\u0063":4,"d\"":5,"":6,"\ud800":7,"é":8}`)
	for name, want := range map[string]string{"a": "3", "A": "2", "c": "4", `d"`: "5", "": "6", "\xed\xa0\x80": "7", "é": "8", "x": "", "a ": ""} {
		if got := string(r.Get(name)); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for _, other := range []string{`[{"a":1}]`, `"a"`, `null`, `1`} {
		if got := scan(t, other).Get("a"); got != nil {
			t.Errorf("%s has a member %q", other, got)
		}
	}
}

// However the file spells a key, a visitor sees it as JSON.stringify writes it.
func TestKeysAreSpelledOneWay(t *testing.T) {
	line := []byte(`{"r\u006fle":1,"\u0072ole":2,"a\/b":3,"\u0022":4,"\ud83d\ude00":5}`)
	want := []string{`"role"`, `"role"`, `"a/b"`, `"\""`, `"😀"`}
	var walked, members []string
	r, ok := Walk(line, func(k Key, v Cursor) int { walked = append(walked, string(k)); return v.Skip() })
	for k := range r.Members() {
		members = append(members, string(k))
	}
	if !ok || !slices.Equal(walked, want) || !slices.Equal(members, want) {
		t.Errorf("walked %q, members %q, want %q", walked, members, want)
	}
}

func TestText(t *testing.T) {
	const lone = "\xed\xa0\x80" // U+D800 as WTF-8
	for _, c := range []struct{ json, want string }{
		{`""`, ""}, {`"a\u0041\n\/\\\""`, "aA\n/\\\""}, {`"\u00e9\u20ac"`, "é€"},
		{`"\ud83d\ude00"`, "😀"}, {`"\uD83D\uDE00!"`, "😀!"}, {`"\ud800"`, lone}, {`"\ud800x"`, lone + "x"},
		{`"\ud800\ud83d\ude00"`, lone + "😀"}, {`"\ude00\ud83d"`, "\xed\xb8\x80\xed\xa0\xbd"}, {`"\ud83d\n\ude00"`, "\xed\xa0\xbd\n\xed\xb8\x80"},
		{`"\u0000"`, "\x00"}, {"\"\ufeffa\"", "\ufeffa"}, {"\"\u2028\"", "\u2028"},
		{"\"a\xffb\"", "a\ufffdb"}, {"\"\xc3\\n\xa9\"", "\ufffd\n\ufffd"}, {"\"\xe2\x82\"", "\ufffd"}, {"\"\xe2\x82x\"", "\ufffdx"},
		{"\"\xed\xa0\x80\"", "\ufffd\ufffd\ufffd"}, {"\"\xf0\x9f\x98\"", "\ufffd"}, {"\"\xc0\x80\"", "\ufffd\ufffd"}, {"\"\xf5\x80\x80\x80\"", "\ufffd\ufffd\ufffd\ufffd"},
		{`1`, ""}, {`null`, ""}, {`["a"]`, ""},
	} {
		r := scan(t, c.json)
		if got := r.Text(); got != c.want {
			t.Errorf("%s reads %q, want %q", c.json, got, c.want)
		}
		if got := string(r.AppendText([]byte("x"))); got != "x"+c.want {
			t.Errorf("%s appended is %q, want %q", c.json, got, "x"+c.want)
		}
		checkValue(t, r)
	}
}

// Text is measured without being decoded, whatever stands at whatever place.
func TestUnits(t *testing.T) {
	parts := []string{`a`, `\n`, `\u00e9`, `\ud83d\ude00`, `\ud800`, "é", "€", "😀", "\xff", "\xe2\x82", "01234567"}
	var cut func(prefix string, n int)
	cut = func(prefix string, n int) {
		r := scan(t, `"`+prefix+`"`)
		if got, want := r.Units(), text.Len(r.Text()); got != want {
			t.Fatalf("%q: %d units, want %d", r, got, want)
		}
		checkValue(t, r)
		if n == 0 {
			return
		}
		for _, p := range parts {
			cut(prefix+p, n-1)
		}
	}
	cut("", 4)
	var want string
	valid := scan(t, `"x\u00e9\ud83d\ude00é€😀\\\""`)
	if err := json.Unmarshal(valid, &want); err != nil {
		t.Fatal(err)
	}
	if got := valid.Units(); got != len(utf16.Encode([]rune(want))) {
		t.Errorf("%s: %d units", valid, got)
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		json  string
		float float64
		int   int64
	}{
		{`0`, 0, 0}, {`-1.9`, -1.9, -1}, {`1e3`, 1000, 1000}, {`9007199254740993`, 9007199254740992, 9007199254740992},
		{`1e400`, math.Inf(1), 0}, {`-1e400`, math.Inf(-1), 0}, {`1e-400`, 0, 0}, {`1e30`, 1e30, 0},
	} {
		r := scan(t, c.json)
		if f, ok := r.Float(); !ok || f != c.float {
			t.Errorf("%s is %v, %v", c.json, f, ok)
		}
		if n := r.Int(); n != c.int {
			t.Errorf("%s cut to %d, want %d", c.json, n, c.int)
		}
	}
	for _, other := range []string{`"1"`, `null`, `true`, `[]`} {
		if f, ok := scan(t, other).Float(); ok || f != 0 || scan(t, other).Int() != 0 {
			t.Errorf("%s is the number %v", other, f)
		}
	}
}

// A value as deep as is accepted is written in one pass; were members looked for
// again at each level, this would take minutes.
func TestStringifyDeepAndLong(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 5000) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat("]}", 5000)
	if got := Stringify(scan(t, deep)); got != deep {
		t.Error("the value changed")
	}
}
