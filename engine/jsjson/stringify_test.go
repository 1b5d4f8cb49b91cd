package jsjson

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/text"
)

func TestStringify(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{` [ 1 , { "a" : null } ] `, `[1,{"a":null}]`},
		{`{}`, `{}`}, {`[]`, `[]`}, {`[[],{}]`, `[[],{}]`},
		// Numbers.
		{`1.0`, `1`}, {`-0`, `0`}, {`-0.0`, `0`}, {`1e21`, `1e+21`}, {`1E-7`, `1e-7`}, {`1e-6`, `0.000001`}, {`123e18`, `123000000000000000000`},
		{`1e20`, `100000000000000000000`}, {`1.5e300`, `1.5e+300`}, {`1e-10`, `1e-10`}, {`1.25E+2`, `125`}, {`0.1`, `0.1`}, {`1e100`, `1e+100`},
		{`9007199254740993`, `9007199254740992`}, {`12345678901234567890`, `12345678901234567000`}, {`1e400`, `null`}, {`-1e400`, `null`}, {`1e-400`, `0`},
		{`5e-324`, `5e-324`}, {`0.1e1`, `1`}, {`100`, `100`}, {`-1.5e-9`, `-1.5e-9`},
		// Strings.
		{`"\u0041\/"`, `"A/"`}, {`"\u0000\u001f\u0008\u000c\u000a\u000d\u0009"`, `"\u0000\u001f\b\f\n\r\t"`}, {`"\u007f\u0080"`, "\"\x7f\u0080\""},
		{`"\u2028\u2029"`, "\"\u2028\u2029\""}, {`"\"\\"`, `"\"\\"`}, {`"<>&'"`, `"<>&'"`},
		{`"\uD800"`, `"\ud800"`}, {`"\udfff\ud83d\ude00\uDBFF"`, `"\udfff😀\udbff"`}, {`"\ud7ff\ue000"`, "\"\ud7ff\ue000\""},
		{"\"\xff\"", "\"\ufffd\""}, {"\"\ud7ff\"", "\"\ud7ff\""},
		// Keys.
		{`{"b":1,"a":2}`, `{"b":1,"a":2}`}, {`{"b":1,"1":2,"a":3,"0":4}`, `{"0":4,"1":2,"b":1,"a":3}`},
		{`{"10":1,"9":2,"01":3,"-1":4,"1.5":5,"4294967294":6,"4294967295":7,"4294967296":8}`, `{"9":2,"10":1,"4294967294":6,"01":3,"-1":4,"1.5":5,"4294967295":7,"4294967296":8}`},
		{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`}, {`{"a":1,"\u0061":2}`, `{"a":2}`}, {`{"x":0,"2":1,"2":3,"\u0031":4}`, `{"1":4,"2":3,"x":0}`},
		{`{"__proto__":1,"constructor":2}`, `{"__proto__":1,"constructor":2}`}, {`{"":1," ":2}`, `{"":1," ":2}`},
		{`{"a":{"z":1,"1":{"y":[{"b":1,"0":2}],"0":3}}}`, `{"a":{"1":{"0":3,"y":[{"0":2,"b":1}]},"z":1}}`},
		{"{\"\xff\":1,\"\ufffd\":2}", "{\"\ufffd\":2}"}, {`{"\n":1}`, `{"\n":1}`}, {`{"\ud800":1}`, `{"\ud800":1}`},
	} {
		if got := Stringify(scan(t, c.json)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.json, got, c.want)
		}
		if got := string(AppendStringify([]byte("x"), scan(t, c.json))); got != "x"+c.want {
			t.Errorf("%s appended is %s", c.json, got)
		}
		if got := StringifyUnits(scan(t, c.json)); got != text.Len(c.want) {
			t.Errorf("%s: %d units, want %d", c.json, got, text.Len(c.want))
		}
	}
}

// A value that is copied as it stands would be written anew the same.
func TestStringifiedStaysAsItIs(t *testing.T) {
	atoms := []string{`0`, `-0`, `7`, `-12`, `1e2`, `1.5`, `123456789012345`, `1234567890123456`, `true`, `null`, `""`, `"a"`, `"é😀"`, `"\n\"\\\t"`, `"\u0041"`, `"\/"`, `"\ud800"`, "\"\xff\"", `[]`, `{}`}
	names := []string{`"a"`, `"b"`, `"c d"`, `""`, `"1"`, `"01"`, `"-1"`, `"\n"`, `"\u0061"`}
	copied := 0
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]string{"", "", "", "", "", " "})
		var value func(depth int) string
		value = func(depth int) string {
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case depth == 0 || kind < 2:
				return rapid.SampledFrom(atoms).Draw(t, "atom")
			case kind == 2:
				var list []string
				for range rapid.IntRange(0, 3).Draw(t, "elements") {
					list = append(list, value(depth-1))
				}
				return "[" + strings.Join(list, ","+space.Draw(t, "space")) + "]"
			default:
				var list []string
				for range rapid.IntRange(0, 10).Draw(t, "members") {
					list = append(list, rapid.SampledFrom(names).Draw(t, "name")+":"+value(depth-1))
				}
				return "{" + strings.Join(list, ","+space.Draw(t, "space")) + "}"
			}
		}
		r, ok := Scan([]byte(value(3)))
		if !ok {
			t.Fatal("no JSON was made")
		}
		anew, _ := appendValue(nil, r, 0)
		if got := Stringify(r); got != string(anew) {
			t.Fatalf("%s\n got %s\nwant %s", r, got, anew)
		}
		if isStringified(r) && len(r) > 4 {
			copied++
		}
	})
	if copied == 0 {
		t.Error("no value was copied as it stands")
	}
}

// Large objects take another road to the same rule.
func TestStringifyManyMembers(t *testing.T) {
	var in, want []string
	for n := range 40 {
		in = append(in, `"k`+strconv.Itoa(n)+`":`+strconv.Itoa(n))
		want = append(want, `"k`+strconv.Itoa(n)+`":`+strconv.Itoa(n))
	}
	in = append(in, `"k3":"again"`, `"7":0`, `"\u006b39":"last"`)
	want[3], want[39] = `"k3":"again"`, `"k39":"last"`
	got := Stringify(scan(t, "{"+strings.Join(in, " , ")+"}"))
	if got != `{"7":0,`+strings.Join(want, ",")+"}" {
		t.Errorf("got %s", got)
	}
}

func TestOrderedKeepsValuesAsTheyAre(t *testing.T) {
	var got []string
	for _, m := range Ordered(scan(t, `{"b": 1.0 ,"1":[ ],"b":"\u0041"}`)) {
		got = append(got, string(m.Key), string(m.Value))
	}
	if s := strings.Join(got, "|"); s != `"1"|[ ]|"b"|"\u0041"` {
		t.Errorf("got %s", s)
	}
}

func BenchmarkStringify(b *testing.B) {
	line := []byte(`{"command":"grep -rn \"func\" . | head -50\n","timeout":120000,"cwd":"/home/user/project","edits":[{"path":"a.go","old":"x","new":"y"}]}`)
	r, _ := Scan(line)
	b.SetBytes(int64(len(line)))
	var dst []byte
	for b.Loop() {
		dst = AppendStringify(dst[:0], r)
	}
}

func BenchmarkScan(b *testing.B) {
	line := []byte(`{"type":"message","id":"0a1b2c3d","message":{"role":"toolResult","content":[{"type":"text","text":"` + strings.Repeat(`0123456789abcdef0123456789\n`, 1000) + `"}]}}`)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, ok := Scan(line); !ok {
			b.Fatal("refused")
		}
	}
}
