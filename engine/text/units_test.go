package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// units is s as JavaScript holds it.
func units(s string) (u []uint16) {
	for len(s) > 0 {
		r, size := DecodeRune(s)
		s = s[size:]
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			u = append(u, uint16(high), uint16(low))
		} else {
			u = append(u, uint16(r))
		}
	}
	return u
}

// fromUnits is the string that JavaScript would hold as u.
func fromUnits(u []uint16) string {
	var b []byte
	for i := 0; i < len(u); i++ {
		r := rune(u[i])
		if i+1 < len(u) {
			if pair := utf16.DecodeRune(r, rune(u[i+1])); pair != utf8.RuneError {
				r = pair
				i++
			}
		}
		b = AppendRune(b, r)
	}
	return string(b)
}

// sampleUnits are those at which lengths, classes and encodings change.
var sampleUnits = []uint16{
	0, '\t', '\n', '\v', '\f', '\r', ' ', 'a', 'b', '.', 0x7f, 0x80, 0x85, 0xa0, 0xe9, 0x7ff, 0x800, 0x1680, 0x180e,
	0x2000, 0x200a, 0x200b, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x65e5, 0xfeff, 0xfffd, 0xffff,
	0xd7ff, 0xd800, 0xdbff, 0xd83d, 0xdc00, 0xde00, 0xdfff, 0xe000,
}

func anyUnits(n int) *rapid.Generator[[]uint16] {
	return rapid.SliceOfN(rapid.SampledFrom(sampleUnits), 0, n)
}

// safe moves n down by one where the cut there would split a pair of u.
func safe(u []uint16, n int) int {
	if n > 0 && n < len(u) && utf16.DecodeRune(rune(u[n-1]), rune(u[n])) != utf8.RuneError {
		return n - 1
	}
	return n
}

func TestUnitsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Runs of one unit, so that some reach over the eight bytes looked at at once.
		var u []uint16
		for _, c := range anyUnits(8).Draw(t, "units") {
			for range rapid.IntRange(1, 20).Draw(t, "times") {
				u = append(u, c)
			}
		}
		s := fromUnits(u)
		if got := units(s); string(utf16.Decode(got)) != string(utf16.Decode(u)) || fromUnits(got) != s {
			t.Fatalf("%x came back as %x", u, got)
		}
		if Len(s) != len(u) || Len([]byte(s)) != len(u) {
			t.Fatalf("Len(%q) = %d, want %d", s, Len(s), len(u))
		}
		ascii := !slices.ContainsFunc(u, func(c uint16) bool { return c >= 0x80 })
		if IsASCII(s) != ascii || IsASCII([]byte(s)) != ascii {
			t.Fatalf("IsASCII(%q) = %v", s, IsASCII(s))
		}
		if got, want := Estimate(len(u)), (len(u)+3)/4; got != want {
			t.Fatalf("Estimate(%d) = %d", len(u), got)
		}
	})
}

func TestSliceAndCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := anyUnits(20).Draw(t, "units")
		s := fromUnits(u)
		n := rapid.IntRange(0, 24).Draw(t, "n")
		if got, want := Slice(s, n), fromUnits(u[:min(safe(u, n), len(u))]); got != want {
			t.Errorf("Slice(%q, %d) = %q, want %q", s, n, got, want)
		}
		from, to := rapid.IntRange(0, 24).Draw(t, "from"), rapid.IntRange(0, 24).Draw(t, "to")
		want := ""
		if from, to := min(from, len(u)), min(to, len(u)); from < to {
			want = fromUnits(u[from:to])
		}
		if got := Cut(s, from, to); got != want {
			t.Errorf("Cut(%q, %d, %d) = %q, want %q", s, from, to, got, want)
		}
	})
}

func jsSpace(u uint16) bool {
	return strings.ContainsRune("\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff", rune(u))
}

func trimEnd(u []uint16) []uint16 {
	for len(u) > 0 && jsSpace(u[len(u)-1]) {
		u = u[:len(u)-1]
	}
	return u
}

func trim(u []uint16) []uint16 {
	for len(u) > 0 && jsSpace(u[0]) {
		u = u[1:]
	}
	return trimEnd(u)
}

// clip is the rule as it is written: collapse, trim, slice, trim, mark.
func clip(u []uint16, n int) []uint16 {
	var flat []uint16
	for i, c := range u {
		if !jsSpace(c) {
			flat = append(flat, c)
		} else if i == 0 || !jsSpace(u[i-1]) {
			flat = append(flat, ' ')
		}
	}
	flat = trim(flat)
	if len(flat) <= n {
		return flat
	}
	return append(trimEnd(flat[:safe(flat, n-1)]), 0x2026)
}

func firstLine(u []uint16, n int) []uint16 {
	for len(u) > 0 {
		end := 0
		for end < len(u) && u[end] != '\n' {
			end++
		}
		if line := trim(u[:end]); len(line) > 0 {
			return clip(line, n)
		}
		u = u[min(end+1, len(u)):]
	}
	return nil
}

func TestWhiteSpaceRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := anyUnits(30).Draw(t, "units")
		s := fromUnits(u)
		n := rapid.IntRange(1, 20).Draw(t, "n")
		for what, pair := range map[string][2]string{
			"Trim":      {Trim(s), fromUnits(trim(u))},
			"TrimEnd":   {TrimEnd(s), fromUnits(trimEnd(u))},
			"Clip":      {Clip(s, n), fromUnits(clip(u, n))},
			"FirstLine": {FirstLine(s, n), fromUnits(firstLine(u, n))},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s of %q (%d) = %q, want %q", what, s, n, pair[0], pair[1])
			}
		}
	})
}

func TestIsSpaceEverywhere(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if got, want := IsSpace(r), r <= 0xffff && jsSpace(uint16(r)); got != want {
			t.Errorf("IsSpace(%U) = %v", r, got)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 5, ""},
		{"  a \t\n b  ", 5, "a b"},
		{"abcde", 5, "abcde"},
		{"abcdef", 5, "abcd…"},
		{"abc def", 5, "abc…"},
		{"abc😀def", 5, "abc…"},
		{"ab😀def", 5, "ab😀…"},
		{"a                                     b", 3, "a b"},
	} {
		if got := Clip(c.in, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}
