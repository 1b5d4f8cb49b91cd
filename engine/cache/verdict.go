package cache

// missMargin is how many tokens a response may read back short of what it could
// before it is a miss: providers cache in steps of up to that size.
const missMargin = 1024

// Verdict is how a response did against the cache.
type Verdict int

const (
	// VerdictNone: nothing to judge by, as for the first response or one without
	// usage.
	VerdictNone Verdict = iota
	// VerdictHit: what could be read back was.
	VerdictHit
	// VerdictRewritten: the prefix had just been changed on purpose, so reading
	// less was to be expected.
	VerdictRewritten
	// VerdictMiss: less was read back and nothing on the branch asked for it.
	VerdictMiss
)

// Cause is why less was read back, as far as the events show it.
type Cause string

// The causes. CauseUnknown stands whenever no event explains it. CauseIdle and
// CauseNeverRead name what was observed beside the miss, which makes them likely
// and not certain.
const (
	CauseUnknown    Cause = ""
	CauseCompaction Cause = "compaction"
	CauseFold       Cause = "fold"
	CauseEdit       Cause = "edit"
	CauseUnfold     Cause = "unfold"
	CauseModel      Cause = "model change"
	CauseNeverRead  Cause = "never read from cache"
	CauseIdle       Cause = "idle"
)

// Judgement is a response's verdict. Missed is the tokens read back too little,
// 0 for a hit.
type Judgement struct {
	Verdict Verdict
	Cause   Cause
	Missed  int
}

// Judge judges the row. warnAfter is the idle interval in minutes, 0 for none.
// A miss reads back over 1024 tokens less than the smaller of its own and the
// previous prompt; right after a fold, a compaction, an edit or an unfold it is
// no miss and is named after that.
func (r Row) Judge(warnAfter float64) Judgement {
	if !r.Judged {
		return Judgement{}
	}
	if r.Shortfall <= missMargin {
		return Judgement{Verdict: VerdictHit}
	}
	if cause, ok := r.rewrite(); ok {
		return Judgement{VerdictRewritten, cause, r.Shortfall}
	}
	return Judgement{VerdictMiss, r.missCause(warnAfter), r.Shortfall}
}

// rewrite finds what changed the prefix on purpose. Of several the one that
// changes most is named.
func (r Row) rewrite() (Cause, bool) {
	for _, c := range []struct {
		kind  MarkKind
		cause Cause
	}{
		{MarkCompaction, CauseCompaction},
		{MarkFold, CauseFold},
		{MarkEdit, CauseEdit},
		{MarkUnfold, CauseUnfold},
	} {
		if r.Marked(c.kind) {
			return c.cause, true
		}
	}
	return CauseUnknown, false
}

// missCause: another model's cache is empty whatever the clock says, and a model
// that never reads does not miss because of it either.
func (r Row) missCause(warnAfter float64) Cause {
	switch {
	case r.Marked(MarkModel):
		return CauseModel
	case r.NeverRead:
		return CauseNeverRead
	case r.Idle(warnAfter):
		return CauseIdle
	}
	return CauseUnknown
}

// Marked reports whether something of that kind happened before the row; idle
// time depends on the interval and is asked of Idle.
func (r Row) Marked(kind MarkKind) bool {
	for _, m := range r.Marks {
		if m.Kind == kind {
			return true
		}
	}
	return false
}

// Idle reports whether the model had been idle for warnAfter minutes or more
// before the row; never when warnAfter is 0.
func (r Row) Idle(warnAfter float64) bool {
	return warnAfter > 0 && r.Gap > 0 && float64(r.Gap) >= warnAfter*60_000
}

// MarksWithIdle is the marks before the row, with one for a long idle at the end.
func (r Row) MarksWithIdle(warnAfter float64) []Mark {
	if !r.Idle(warnAfter) {
		return r.Marks
	}
	marks := make([]Mark, 0, len(r.Marks)+1)
	marks = append(marks, r.Marks...)
	return append(marks, Mark{Kind: MarkIdle, At: r.At, Gap: r.Gap})
}
