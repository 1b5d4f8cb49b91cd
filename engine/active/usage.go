package active

import "cfold/engine/session"

// usage derives Pi's context-usage figure as messages arrive. Positions are in
// the branch, −1 for none.
type usage struct {
	systems      int // system messages seen
	total        int // estimates of all other messages, in tokens
	answered     int // context tokens of the newest good response
	answeredAt   int
	trailing     int // estimates of the messages after it
	compactedAt  int
	invalidating int // newest compaction or context edit
}

func newUsage(x *session.Index, branch []int32) usage {
	u := usage{answeredAt: -1, compactedAt: -1, invalidating: -1}
	for n, i := range branch {
		u.pass(x.Entry(int(i)).Kind, n)
	}
	return u
}

func (u *usage) pass(kind session.Kind, at int) {
	if kind == session.Compaction {
		u.compactedAt = max(u.compactedAt, at)
	}
	if kind == session.Compaction || kind == session.ContextEdit {
		u.invalidating = max(u.invalidating, at)
	}
}

func (u *usage) add(tokens int) {
	u.total += tokens
	u.trailing += tokens
}

// addSystem counts a system message: after a response it adds to the context as
// any other; in a sum it is replaced by the replayed prompt.
func (u *usage) addSystem(tokens int) {
	u.systems++
	u.trailing += tokens
}

// answer notes a good response whose own message was the last added.
func (u *usage) answer(tokens, at int) {
	u.answered, u.answeredAt, u.trailing = tokens, at, 0
}

// Reported is the context usage Pi reports, in tokens. Known is false after a
// compaction that no good response has followed.
type Reported struct {
	Tokens int
	Known  bool
}

// Usage is what Pi reports at the end of the branch.
func (c *Context) Usage() Reported {
	u := c.usage
	switch {
	case u.compactedAt >= 0 && u.answeredAt <= u.compactedAt:
		return Reported{}
	case u.answeredAt >= 0 && u.answeredAt > u.invalidating:
		return Reported{u.answered + u.trailing, true}
	}
	return Reported{c.prompt.Estimate() + u.total, true}
}
