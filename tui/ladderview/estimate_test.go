package ladderview

import (
	"testing"

	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
)

// rows are responses with these prompts; a negative one comes after a fold.
func responses(prompts ...int) []cache.Row {
	var rows []cache.Row
	for _, p := range prompts {
		r := cache.Row{}
		if p < 0 {
			r.Marks, p = []cache.Mark{{Kind: cache.MarkFold}}, -p
		}
		r.Usage.CacheRead = p
		rows = append(rows, r)
	}
	return rows
}

func TestCalls(t *testing.T) {
	base := ladder.Frame{Window: 100_000, FoldAt: 0.5, Step: 10_000, Budget: 90_000}
	for _, c := range []struct {
		name     string
		rows     []cache.Row
		used     int
		savings  int
		want     int
		known    bool
		byBudget bool
	}{
		{"nothing known", nil, 10_000, 0, 0, false, false},
		{"one response", responses(10_000), 10_000, 0, 0, false, false},
		{"nothing grows", responses(10_000, 10_000), 10_000, 0, 0, false, false},
		{"usage binds", responses(10_000, 20_000, 30_000), 30_000, 12_000, 2, true, false},
		{"savings bind", responses(40_000, 50_000, 60_000, 62_000), 62_000, 4_000, 4, true, true},
		{"savings bind, slowly grown", responses(-60_000, 61_000, 62_000, 63_000), 63_000, 5_000, 4, true, false},
		{"nothing to mask: the budget", responses(60_000, 70_000), 70_000, 0, 2, true, true},
		{"due", responses(60_000, 70_000), 70_000, 10_000, 0, true, false},
		{"growth over a fold does not count", responses(80_000, -40_000, 41_000), 41_000, 12_000, 9, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := base
			f.Used, f.Live, f.Savings = c.used, c.used, c.savings
			e := Calls(&live.Snapshot{Rows: c.rows, Frame: f})
			if e.Calls != c.want && e.Known || e.Known != c.known || e.ByBudget != c.byBudget && e.Known {
				t.Errorf("%+v, want %d, known %v, by budget %v", e, c.want, c.known, c.byBudget)
			}
		})
	}
}
