package recall_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"cfold/engine/recall"
	"cfold/engine/text"

	"pgregory.net/rapid"
)

func TestSlice(t *testing.T) {
	long := strings.Repeat("x", 8000)
	deep := strings.Repeat("a", 400) + "NEEDLE" + strings.Repeat("b", 400)
	clipped := "…[line clipped: 8000 chars — grep=<term> targets content inside it]"
	tests := []struct {
		name, body string
		o          recall.Options
		want       string
	}{
		{"whole", "a\nb", recall.Options{}, "a\nb"},
		{"whole, at the limit", strings.Repeat("y\n", 4000), recall.Options{}, strings.Repeat("y\n", 4000)},
		{"whole, over the limit", strings.Repeat("yyy\n", 2001), recall.Options{}, strings.TrimSuffix(strings.Repeat("yyy\n", 1000), "\n")},
		{"whole, one line just over the limit is clipped", long + "y", recall.Options{}, strings.Repeat("x", 7200) + strings.Replace(clipped, "8000", "8001", 1)},
		{"whole in full", long + long, recall.Options{Full: true}, long + long},
		{"lines", "a\nb\nc", recall.Options{Lines: "2-3"}, "2: b\n3: c"},
		{"lines past both ends", "a\nb", recall.Options{Lines: "0-99999999999999999999999"}, "1: a\n2: b"},
		{"lines with white space", "a\nb", recall.Options{Lines: "\u00a01 \t-\n2 "}, "1: a\n2: b"},
		{"lines backwards", "a\nb", recall.Options{Lines: "2-1"}, ""},
		{"lines past the end", "a\nb", recall.Options{Lines: "3-4"}, ""},
		{"one number", "a\nb", recall.Options{Lines: "1"}, ""},
		{"three numbers", "a\nb", recall.Options{Lines: "1-2-3"}, ""},
		{"negative", "a\nb", recall.Options{Lines: "-1-2"}, ""},
		{"signed", "a\nb", recall.Options{Lines: "+1-2"}, ""},
		{"lines rule over grep", "a\nb", recall.Options{Lines: "1-1", Grep: "b"}, "1: a"},
		{"an empty text has a line", "", recall.Options{Lines: "1-1"}, "1: "},
		{"lines clips", long, recall.Options{Lines: "1-1"}, "1: " + strings.Repeat("x", 7200) + clipped},
		{"lines in full", long, recall.Options{Lines: "1-1", Full: true}, "1: " + long},
		{"the first line stays whatever it costs", long + "\nb", recall.Options{Lines: "1-2"}, "1: " + strings.Repeat("x", 7200) + clipped + "\n2: b"},
		{"grep in any case", "Foo\nbar\nxFOOx", recall.Options{Grep: "fOo"}, "1: Foo\n3: xFOOx"},
		{"grep nothing", "a", recall.Options{Grep: "z"}, ""},
		{"grep matches within a line only", "a\nb", recall.Options{Grep: "a\nb"}, ""},
		{"grep around a deep match", deep, recall.Options{Grep: "needle"},
			"1: […chars 241-560 of 806…] " + strings.Repeat("a", 160) + "NEEDLE" + strings.Repeat("b", 154) + "…"},
		{"grep around a match at the end", deep, recall.Options{Grep: "needle" + strings.Repeat("b", 400)},
			"1: […chars 241-560 of 806…] " + strings.Repeat("a", 160) + "NEEDLE" + strings.Repeat("b", 154) + "…"},
		{"grep in full", deep, recall.Options{Grep: "needle", Full: true}, "1: " + deep},
		{"a window may split a pair", strings.Repeat("😀", 200) + "z", recall.Options{Grep: "z"},
			"1: […chars 82-401 of 401…] \xed\xb8\x80" + strings.Repeat("😀", 159) + "z…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := recall.Slice(tt.body, tt.o); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// Case is JavaScript's: these pairs were taken from it.
func TestGrepFoldsCaseAsJavaScriptDoes(t *testing.T) {
	tests := []struct {
		line, term string
		want       bool
	}{
		{"ΟΔΟΣ", "οδος", true}, // a sigma at the end of a word
		{"ΟΔΟΣ", "οδοσ", false},
		{"ΟΔΟΣΑ", "οδοσα", true},
		{"ΟΔΟΣ.Α", "οδοσ.α", true}, // a full stop does not end a word
		{"Σ", "σ", true},
		{"İ", "i̇", true}, // one letter becomes two
		{"İ", "i", true},
		{"ẞ", "ß", true},
		{"K", "k", true}, // the Kelvin sign
		{"ǅ", "ǆ", true},
		{"𐐀", "𐐨", true},
		{"ﬁ", "fi", false},
		{"日本", "日", true},
	}
	for _, tt := range tests {
		if got := recall.Slice(tt.line, recall.Options{Grep: tt.term}) != ""; got != tt.want {
			t.Errorf("grep %q in %q: %v", tt.term, tt.line, got)
		}
	}
}

// units is a text as JavaScript holds it.
func units(s string) []uint16 {
	var u []uint16
	for i := 0; i < len(s); {
		r, size := text.DecodeRune(s[i:])
		if r >= 0xd800 && r <= 0xdfff {
			u = append(u, uint16(r))
		} else {
			u = utf16.AppendRune(u, r)
		}
		i += size
	}
	return u
}

// wtf8 is the reverse of units.
func wtf8(u []uint16) string {
	var b []byte
	for i := 0; i < len(u); i++ {
		r := rune(u[i])
		if utf16.IsSurrogate(r) && i+1 < len(u) {
			if pair := utf16.DecodeRune(r, rune(u[i+1])); pair != '\uFFFD' {
				r = pair
				i++
			}
		}
		b = text.AppendRune(b, r)
	}
	return string(b)
}

// safe is the first n units, one fewer where that would split a pair.
func safe(u []uint16, n int) []uint16 {
	if n >= len(u) {
		return u
	}
	if r := rune(u[n-1]); r >= 0xd800 && r < 0xdc00 && utf16.DecodeRune(r, rune(u[n])) != '\uFFFD' {
		n--
	}
	return u[:n]
}

// oracle states the rules of a grep once more, unit by unit and line by line. The
// alphabet's only letters with case are ASCII.
func oracle(body, term string) string {
	var out []string
	cost := 0
	for n, line := range strings.Split(body, "\n") {
		at := strings.Index(strings.ToLower(line), strings.ToLower(term))
		if at < 0 {
			continue
		}
		u, around := units(line), len(units(line[:at]))
		shown := line
		switch {
		case len(u) <= 320:
		case around <= 160:
			shown = wtf8(safe(u, 320)) + "…[line clipped: " + strconv.Itoa(len(u)) + " chars — grep=<term> targets content inside it]"
		default:
			start := min(around-160, len(u)-320)
			shown = "[…chars " + strconv.Itoa(start+1) + "-" + strconv.Itoa(start+320) + " of " + strconv.Itoa(len(u)) + "…] " +
				wtf8(safe(u[start:], 320)) + "…"
		}
		shown = strconv.Itoa(n+1) + ": " + shown
		if cost += (len(units(shown))+3)/4 + 1; cost > 500 && len(out) > 0 {
			break
		}
		out = append(out, shown)
	}
	return strings.Join(out, "\n")
}

// texts draws texts of few and of many lines, some of them long.
func texts() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", "B", "ab", "\n", "é", "日", "😀", " ", "😀😀", strings.Repeat("x", 150), strings.Repeat("😀", 80), strings.Repeat("c\n", 60)})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), "")
	})
}

func TestGrepAgreesWithTheRulesUnitByUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := texts().Draw(t, "body")
		term := rapid.SampledFrom([]string{"a", "b", "AB", "é", "😀", "x", " ", "c", "xé"}).Draw(t, "term")
		if got, want := recall.Slice(body, recall.Options{Grep: term}), oracle(body, term); got != want {
			t.Fatalf("got  %q\nwant %q", got, want)
		}
	})
}

// Whatever is asked, an answer stays within its budget and one line of 7200 units.
func FuzzSlice(f *testing.F) {
	f.Add("a\nb\nc", uint16(0), "", "1-2", "")
	f.Add("İΣ\n", uint16(3), "σς", "", "ς")
	f.Add("line\n", uint16(3000), "", "", "")
	f.Add("😀", uint16(4000), "z", "", "z")
	f.Add("\xed\xa0\x80\n", uint16(1), "\xff", " 1 -\t2", "")
	f.Fuzz(func(t *testing.T, piece string, times uint16, end, lines, grep string) {
		// Long texts are repeated ones, so that the inputs stay small.
		body := wtf8(units(strings.Repeat(piece, min(int(times), 1<<16/(len(piece)+1))) + end))
		o := recall.Options{Lines: lines, Grep: grep}
		got := recall.Slice(body, o)
		most := 4 * 2000
		if lines == "" && grep != "" {
			most = 4 * 500
		}
		if n := text.Len(got); n > most && (n > 7200+200 || strings.Contains(got, "\n")) {
			t.Errorf("%+v serves %d units", o, n)
		}
		if lines == "" && grep == "" {
			return
		}
		last := 0
		for line := range strings.SplitSeq(got, "\n") {
			number, _, ok := strings.Cut(line, ": ")
			n, err := strconv.Atoi(number)
			if got != "" && (!ok || err != nil || n <= last) {
				t.Fatalf("%+v serves %.100q after line %d", o, line, last)
			}
			last = n
		}
	})
}

func BenchmarkSlice(b *testing.B) {
	bodies := map[string]string{
		"log":      strings.Repeat("2026-11-29 INFO server: request 4711 done in 12 ms\n", 20000),
		"one line": strings.Repeat("function(a,b){return a+b};", 40000) + "needle",
		"cjk":      strings.Repeat("日本語のテキスト、折りたたみ\n", 20000) + "needle",
	}
	for name, body := range bodies {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				recall.Slice(body, recall.Options{Grep: "Needle"})
			}
		})
	}
}
