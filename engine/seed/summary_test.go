package seed_test

import (
	"strconv"
	"strings"
	"testing"

	"cfold/engine/seed"
)

func TestSummaryRendersTheRecord(t *testing.T) {
	r := sample()
	r.Identifiers = []string{"fooBar1"}
	r.Commands = []string{"echo `date`\nnext"}
	want := `# Compacted history

No model wrote this: every value below was copied out of the session as it stood.
Folded originals can be read back with ` + "`recall_folded`, by code or with `search=<term>`" + `.
The session file keeps the whole history: ` + "`/s/x.jsonl`" + `

## What the user asked, oldest first

- turn 2: Why?

## Files

- ` + "`src/a.ts`" + `

## Commands

- ` + "`` echo `date` next ``" + `

## Error lines

- ` + "`Error: no\u2028`" + `

## Identifiers

- ` + "`fooBar1`" + `

## Folded originals

- {#abc123 FOLDED} bash · turn 2 · 3 lines
- {#abc124 FOLDED} bash · turn 2 · 0 lines
`
	if got := seed.Summary(r, "/s/x.jsonl"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSummaryOfNothingHasNoSections(t *testing.T) {
	got := seed.Summary(seed.Record{}, "")
	if strings.Contains(got, "## ") || strings.Contains(got, "session file") {
		t.Errorf("got\n%s", got)
	}
}

func TestHandoffUnitesRecordsAndKeepsTheLatest(t *testing.T) {
	var records []seed.Record
	for n := range 50 {
		s := strconv.Itoa(n)
		records = append(records, seed.Record{
			Fields: seed.Fields{
				Files: []string{"f" + s, "always"}, Commands: []string{"c" + s}, Errors: []string{"e" + s},
				UserMessages: []seed.UserMessage{{Turn: n, FirstLine: "ask " + s}},
			},
			Spans: []seed.Span{{BlockID: "b" + s, Code: "code" + s, Tool: "t"}},
		})
	}
	got := seed.Handoff{At: "2026-11-30T00:00:00.000Z", Parent: "/s/p.jsonl", Goal: "  go on\n", Records: records}.Markdown()
	for _, want := range []string{
		"# Handoff of 2026-11-30T00:00:00.000Z\n", "Parent session: `/s/p.jsonl`\n", "## Goal\n\ngo on\n",
		"- `f49`\n- `always`\n", "- `f11`\n", "- turn 38: ask 38\n", "- `c26`\n", "- `e26`\n", "{#code20 FOLDED} t · turn 0 · 0 lines\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, gone := range []string{"- `f10`\n", "ask 37\n", "- `c25`\n", "- `e25`\n", "code19"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is still in", gone)
		}
	}
	if n := strings.Count(got, "`always`"); n != 1 {
		t.Errorf("a value seen in each record is listed %d times", n)
	}
}
