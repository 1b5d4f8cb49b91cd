package session

// Reported is the context usage Pi reports, in tokens. Known is false after a
// compaction that no good response has followed.
type Reported struct {
	Tokens int
	Known  bool
}

// Weight is what usage needs to know of one projected message.
type Weight struct {
	Item     int // position in the items
	Tokens   int // EstimateTokens of it
	IsSystem bool
}

// Usage derives Pi's context-usage figure at the end of a branch: branch and
// items as Branch and Project give them, weights one per projected message in
// order, system the estimate of the replayed system message.
func (x *Index) Usage(branch []int32, items []Item, weights []Weight, system int) Reported {
	last, lastGood := -1, -1 // weight and branch position of the newest good response
	for w := len(weights) - 1; w >= 0; w-- {
		item := items[weights[w].Item]
		if item.Edit != None && item.Omit {
			continue
		}
		if r, ok := x.Response(item.Entry); ok && r.Good() {
			last = w
			lastGood = positionOf(branch, item.Entry)
			break
		}
	}
	at := x.lastCompaction(branch)
	if at >= 0 && lastGood <= at {
		return Reported{}
	}
	if last >= 0 && lastGood > x.lastInvalidating(branch) {
		r, _ := x.Response(items[weights[last].Item].Entry)
		tokens := int(r.Usage.ContextTokens())
		for _, w := range weights[last+1:] {
			tokens += w.Tokens
		}
		return Reported{Tokens: tokens, Known: true}
	}
	tokens := system
	for _, w := range weights {
		if !w.IsSystem {
			tokens += w.Tokens
		}
	}
	return Reported{Tokens: tokens, Known: true}
}

func positionOf(branch []int32, entry int) int {
	for n := len(branch) - 1; n >= 0; n-- {
		if int(branch[n]) == entry {
			return n
		}
	}
	return -1
}

// lastInvalidating is the position in branch of the newest entry that makes
// earlier usage figures stale, or -1.
func (x *Index) lastInvalidating(branch []int32) int {
	for n := len(branch) - 1; n >= 0; n-- {
		if k := x.entries[branch[n]].Kind; k == ContextEdit || k == Compaction {
			return n
		}
	}
	return -1
}
