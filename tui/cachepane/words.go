package cachepane

import (
	"math"
	"time"

	"github.com/charmbracelet/lipgloss"

	"cfold/engine/cache"
	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/chart"
	"cfold/tui/format"
	"cfold/tui/notices"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// labelled is the column of the labels, in cells.
const labelled = 8

// summary is the totals as lines, what matters most first.
func summary(scene *pane.Scene, width int) []string {
	t, s := scene.Theme, scene.Snapshot
	var lines []string
	add := func(label, value sanitize.Safe, style lipgloss.Style) {
		lines = append(lines, pane.Fact(t, width, labelled, label, value, style, 2)...)
	}
	f := &s.Figures
	if f.Last != nil {
		add("last", promptWords(*f.Last, f.LastHitRatio), t.Text)
		add("all", pane.Say("%s, ", format.Count(f.Turns, "response"))+promptWords(f.Totals, f.HitRatio), t.Text)
	} else {
		add("last", "no response of this model yet", t.Dim)
	}
	clock, style := idleWords(scene)
	add("idle", clock, style)
	lines = append(lines, pane.Fact(t, width, labelled, "folding", foldingWords(s), t.Text, 3)...)
	add("money", moneyWords(s), t.Text)
	return lines
}

func promptWords(p cache.Prompt, ratio *float64) sanitize.Safe {
	u := cache.Usage{Input: p.Input, CacheRead: p.CacheRead, CacheWrite: p.CacheWrite}
	said := sanitize.Safe("hit ratio unknown")
	if ratio != nil {
		said = pane.Say("hit %s", format.Percent(*ratio))
	}
	if share, ok := u.ReadShare(); ok {
		said += pane.Say(" (served %s)", format.Percent(share))
	}
	return said + pane.Say(", input %s, read %s, written %s", format.Tokens(p.Input), format.Tokens(p.CacheRead), format.Tokens(p.CacheWrite))
}

// foldingWords is both sides of folding.
func foldingWords(s *live.Snapshot) sanitize.Safe {
	f := &s.Figures
	switch {
	case f.FoldEvents == 0:
		return "no fold since this model is in use"
	case f.ProviderHoldsContext:
		return "the provider holds the context: folding is paused"
	}
	said := pane.Say("%s, %s tok masked now; as accounted: %s saved a call", format.Count(f.FoldEvents, "fold"),
		format.Tokens(s.Masked), format.Tokens(f.FoldSavedTokens))
	if f.FoldNetTokens == nil {
		return said + ", paid unknown: no cache writes are reported"
	}
	said += pane.Say(", %s so far, paid %s, net %s", format.Tokens(*f.FoldNetTokens+f.FoldReprefillTokens),
		format.Tokens(f.FoldReprefillTokens), format.Signed(*f.FoldNetTokens))
	if f.WireDeferredFolds > 0 {
		said += pane.Say("; %d never reached the provider", f.WireDeferredFolds)
	}
	return said
}

// moneyWords is what the file cost and the rates it shows.
func moneyWords(s *live.Snapshot) sanitize.Safe {
	if s.Spent.Priced == 0 {
		return "no prices in this session: tokens only"
	}
	said := pane.Say("%s for the whole file", format.Dollars(s.Spent.Dollars))
	for _, r := range []struct {
		name string
		rate cache.Rate
	}{{"input", s.Rates.Input}, {"read", s.Rates.CacheRead}, {"write", s.Rates.Write}, {"output", s.Rates.Output}} {
		if r.rate.Known {
			said += pane.Say(", %s %s/M", r.name, format.Price(r.rate.Dollars*1e6))
		}
	}
	return said
}

// idleWords is the idle clock against the warning interval.
func idleWords(scene *pane.Scene) (sanitize.Safe, lipgloss.Style) {
	t, s := scene.Theme, scene.Snapshot
	last, known := s.Activity.Last(s.Model)
	if !known {
		said := sanitize.Safe("no good response of this model yet")
		if text := notices.IdleWords(scene); text != "" {
			return said + ": " + text, t.Warning
		}
		return said, t.Dim
	}
	since, ok := scene.Since(last)
	if !ok {
		return "unknown: the last good response is dated ahead of this clock", t.Dim
	}
	said := pane.Say("%s since the last good response", format.Duration(since))
	clock, limit := notices.Clock(scene), pane.Say("%gm", s.IdleMinutes)
	switch {
	case s.IdleMinutes == 0:
		said += ", warnings are off"
	case clock.State == cache.IdleExpired && s.Advice.ColdNow:
		said += pane.Say(", warned at %s: it was cold by then", limit)
	case clock.State == cache.IdleExpired:
		return said + pane.Say(", warned at %s: %s", limit, clock.Text()), t.Warning
	case clock.DueIn > 0:
		said += pane.Say(", warns at %s, in %s", limit, format.Duration(time.Duration(clock.DueIn)*time.Millisecond))
	default:
		said += ", too little is carried to warn"
	}
	return said, t.Text
}

// verdict is what there is to say of a response: what happened before it, and
// how it did.
func verdict(t *theme.Theme, r cache.Row, warnAfter float64) (sanitize.Safe, lipgloss.Style) {
	j := r.Judge(warnAfter)
	switch j.Verdict {
	case cache.VerdictMiss:
		return pane.Say("miss of %s: ", format.Tokens(j.Missed)) + missWords(r, j.Cause), t.Error
	case cache.VerdictRewritten:
		return pane.Say("%s sent anew after %s", format.Tokens(j.Missed), j.Cause), t.Notice
	}
	said, style := sanitize.Safe(""), t.Dim
	for _, m := range r.MarksWithIdle(warnAfter) {
		if said != "" {
			said += ", "
		}
		said += markWords(m)
	}
	if r.Failed {
		if said != "" {
			said += ", "
		}
		said, style = said+"aborted or failed", t.Warning
	}
	return said, style
}

func missWords(r cache.Row, c cache.Cause) sanitize.Safe {
	switch c {
	case cache.CauseUnknown:
		return "cause unknown"
	case cache.CauseIdle:
		return pane.Say("likely idle for %s", format.Duration(time.Duration(r.Gap)*time.Millisecond))
	case cache.CauseNeverRead:
		return "this model has never read from cache"
	}
	return pane.Say("%s", c)
}

func markWords(m cache.Mark) sanitize.Safe {
	switch m.Kind {
	case cache.MarkFold:
		return pane.Say("fold %d", m.Layer)
	case cache.MarkIdle:
		return pane.Say("idle %s", format.Duration(time.Duration(m.Gap)*time.Millisecond))
	}
	return pane.Say("%s", m.Kind)
}

var chartMarks = map[cache.MarkKind]theme.Mark{
	cache.MarkCompaction: theme.CompactionMark,
	cache.MarkFold:       theme.FoldMark,
	cache.MarkModel:      theme.ModelMark,
	cache.MarkIdle:       theme.IdleMark,
}

// point is a response as the chart shows it.
func point(r cache.Row, warnAfter float64) chart.Response {
	p := chart.Response{
		Read: r.Usage.CacheRead, Written: r.Usage.CacheWrite, Input: r.Usage.Input,
		Ratio: math.NaN(), Known: r.Usage.Prompt() > 0,
	}
	if ratio, ok := r.Usage.HitRatio(); ok {
		p.Ratio = ratio
	}
	for _, m := range r.MarksWithIdle(warnAfter) {
		if k, ok := chartMarks[m.Kind]; ok {
			p.Marks = append(p.Marks, k)
		}
	}
	if r.Judge(warnAfter).Verdict == cache.VerdictMiss {
		p.Marks = append(p.Marks, theme.MissMark)
	}
	return p
}
