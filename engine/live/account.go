package live

import (
	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/session"
)

// account feeds the cache figures along the active branch, and the money spent
// along the whole file.
type account struct {
	series      cache.Series
	prices      cache.Prices
	spent       cache.Spend
	compactions int
	committed   map[int]int // seq → compactions before its event
	recalls     int         // recall calls
	perCode     map[string]int
}

// spend takes in a response of any branch.
func (a *account) spend(r session.Response) {
	if !r.HasUsage {
		return
	}
	a.spent.Record(r.Usage)
	if r.Report == "" {
		a.prices.Record(r.Model, r.Usage)
	}
}

// restart feeds a whole branch anew.
func (a *account) restart(s *State, branch []int32) {
	*a = account{prices: a.prices, spent: a.spent}
	responses := 0
	for _, i := range branch {
		if r, ok := s.index.Response(int(i)); ok && r.HasUsage && r.Report == "" {
			responses++
		}
	}
	a.series.Grow(responses)
	a.extend(s, branch)
}

// extend feeds entries that follow the branch fed so far.
func (a *account) extend(s *State, entries []int32) {
	for _, i := range entries {
		a.feed(s, int(i))
	}
}

func (a *account) feed(s *State, i int) {
	e := s.index.Entry(i)
	switch e.Kind {
	case session.Message, session.UsageReport:
		a.response(s, i)
		if calls, ok := s.recalls[i]; ok {
			a.recall(calls)
		}
	case session.ModelChange:
		if m, ok := s.index.Model(i); ok {
			a.series.Use(m, e.Time)
		}
	case session.Compaction:
		a.compactions++
		a.series.Note(cache.MarkCompaction, e.Time)
	case session.ContextEdit:
		a.series.Note(cache.MarkEdit, e.Time)
	case session.Custom:
		if s.index.IsFold(i) {
			a.fold(s, i)
		}
	}
}

func (a *account) response(s *State, i int) {
	r, ok := s.index.Response(i)
	if !ok || !r.HasUsage {
		return
	}
	e := s.index.Entry(i)
	if r.Report != "" {
		a.series.Warm(r.Model, e.Time)
		return
	}
	a.series.Respond(cache.Response{
		Entry: s.index.ID(i), Model: r.Model, Started: r.Started, At: e.Time,
		Usage: r.Usage, Failed: r.Stopped || r.Failed,
	})
}

// recall takes in the recall calls of one response, each with the codes it names.
func (a *account) recall(calls [][]string) {
	if a.perCode == nil {
		a.perCode = map[string]int{}
	}
	for _, codes := range calls {
		a.recalls++
		for _, code := range codes {
			a.perCode[block.ParseCode(code)]++
		}
	}
}

// fold takes in a layer or unfold entry of the branch.
func (a *account) fold(s *State, i int) {
	e := s.index.Entry(i)
	l, ok := s.layerOf(i)
	if !ok {
		if s.unfoldAt(i) {
			a.series.Note(cache.MarkUnfold, e.Time)
		}
		return
	}
	if a.committed == nil {
		a.committed = map[int]int{}
	}
	a.committed[l.Seq] = a.compactions
	a.series.Fold(l.Seq, s.savings[l.Seq].tokens, e.Time)
}

// compactedAfter reports whether the branch holds a compaction after the layer's event.
func (a *account) compactedAfter(seq int) bool {
	before, ok := a.committed[seq]
	return ok && a.compactions > before
}

// mostRecalled is how often the most recalled code was recalled.
func (a *account) mostRecalled() int {
	most := 0
	for _, n := range a.perCode {
		most = max(most, n)
	}
	return most
}
