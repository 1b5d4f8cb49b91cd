package live

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/ladder"
)

// Effect is what holding blocks raw from now on would do, before it is done.
// Token figures are estimates as the ladder makes them.
type Effect struct {
	// Unfolds counts the blocks that are folded now, Holds those that are raw.
	Unfolds, Holds int
	// Adds is how much larger the context gets, in tokens.
	Adds int
	// Reprefill is how many tokens the next request sends anew: everything from
	// the first unfolded block on, as rendered then. 0 when nothing is folded.
	Reprefill int
	// AtLeast is true when it is more: there are images among it, of whose size the
	// session says nothing.
	AtLeast bool
	// Dollars is what that costs at the session's own rates; Priced is false
	// where the session shows no price for it.
	Dollars float64
	Priced  bool
	// Before and After are the usage, in tokens; Known is false where it was
	// never measured and the estimate of the blocks stands for it.
	Before, After int
	Known         bool
	// Next is what the call after that would see.
	Next ladder.Frame
}

// Refusal says why a block cannot be held; empty for one that can.
type Refusal string

// The reasons.
const (
	RefuseKind    Refusal = "only tool results and thinking ever fold"
	RefuseOpaque  Refusal = "a result with an image never folds"
	RefuseID      Refusal = "its id is not durable, so it never folds"
	RefuseAlready Refusal = "it is held already"
)

// CanHold reports whether unfolding or holding block i would mean anything.
func (p *Snapshot) CanHold(i int) Refusal {
	b, m := &p.Blocks[i], p.Frame.Marks[i]
	switch {
	case m&ladder.Unfolded != 0:
		return RefuseAlready
	case m&ladder.Frozen != 0:
		return ""
	case b.Opaque:
		return RefuseOpaque
	case b.Kind != block.ToolResult && b.Kind != block.Thinking:
		return RefuseKind
	case !b.Durable:
		return RefuseID
	}
	return ""
}

// EffectOf works out what holding the blocks at those positions would do. Blocks
// that CanHold refuses are left out.
func (p *Snapshot) EffectOf(positions []int) Effect {
	in := p.input
	in.Marks, in.Folded = slices.Clone(in.Marks), slices.Clone(in.Folded)
	e := Effect{Before: p.Frame.Used, Known: p.Usage.Known}
	first := len(p.Blocks)
	for _, i := range positions {
		if p.CanHold(i) != "" {
			continue
		}
		if in.Marks[i]&ladder.Frozen != 0 {
			e.Unfolds++
			e.Adds += p.Blocks[i].Tokens - p.Folded[i]
			first = min(first, i)
		} else {
			e.Holds++
		}
		in.Marks[i] = in.Marks[i]&^ladder.Frozen | ladder.Unfolded
	}
	for i := first; i < len(p.Blocks); i++ {
		e.AtLeast = e.AtLeast || p.Blocks[i].Opaque
		if in.Marks[i]&ladder.Frozen != 0 {
			e.Reprefill += in.Folded[i]
		} else {
			e.Reprefill += p.Blocks[i].Tokens
		}
	}
	e.Dollars, e.Priced = p.Rates.Reprefill(e.Reprefill)
	e.After = e.Before + e.Adds
	in.Reported += e.Adds
	e.Next = ladder.Step(in)
	return e
}

// Under is what the next call would see under other settings of the ladder.
func (p *Snapshot) Under(c ladder.Config) ladder.Frame {
	in := p.input
	in.Config = c
	return ladder.Step(in)
}
