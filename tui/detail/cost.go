package detail

import (
	"cfold/engine/ladder"
	"cfold/engine/live"
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
		said += pane.Say(" ≈ %s from cache", format.Dollars(dollars))
	}
	return said
}

// unfolding is what making block i whole again would cost once: everything from
// its place on is sent anew.
func unfolding(s *live.Snapshot, i int) sanitize.Safe {
	after, more := reprefill(s, i)
	said := pane.Say("%s tok sent anew", format.Tokens(after))
	if dollars, ok := s.Rates.Reprefill(after); ok {
		said += pane.Say(" ≈ %s", format.Dollars(dollars))
	}
	if s.Frame.Window > 0 && s.Usage.Known {
		then := float64(s.Frame.Used+more) / float64(s.Frame.Window)
		said += pane.Say(", usage then %s", format.Percent(then))
	}
	return said
}

// reprefill is how many tokens follow from block i on once it is whole, and how
// many more the context then holds.
func reprefill(s *live.Snapshot, i int) (after, more int) {
	more = s.Blocks[i].Tokens - s.Folded[i]
	after = s.Blocks[i].Tokens
	for n := i + 1; n < len(s.Blocks); n++ {
		if s.Frame.Marks[n]&ladder.Frozen != 0 {
			after += s.Folded[n]
		} else {
			after += s.Blocks[n].Tokens
		}
	}
	return after, more
}
