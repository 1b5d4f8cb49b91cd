package gauge

import (
	"fmt"

	"cfold/engine/ladder"
	"cfold/tui/format"
	"cfold/tui/pane"
)

// Words is the one condition that binds the next fold: Text stands alone, Short in
// as few words as it takes, Clause behind "now" or "then".
type Words struct{ Short, Text, Clause string }

// Of is what binds the next fold of a frame.
func Of(f *ladder.Frame) Words {
	saved, savings, step := format.Tokens(f.Saved), format.Tokens(f.Savings), format.Tokens(f.Step)
	switch {
	case f.State == ladder.Paused:
		return Words{"paused", "paused: the provider holds the context", "paused, since the provider holds the context"}
	case f.State == ladder.Fold:
		return Words{"folds now", "folds at the next call, saving " + saved,
			fmt.Sprintf("at the next call, %s saving %s", format.Count(len(f.Mask), "block"), saved)}
	case f.OverBudget:
		return Words{"over budget", "over budget", "over budget with nothing left to fold"}
	case f.Fraction < f.FoldAt:
		at := format.Percent(f.FoldAt)
		return Words{"fold at " + at, "next fold at " + at, fmt.Sprintf("at %s, %s to fold so far", at, savings)}
	}
	return Words{"next " + savings + "/" + step, "next fold " + savings + "/" + step,
		fmt.Sprintf("once %s can be folded, now %s", step, savings)}
}

// Next is what binds the next fold of the scene's session, as Text and Short. Where
// folding is off or nobody folds, that is said, and what would bind it.
func Next(scene *pane.Scene) Words {
	w := Of(&scene.Snapshot.Frame)
	if none, ok := None(scene); ok {
		return Words{Short: none.Short, Text: none.Text + " (would: " + w.Text + ")"}
	}
	return w
}

// None says, as Text and Short, that nothing folds the scene's session; ok is false
// where something does.
func None(scene *pane.Scene) (w Words, ok bool) {
	switch {
	case scene.Off():
		return Words{Short: "folding is off", Text: "folding is off, CONTEXTFOLD=0"}, true
	case !scene.Folds():
		return Words{Short: "no folding here", Text: "no folding here"}, true
	}
	return Words{}, false
}
