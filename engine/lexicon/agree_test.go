package lexicon

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"cfold/engine/text"
)

// pieces are what texts that try the scanners are put together from: everything the
// patterns speak of, whole, in halves and next to what must not be taken for it.
var pieces = []string{
	"\n", "\r", "\u2028", "\u00a0", "\u3000", "\ufeff", " ", " ", " ", "\t", "  ", "\x00", "\u200b",
	".", "..", "-", "/", "./", "../", "~/", "$", "$ ", "$$", ":", "=", ": ", "(", ")", `"`, "'", "`", "@", ",", ";", "!", "?", "_",
	"a", "b", "x", "A", "Z", "0", "7", "é", "日", "😀", "\xed\xa0\xbd", "\xed\xb8\x80", "ſ", "\u212a",
	"error", "Error", "ERROR", "FooError", "Foo1Error", "XException", "exception", "Exception", "AWarning", "Warning",
	"FAIL", "FAILED", "FAILURE", "failed", "Failed", "faileds", "failure", "failures", "fails", "FATAL", "fatal", "Fatal",
	"PANIC", "panic", "Aborted", "aborted", "Traceback", "ENOENT", "ECONNREFUSED", "npm ERR!", "Segmentation fault",
	"core dumped", "Permission denied", "✗", "✘", "\xe2\x9c\x96",
	"ts", "js", "json", "c", "h", "jsonl", ".ts", ".py", ".env", ".go", "a.ts", "error.log", ".lockfile",
	"src/", "lib/", "tests/", "scripts/", "script/", "dist/", "app/", "build/", "test/",
	"npm", "npx", "go", "git", "make", "python3", "python", "gh", "uv", "node", "curl", "rg", "zig", "go test ./...",
	" at ", "at", "at x(", "at y (", "decided", "chose", "standardized on", "standardized", "going with", "SELECTED",
	"picked", "Will Use", "will use", "will", "use", "const", "the", "key", "val", "=1234", "k=value",
	"0x", "0xdead", "0xDEADBEEF", "deadbeef", "deadbeef01", "123E4567-E89B-12D3-A456-426614174000",
	"123e4567-e89b-12d3-a456-426614174000", "1.2.3", "10.20", "1.", "2", "1234", "99999", "v", "rc.1",
	"camelCase", "snake_case", "String", "Boolean", "ab", "abc", "abcd", "aB1", "undefined",
	strings.Repeat("x", 58), strings.Repeat("x", 195), strings.Repeat("😀", 29), strings.Repeat("😀", 99), strings.Repeat(" ", 55),
	strings.Repeat("ab ", 65), strings.Repeat("日", 60), strings.Repeat("é ", 99),
}

// join makes a text of pieces; neighbouring halves of a pair become the pair, as
// in any WTF-8 text.
func join(parts []string) string {
	return strings.ReplaceAll(strings.Join(parts, ""), "\xed\xa0\xbd\xed\xb8\x80", "😀")
}

func diff(want, got any) string { return cmp.Diff(want, got, cmpopts.EquateEmpty()) }

// check compares every scanner with the oracle on s.
func check(t interface {
	Helper()
	Errorf(string, ...any)
}, s string) {
	t.Helper()
	buckets := Categorize(s)
	if d := diff(oracleCategorize(s), buckets); d != "" {
		t.Errorf("Categorize(%q): -want +got\n%s", s, d)
	}
	if got, want := HasError(s) || hasFrame(s) || hasOther(s), len(diff(Buckets{}, buckets)) > 0; got != want {
		t.Errorf("%q holds a risk: %v", s, got)
	}
	if got, want := HasError(s), jsAnyMarker.MatchString(toUnits(s)); got != want {
		t.Errorf("HasError(%q) = %v", s, got)
	}
	for _, size := range [][2]int{{6, 400}, {2, 1000}, {40, 60}} {
		if d := diff(oracleRiskLines(s, size[0], size[1]), RiskLines(s, size[0], size[1])); d != "" {
			t.Errorf("RiskLines(%q, %d, %d): -want +got\n%s", s, size[0], size[1], d)
		}
	}
	var h Harvest
	h.AddFiles(s)
	h.AddCommands(s)
	h.AddErrors(s)
	h.AddIdentifiers(s)
	if d := diff(oracleHarvest(s), h.Lists()); d != "" {
		t.Errorf("Harvest of %q: -want +got\n%s", s, d)
	}
}

func TestScannersAgreeWithThePatterns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "pieces")))
	})
}

// TestLongTextsAgree has more values than any list keeps and more lines than a
// digest does.
func TestLongTextsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(pieces), 3, 12).Draw(t, "some")
		check(t, join(rapid.SliceOfN(rapid.SampledFrom(append(some, "\n", " ", "q", "9")), 100, 200).Draw(t, "pieces")))
	})
}

func TestEachPieceByItself(t *testing.T) {
	for _, piece := range pieces {
		check(t, piece)
		check(t, join([]string{"x", piece, " y"}))
	}
}

func fuzz(f *testing.F, each func(t *testing.T, s string)) {
	for _, s := range []string{"", "npm ERR! code\n$ ls -la\n", "x at f (a.go:1)\nkey: value", "will use src/a.ts=0xdeadbeef 1.2.3"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 2000 {
			t.Skip("the oracle is slow")
		}
		each(t, text.Decode(raw))
		parts := make([]string, len(raw))
		for i, b := range raw {
			parts[i] = pieces[int(b)%len(pieces)]
		}
		each(t, join(parts[:min(len(parts), 100)]))
	})
}

func FuzzCategorize(f *testing.F) {
	fuzz(f, func(t *testing.T, s string) {
		if d := diff(oracleCategorize(s), Categorize(s)); d != "" {
			t.Errorf("%q: -want +got\n%s", s, d)
		}
	})
}

func FuzzRiskLines(f *testing.F) {
	fuzz(f, func(t *testing.T, s string) {
		if d := diff(oracleRiskLines(s, 6, 400), RiskLines(s, 6, 400)); d != "" {
			t.Errorf("%q: -want +got\n%s", s, d)
		}
	})
}

func FuzzHarvest(f *testing.F) {
	fuzz(f, func(t *testing.T, s string) { check(t, s) })
}

// TestHarvestOverTexts checks what one text alone cannot show: first seen counts
// over all texts, and the longest identifiers of all.
func TestHarvestOverTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40), 0, 8).Draw(t, "texts")
		var h Harvest
		if rapid.Bool().Draw(t, "used before") {
			h.AddFiles("src/old.go")
			h.AddCommands("go old")
			h.AddErrors("old error")
			h.AddIdentifiers("oldIdentifier")
			h.Reset()
		}
		var want Lists
		merge := func(list *[]string, more []string) {
			for _, v := range more {
				if !slices.Contains(*list, v) {
					*list = append(*list, v)
				}
			}
		}
		for _, parts := range list {
			s := join(parts)
			h.AddFiles(s)
			h.AddCommands(s)
			h.AddErrors(s)
			h.AddIdentifiers(s)
			one := oracleHarvest(s)
			merge(&want.Files, one.Files)
			merge(&want.Commands, one.Commands)
			merge(&want.Errors, one.Errors)
			merge(&want.Identifiers, one.Identifiers)
		}
		cut := func(list []string, n int) []string { return list[:min(len(list), n)] }
		slices.SortStableFunc(want.Identifiers, func(a, b string) int { return len(b) - len(a) })
		want = Lists{cut(want.Files, 32), cut(want.Commands, 24), cut(want.Errors, 24), cut(want.Identifiers, 64)}
		if d := diff(want, h.Lists()); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
	})
}
