package index

import (
	"slices"
	"strings"

	"cfold/engine/seed"
	"cfold/tui/sanitize"
)

// kind is what sort of value it is, in the order the pane shows them.
type kind int

const (
	files kind = iota
	commands
	errorLines
	identifiers
)

var kindNames = [...]sanitize.Safe{"Files", "Commands", "Errors", "Identifiers"}

// value is one value and the records that hold it, oldest first.
type value struct {
	kind    kind
	text    string
	records []int
}

// collect lists the values of all records by kind, the most recently seen first
// within each.
func collect(records []seed.Record) []value {
	type key struct {
		kind kind
		text string
	}
	at := map[key]int{}
	var all []value
	for n := range records {
		r := &records[n]
		for k, list := range [...][]string{r.Files, r.Commands, r.Errors, r.Identifiers} {
			for _, text := range list {
				id := key{kind(k), text}
				i, known := at[id]
				if !known {
					i = len(all)
					at[id] = i
					all = append(all, value{kind: kind(k), text: text})
				}
				all[i].records = append(all[i].records, n)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b value) int {
		if a.kind != b.kind {
			return int(a.kind - b.kind)
		}
		return last(b.records) - last(a.records)
	})
	return all
}

func last(list []int) int { return list[len(list)-1] }

// matching lists the positions of the values that hold the term, case aside, and
// are of the kind; only < 0 takes all kinds.
func matching(all []value, term string, only int) []int {
	term = strings.ToLower(term)
	var rows []int
	for i, v := range all {
		if (only < 0 || v.kind == kind(only)) && strings.Contains(strings.ToLower(v.text), term) {
			rows = append(rows, i)
		}
	}
	return rows
}

// spansOf is the spans of the records that hold a value, each block once.
func spansOf(records []seed.Record, v value) []seed.Span {
	seen := map[string]bool{}
	var spans []seed.Span
	for _, n := range v.records {
		for _, s := range records[n].Spans {
			if !seen[s.BlockID] {
				seen[s.BlockID] = true
				spans = append(spans, s)
			}
		}
	}
	return spans
}
