package detail

import (
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/cost"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// keeping is what block i costs per call as it is sent: tokens read from cache.
func keeping(s *live.Snapshot, i int) sanitize.Safe {
	tokens := s.Blocks[i].Tokens
	if s.Frame.Marks[i]&ladder.Frozen != 0 {
		tokens = s.Folded[i]
	}
	said := pane.Say("%s tok a call", format.Tokens(tokens))
	if dollars, ok := s.Rates.Reread(tokens); ok {
		said += pane.Say(" %s from cache", format.About(dollars))
	}
	return said
}

// unfolding is what making block i whole again would cost once: everything from
// its place on is sent anew.
func unfolding(s *live.Snapshot, i int) sanitize.Safe {
	e := s.EffectOf([]int{i})
	said := pane.Say("%s tok sent anew", cost.Anew(e))
	if e.Priced {
		said += pane.Say(" %s", format.About(e.Dollars))
	}
	if s.Frame.Window > 0 && e.Known {
		said += pane.Say(", usage then %s", format.Percent(float64(e.After)/float64(s.Frame.Window)))
	}
	return said
}
