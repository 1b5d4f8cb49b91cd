package text

import (
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "aé日😀", "aé日😀"},
		{"a byte order mark stays", "\xef\xbb\xbfa", "\ufeffa"},
		{"a lone continuation", "a\x80b", "a\ufffdb"},
		{"bytes that never occur", "\xc0\xaf\xfe\xff", "\ufffd\ufffd\ufffd\ufffd"},
		{"a truncated sequence is one", "\xe6\x97|\xf0\x9f\x98|\xc3|", "\ufffd|\ufffd|\ufffd|"},
		{"cut off at the end", "\xf0\x9f\x98", "\ufffd"},
		{"a surrogate is three", "\xed\xa0\xbd", "\ufffd\ufffd\ufffd"},
		{"overlong and too large", "\xe0\x80\x80\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Decode([]byte(c.in)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got := AppendDecoded([]byte("> "), []byte(c.in)); string(got) != "> "+c.want {
				t.Errorf("appended %q", got)
			}
		})
	}
}

func TestUTF8ReplacesLoneSurrogates(t *testing.T) {
	for in, want := range map[string]string{
		"a😀":                             "a😀",
		"\xed\xa0\xbd":                   "\ufffd",
		"a\xed\xb8\x80b\xed\xa0\xbdé":    "a\ufffdb\ufffdé",
		"\xed\xb8\x80\xed\xa0\xbd\ufeff": "\ufffd\ufffd\ufeff",
	} {
		if got := UTF8(in); got != want {
			t.Errorf("UTF8(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzDecode checks that what comes in is well-formed, once and for all, and that
// nothing here is ever out of bounds on what is not.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\xed\xa0\xbd\xf0\x9f"), 3)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		s := Decode(b)
		if !utf8.ValidString(s) || Decode([]byte(s)) != s || UTF8(s) != s {
			t.Fatalf("Decode(%x) = %q", b, s)
		}
		if utf8.Valid(b) && s != string(b) {
			t.Fatalf("Decode changed well-formed %q", b)
		}
		n = max(n, 1)
		for _, s := range []string{s, string(b)} {
			if len(Slice(s, n)) > len(s) || len(Clip(s, n)) > len(s)+len("…") {
				t.Fatalf("%q grew", s)
			}
			Cut(s, n/2, n)
			FirstLine(s, n)
			UTF8(s)
		}
	})
}
