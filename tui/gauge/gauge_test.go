package gauge

import (
	"testing"

	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/engine/settings"
	"cfold/tui/pane"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		frame ladder.Frame
		want  Words
	}{
		{ladder.Frame{State: ladder.Paused},
			Words{"paused", "paused: the provider holds the context", "paused, since the provider holds the context"}},
		{ladder.Frame{State: ladder.Fold, Mask: []int{1, 2}, Saved: 12000, OverBudget: true},
			Words{"folds now", "folds at the next call, saving 12k", "at the next call, 2 blocks saving 12k"}},
		{ladder.Frame{State: ladder.Over, OverBudget: true},
			Words{"over budget", "over budget", "over budget with nothing left to fold"}},
		{ladder.Frame{Fraction: 0.2, FoldAt: 0.45, Savings: 900, Step: 9600},
			Words{"fold at 45 %", "next fold at 45 %", "at 45 %, 900 to fold so far"}},
		{ladder.Frame{Fraction: 0.5, FoldAt: 0.45, Savings: 3100, Step: 9600},
			Words{"next 3.1k/9.6k", "next fold 3.1k/9.6k", "once 9.6k can be folded, now 3.1k"}},
	} {
		if got := Of(&c.frame); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestNextSaysWhereNothingFolds(t *testing.T) {
	for _, c := range []struct {
		off, recorded, linked bool
		short, text           string
	}{
		{false, true, false, "paused", "paused: the provider holds the context"},
		{false, false, false, "no folding here", "no folding here (would: paused: the provider holds the context)"},
		{true, true, false, "folding is off", "folding is off, CONTEXTFOLD=0 (would: paused: the provider holds the context)"},
		{true, false, true, "paused", "paused: the provider holds the context"}, // a linked Pi goes by its own environment
	} {
		scene := &pane.Scene{Snapshot: &live.Snapshot{Recorded: c.recorded}, Settings: settings.Resolved{Disabled: c.off}, Linked: c.linked}
		scene.Snapshot.Frame.State = ladder.Paused
		if got := Next(scene); got.Short != c.short || got.Text != c.text {
			t.Errorf("%q, want %q and %q", got, c.short, c.text)
		}
	}
}
