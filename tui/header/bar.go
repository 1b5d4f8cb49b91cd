package header

import (
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/bar"
	"cfold/tui/pane"
)

// Bar is the fold bar, width cells.
func Bar(scene *pane.Scene, width int) string {
	s := scene.Snapshot
	if s == nil {
		return bar.Render(scene.Theme, nil, 1, nil, width)
	}
	return bar.Render(scene.Theme, Segments(s), s.Frame.Window, Ticks(s), width)
}

// Segments is what fills the window, one per category and layer.
func Segments(s *live.Snapshot) []bar.Segment {
	folded := map[int]int{}
	var tokens [theme.Empty]int
	sent := 0
	for i := range s.Blocks {
		cost := s.Blocks[i].Tokens
		if m := s.Frame.Marks[i]; m&ladder.Frozen != 0 {
			cost = s.Folded[i]
			folded[s.Seqs[i]] += cost
		} else {
			tokens[category(m)] += cost
		}
		sent += cost
	}
	if s.Usage.Known {
		tokens[theme.Beyond] = max(0, s.Usage.Tokens-sent)
	}
	var segments []bar.Segment
	for _, l := range s.Layers {
		if folded[l.Seq] > 0 {
			segments = append(segments, bar.Segment{Category: theme.Folded, Depth: pane.Depth(s, l.Seq), Tokens: folded[l.Seq]})
		}
	}
	for c, n := range tokens {
		if n > 0 {
			segments = append(segments, bar.Segment{Category: theme.Category(c), Tokens: n})
		}
	}
	// Older layers stand further left, which is the order they come in.
	return segments
}

// category is where a block that is sent whole belongs.
func category(m ladder.Mark) theme.Category {
	switch {
	case m&(ladder.Unfolded|ladder.Rejected) != 0:
		return theme.Held
	case m&ladder.Protected != 0:
		return theme.Protected
	case m.Held():
		return theme.Held
	case m&ladder.Maskable != 0:
		return theme.Maskable
	}
	return theme.Raw
}

// Ticks is the fold threshold and the budget.
func Ticks(s *live.Snapshot) []bar.Tick {
	f := &s.Frame
	return []bar.Tick{
		{Kind: theme.ThresholdTick, At: f.FoldAt},
		{Kind: theme.BudgetTick, At: float64(f.Budget) / float64(f.Window)},
	}
}
