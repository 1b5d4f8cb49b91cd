package cost

import (
	"testing"

	"cfold/engine/ladder"
	"cfold/engine/live"
)

func TestHoldWords(t *testing.T) {
	quiet := ladder.Frame{Window: 200000, Fraction: 0.5, FoldAt: 0.45, Savings: 3100, Step: 9600}
	fold := ladder.Frame{State: ladder.Fold, Mask: []int{1, 2}, Saved: 12000}
	early := ladder.Frame{Window: 1000, Fraction: 0.2, FoldAt: 0.45, Savings: 900}
	for name, c := range map[string]struct {
		window int
		now    ladder.Frame
		effect live.Effect
		want   [3]string
	}{
		"unfolding, priced": {200000, quiet,
			live.Effect{Unfolds: 1, Adds: 2000, Reprefill: 40000, Dollars: 0.15, Priced: true, Before: 100000, After: 102000, Known: true, Next: fold},
			[3]string{"40k tok ≈ $0.1500 at this session's rates, once", "50 % → 51 % of 200k: +2.0k tok, 100k → 102k tok",
				"now once 9.6k can be folded, now 3.1k; then at the next call, 2 blocks saving 12k"}},
		"images after it": {200000, quiet,
			live.Effect{Unfolds: 1, Reprefill: 40000, AtLeast: true, Dollars: 0.15, Priced: true, Before: 100000, Known: true, Next: quiet},
			[3]string{"at least 40k tok ≈ $0.1500 at this session's rates, once; images among it are not counted", "stays at 100k tok",
				"as now: once 9.6k can be folded, now 3.1k"}},
		"no price, no window, not measured": {0, early,
			live.Effect{Unfolds: 1, Adds: 10, Reprefill: 50, Before: 100, After: 110, Next: early},
			[3]string{"50 tok, once; this session shows no price for its model", "10 % → 11 % of 1.0k, which is assumed: +10 tok, 100 → 110 tok by estimate, not measured yet",
				"as now: at 45 %, 900 to fold so far"}},
		"holding": {1000, ladder.Frame{State: ladder.Paused},
			live.Effect{Holds: 2, Before: 500, After: 500, Known: true, Next: ladder.Frame{OverBudget: true, State: ladder.Over}},
			[3]string{"nothing: what was sent stays as it is", "stays at 500 tok",
				"now paused, since the provider holds the context; then over budget with nothing left to fold"}},
	} {
		t.Run(name, func(t *testing.T) {
			facts := Hold(&live.Snapshot{Window: c.window, Frame: c.now}, c.effect)
			for i, f := range facts {
				if f.Value != c.want[i] {
					t.Errorf("%s: %q, want %q", f.Label, f.Value, c.want[i])
				}
			}
		})
	}
}
