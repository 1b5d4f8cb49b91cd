package header

import (
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/bar"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Label is the label of the fold bar as n lines of width cells.
func Label(scene *pane.Scene, width, n int) []string {
	t := scene.Theme
	parts := []bar.Part{{Text: "no session has been read yet", Priority: 1}}
	if scene.Snapshot != nil {
		parts = Parts(scene)
	}
	var lines []string
	for _, text := range bar.Flow(parts, width-1, n) {
		lines = append(lines, pane.NewRow(t, width, false).Add(t.Text, " ").Add(t.Text, text).String())
	}
	return pane.Fill(lines, width, n)
}

// Parts is what the label says, in order.
func Parts(scene *pane.Scene) []bar.Part {
	s := scene.Snapshot
	parts := []bar.Part{usage(s), next(scene)}
	parts = append(parts,
		bar.Part{Text: pane.Say("%s", format.Count(len(s.Layers), "layer")), Priority: 8},
		bar.Part{Text: pane.Say("%d folded", s.FoldedCount), Priority: 8},
		bar.Part{Text: pane.Say("%d held", s.HeldCount), Priority: 7},
		bar.Part{Text: pane.Say("~%s masked", format.Tokens(s.Masked)), Priority: 8},
		cache(s),
	)
	if s.Figures.FoldNetTokens != nil {
		parts = append(parts, bar.Part{Text: pane.Say("net %s", format.Signed(*s.Figures.FoldNetTokens)), Priority: 2})
	}
	return parts
}

func usage(s *live.Snapshot) bar.Part {
	if !s.Usage.Known {
		return bar.Part{Text: "not measured yet", Priority: 9}
	}
	return bar.Part{Text: pane.Say("%s", format.Percent(s.Frame.Fraction)), Priority: 9}
}

// next is when the next fold comes, or that folding is switched off, or that nobody
// folds here.
func next(scene *pane.Scene) bar.Part {
	s := scene.Snapshot
	gauge := Gauge(s)
	if scene.Off() {
		return bar.Part{Text: "folding is off, CONTEXTFOLD=0 (would: " + gauge + ")", Short: "folding is off", Priority: 9}
	}
	if scene.Folds() {
		return bar.Part{Text: gauge, Short: gaugeShort(s), Priority: 5}
	}
	return bar.Part{Text: "no folding here (would: " + gauge + ")", Short: "no folding here", Priority: 9}
}

// Gauge is the one condition that binds the next fold, in words.
func Gauge(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	switch {
	case f.State == ladder.Paused:
		return "paused: the provider holds the context"
	case f.State == ladder.Fold:
		return pane.Say("folds at the next call, saving %s", format.Tokens(f.Saved))
	case f.OverBudget:
		return "over budget"
	case f.Fraction < f.FoldAt:
		return pane.Say("next fold at %s", format.Percent(f.FoldAt))
	}
	return pane.Say("next fold %s/%s", format.Tokens(f.Savings), format.Tokens(f.Step))
}

// gaugeShort is the gauge in as few words as it takes.
func gaugeShort(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	switch {
	case f.State == ladder.Paused:
		return "paused"
	case f.State == ladder.Fold:
		return "folds now"
	case f.OverBudget:
		return "over budget"
	case f.Fraction < f.FoldAt:
		return pane.Say("fold at %s", format.Percent(f.FoldAt))
	}
	return pane.Say("next %s/%s", format.Tokens(f.Savings), format.Tokens(f.Step))
}

// cache is the hit ratio of the last response, and of the session beside it.
func cache(s *live.Snapshot) bar.Part {
	last, all := s.Figures.LastHitRatio, s.Figures.HitRatio
	switch {
	case last == nil && all == nil:
		return bar.Part{Text: "cache not measured yet", Short: "cache ?", Priority: 7}
	case last == nil:
		return bar.Part{Text: pane.Say("cache session %s", format.Percent(*all)), Priority: 8}
	}
	p := bar.Part{Text: pane.Say("cache %s", format.Percent(*last)), Priority: 8}
	if all != nil {
		p.Text, p.Short = p.Text+pane.Say(", session %s", format.Percent(*all)), p.Text
	}
	return p
}
