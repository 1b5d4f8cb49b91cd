package ladderview

import (
	"math"

	"cfold/engine/cache"
	"cfold/engine/live"
)

// recent is how many responses the recent rate is taken from.
const recent = 12

// Estimate is how many model calls are left to the next fold if things go on as
// they did lately.
type Estimate struct {
	Calls int
	Known bool
	// Growth is how much usage grows per call, Gain how much more can be masked
	// per call since the last fold. In tokens.
	Growth, Gain float64
	// ByBudget says the budget comes before the threshold.
	ByBudget bool
}

// Calls estimates. It is unknown without two comparable responses, or where
// nothing grows.
func Calls(s *live.Snapshot) Estimate {
	e := Estimate{Growth: growth(s.Rows), Gain: gain(s)}
	if e.Growth <= 0 {
		return e
	}
	f := &s.Frame
	usage := math.Max(0, f.FoldAt*float64(f.Window)-float64(f.Used)) / e.Growth
	calls := math.Inf(1)
	if f.Savings >= f.Step {
		calls = usage
	} else if e.Gain > 0 {
		calls = math.Max(usage, float64(f.Step-f.Savings)/e.Gain)
	}
	budget := math.Max(0, float64(f.Budget-max(f.Live, f.Used))) / e.Growth
	if budget < calls {
		calls, e.ByBudget = budget, true
	}
	e.Calls, e.Known = int(math.Ceil(calls)), !math.IsInf(calls, 1)
	return e
}

// growth is the mean growth of the prompt from one response to the next, over
// the recent ones between which nothing rewrote the context.
func growth(rows []cache.Row) float64 {
	sum, n, last := 0, 0, -1
	for i := len(rows) - 1; i >= 0 && n < recent; i-- {
		u := rows[i].Usage
		prompt := u.Input + u.CacheRead + u.CacheWrite
		if prompt == 0 {
			continue
		}
		if last >= 0 && last >= prompt {
			sum += last - prompt
			n++
		}
		last = prompt
		if rewritten(rows[i]) {
			last = -1
		}
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// rewritten reports whether the context was changed just before the row.
func rewritten(r cache.Row) bool {
	for _, k := range []cache.MarkKind{cache.MarkFold, cache.MarkCompaction, cache.MarkEdit, cache.MarkUnfold, cache.MarkModel} {
		if r.Marked(k) {
			return true
		}
	}
	return false
}

// gain is how much has become maskable per call since the last fold, or since
// the start.
func gain(s *live.Snapshot) float64 {
	calls := 0
	for i := len(s.Rows) - 1; i >= 0; i-- {
		calls++
		if s.Rows[i].Marked(cache.MarkFold) {
			break
		}
	}
	if calls == 0 {
		return 0
	}
	return float64(s.Frame.Savings) / float64(calls)
}
