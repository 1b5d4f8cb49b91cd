package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func decode(t interface {
	Helper()
	Fatalf(string, ...any)
}, data string) File {
	t.Helper()
	f, err := DecodeFile([]byte(data))
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return f
}

// odd is a file with what must survive: unknown keys, a big number, escapes, a
// lone surrogate, repeats, nested values, invalid UTF-8.
const odd = "{\n\t\"_comment\": \"keep\\u0041\\ud800 \xff me\",\n\t\"tail\": 1,\n\t\"big\": 123456789012345678901234567890.10e5,\n" +
	"\t\"nested\": {\n\t\t\"b\": [\n\t\t\t1,\n\t\t\t{}\n\t\t],\n\t\t\"a\": []\n\t},\n\t\"tail\": 3,\n\t\"Tail\": 9,\n\t\"fold\\u0041t\": 0.5\n}\n"

func TestEncodeKeepsTheFile(t *testing.T) {
	if got := decode(t, odd).Encode(); string(got) != odd {
		t.Errorf("got\n%s", got)
	}
	if got := decode(t, "").Encode(); string(got) != "{}\n" {
		t.Errorf("an empty file gives %q", got)
	}
	if got := decode(t, `{"a":1,"tail":2}`).Encode(); string(got) != "{\n\t\"a\": 1,\n\t\"tail\": 2\n}\n" {
		t.Errorf("got %s", got)
	}
}

func TestSetAndUnset(t *testing.T) {
	f := decode(t, odd)
	for _, c := range []struct {
		name string
		got  File
		want string
	}{
		{"a repeated key keeps its first place", f.Set(Tail, Number(7)),
			strings.Replace(strings.Replace(odd, "\t\"tail\": 3,\n", "", 1), `"tail": 1`, `"tail": 7`, 1)},
		{"a key keeps its spelling", f.Set(FoldAt, Number(0.25)), strings.Replace(odd, "0.5\n", "0.25\n", 1)},
		{"a new one comes last", f.Set(Compact, Word("native")), strings.Replace(odd, "0.5\n", "0.5,\n\t\"compact\": \"native\"\n", 1)},
		{"unset takes repeats along", f.Unset(Tail),
			strings.Replace(strings.Replace(odd, "\t\"tail\": 3,\n", "", 1), "\t\"tail\": 1,\n", "", 1)},
		{"unset of what is not there", f.Unset(ReconTokens), odd},
		{"nor a provider", f.Unset(ProviderIdle + ".x"), odd},
	} {
		if got := string(c.got.Encode()); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if string(f.Encode()) != odd {
		t.Error("the original changed")
	}
}

func TestProviders(t *testing.T) {
	f := decode(t, `{"x":1}`).Set(ProviderIdle+".openai", Number(10)).Set(ProviderIdle+".my.own", Number(0))
	if got, want := string(f.members.encode()), `{"x":1,"providerCacheIdleMinutes":{"openai":10,"my.own":0}}`; got != want {
		t.Errorf("%s", got)
	}
	f = f.Unset(ProviderIdle + ".openai")
	if got, want := string(f.members.encode()), `{"x":1,"providerCacheIdleMinutes":{"my.own":0}}`; got != want {
		t.Errorf("%s", got)
	}
	if raw, ok := f.Saved(ProviderIdle + ".my.own"); !ok || string(raw) != "0" {
		t.Errorf("saved %s %v", raw, ok)
	}
	f = f.Unset(ProviderIdle + ".my.own")
	if got, want := string(f.members.encode()), `{"x":1}`; got != want {
		t.Errorf("%s", got)
	}
	f = decode(t, `{"providerCacheIdleMinutes":[1]}`).Set(ProviderIdle+".a", Number(5))
	if got, want := string(f.members.encode()), `{"providerCacheIdleMinutes":{"a":5}}`; got != want {
		t.Errorf("%s", got)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		name, data   string
		line, column int
	}{
		{"comment", "{\n\t// why\n\t\"tail\": 1\n}", 2, 2},
		{"trailing comma", "{\"tail\": 1,}", 1, 12},
		{"wide characters count once", "{\"é日\": x}", 1, 8},
		{"torn", "{\"tail\": 1", 1, 11},
		{"torn after a newline", "{\"tail\":\n", 2, 1},
		{"two values", "{}\n{}", 2, 1},
		{"byte order mark", "\ufeff{}", 1, 1},
		{"bare word", "foldAt=0.5", 1, 2},
		{"NUL", "{}\x00", 1, 3},
		{"single quotes", "{'tail': 1}", 1, 2},
		{"no-break space", "{\u00a0}", 1, 2},
	} {
		_, err := DecodeFile([]byte(c.data))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != c.line || syntax.Column != c.column {
			t.Errorf("%s: %v, want line %d, column %d", c.name, err, c.line, c.column)
			continue
		}
		if msg := err.Error(); strings.ContainsAny(msg, "\n\x00") || !strings.HasPrefix(msg, "line ") {
			t.Errorf("%s: says %q", c.name, msg)
		}
	}
	for _, data := range []string{"[]", "3", "null", `"x"`, " true "} {
		if _, err := DecodeFile([]byte(data)); !errors.Is(err, ErrNotObject) {
			t.Errorf("%s: %v", data, err)
		}
	}
	for _, data := range []string{"", "\n", " \t\r\n"} {
		if f, err := DecodeFile([]byte(data)); err != nil || len(f.members) > 0 {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// drawJSON draws a value as a person or another program may have written it.
func drawJSON(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t", "\r\n  "})
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	var out string
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		out = rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "literal")
	case 1:
		out = rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?`).Draw(t, "number")
	case 2, 3, 4:
		out = drawString(t)
	case 5:
		out = "[" + strings.Join(drawJSONs(t, depth), ",") + "]"
	case 6:
		out = "{"
		for i, v := range drawJSONs(t, depth) {
			if i > 0 {
				out += ","
			}
			out += drawString(t) + space.Draw(t, "space") + ":" + v
		}
		out += "}"
	}
	return space.Draw(t, "before") + out + space.Draw(t, "after")
}

func drawJSONs(t *rapid.T, depth int) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return drawJSON(t, depth-1) }), 0, 3).Draw(t, "values")
}

func drawString(t *rapid.T) string {
	return `"` + rapid.StringMatching(`([a-z ,:{}\[\]/]|\\["\\/bfnrt]|\\u(00e9|d83d|0041)|é|日){0,8}`).Draw(t, "string") + `"`
}

// drawFile draws a file with known keys, unknown keys and repeats of both.
func drawFile(t *rapid.T) string {
	keys := []string{ProviderIdle, "x", "Tail"}
	for _, k := range Knobs() {
		keys = append(keys, k.Key)
	}
	var members []string
	for range rapid.IntRange(0, 8).Draw(t, "members") {
		key := rapid.OneOf(rapid.Map(rapid.SampledFrom(keys), func(k string) string { return `"` + k + `"` }),
			rapid.Custom(drawString)).Draw(t, "key")
		members = append(members, key+":"+drawJSON(t, 2))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestSetKeepsTheRest: what is set is read back, and every other member stays
// byte for byte, in order.
func TestSetKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := decode(t, drawFile(t))
		keys := []string{ProviderIdle + ".openai", ProviderIdle + ".a.b"}
		for _, k := range Knobs() {
			keys = append(keys, k.Key)
		}
		k, err := Lookup(rapid.SampledFrom(keys).Draw(t, "key"))
		if err != nil {
			t.Fatal(err)
		}
		input := rapid.SampledFrom([]string{"1", "0.37", "1e-7", "123456", "off", "det", "compact", "on", "2e21"}).
			Filter(func(s string) bool { _, err := k.Parse(s); return err == nil }).Draw(t, "input")
		v, err := k.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		again := decode(t, string(f.Set(k.Key, v).Encode()))
		s, _ := Resolve(again, noEnvironment).Get(k.Key)
		if s.Value != v || s.Source != FromSaved {
			t.Fatalf("%s: set %v, read %+v", k.Key, v, s)
		}
		sameRest(t, k.Key, f, again)
		sameRest(t, k.Key, f, decode(t, string(f.Unset(k.Key).Encode())))
	})
}

// sameRest compares all members but the key's own.
func sameRest(t *rapid.T, key string, before, after File) {
	top := key
	if provider, nested := providerOf(key); nested {
		top = ProviderIdle
		b, _ := before.providers()
		a, _ := after.providers()
		if !equal(b.unset(provider), a.unset(provider)) {
			t.Fatalf("providers were %s, are %s", b.encode(), a.encode())
		}
	}
	if !equal(before.members.unset(top), after.members.unset(top)) {
		t.Fatalf("was %s, is %s", before.members.encode(), after.members.encode())
	}
}

func equal(a, b object) bool {
	return slices.EqualFunc(a, b, func(a, b member) bool {
		return bytes.Equal(a.key, b.key) && bytes.Equal(a.raw, b.raw)
	})
}

// TestEncodeIsStable: what was encoded encodes to itself, and means the same.
func TestEncodeIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawFile(t)
		once := decode(t, data).Encode()
		twice := decode(t, string(once)).Encode()
		if !bytes.Equal(once, twice) {
			t.Fatalf("%s\nthen\n%s", once, twice)
		}
		var a, b bytes.Buffer
		if json.Compact(&a, []byte(data)) != nil || json.Compact(&b, once) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatalf("%s became %s", data, once)
		}
	})
}

func FuzzDecodeFile(f *testing.F) {
	for _, seed := range []string{odd, "{}", "", "[", "{\"a\":1,\"a\":{\"b\":[]}}", "\ufeff{}", "{\"tail\":\"off\"}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := DecodeFile(data)
		if err != nil {
			return
		}
		again, err := DecodeFile(file.Encode())
		if err != nil || !equal(file.members, again.members) {
			t.Fatalf("%q became %q: %v", data, file.Encode(), err)
		}
		Resolve(file, noEnvironment)
	})
}
