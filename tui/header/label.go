package header

import (
	"cfold/engine/live"
	"cfold/tui/bar"
	"cfold/tui/format"
	"cfold/tui/gauge"
	"cfold/tui/pane"
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
	parts := append([]bar.Part{usage(s)}, next(scene)...)
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

// next is when the next fold comes. That none does matters more, and when one would
// gives way.
func next(scene *pane.Scene) []bar.Part {
	w := gauge.Of(&scene.Snapshot.Frame)
	none, ok := gauge.None(scene)
	if !ok {
		return []bar.Part{{Text: pane.Say("%s", w.Text), Short: pane.Say("%s", w.Short), Priority: 5}}
	}
	return []bar.Part{
		{Text: pane.Say("%s", none.Text), Short: pane.Say("%s", none.Short), Priority: 9},
		{Text: pane.Say("would: %s", w.Text), Short: pane.Say("would: %s", w.Short), Priority: 5},
	}
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
