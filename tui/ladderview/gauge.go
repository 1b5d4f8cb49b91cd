package ladderview

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// labelled is the column of the labels, in cells.
const labelled = 9

// gaugeFrom is the width from which shares are drawn as well as said.
const gaugeFrom = 52

// gauge is the gauge as lines, what matters most first.
func gauge(scene *pane.Scene, width int) []string {
	t, s := scene.Theme, scene.Snapshot
	f := &s.Frame
	lines := pane.Prose(t, width, t.Title, state(s))
	switch {
	case scene.Off():
		lines = append(pane.Prose(t, width, t.Notice, "folding is off, CONTEXTFOLD=0: what follows is what would happen"), lines...)
	case !scene.Folds():
		lines = append(pane.Prose(t, width, t.Notice, "no folding here: what follows is what would happen"), lines...)
	}
	fact := func(label, value sanitize.Safe, style lipgloss.Style) {
		lines = append(lines, pane.Fact(t, width, labelled, label, value, style, 2)...)
	}
	lines = append(lines, measure(scene, width, "usage", f.Fraction, f.FoldAt, usageWords(s))...)
	lines = append(lines, measure(scene, width, "maskable", share(f.Savings+f.Saved, f.Step), 1, maskableWords(s))...)
	lines = append(lines, measure(scene, width, "budget", share(max(f.Used, f.Live), f.Budget), 1, budgetWords(s))...)
	fact("next fold", estimateWords(s), t.Accent)
	fact("floor", floorWords(s), t.Text)
	fact("tail", pane.Say("the newest %s tok are protected", format.Tokens(f.Tail)), t.Text)
	if s.Window <= 0 {
		fact("window", pane.Say("unknown, %s assumed: --window sets it", format.Tokens(f.Window)), t.Warning)
	}
	return lines
}

func share(part, whole int) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// measure is a share drawn as a short bar with a tick, and said.
func measure(scene *pane.Scene, width int, label sanitize.Safe, at, tick float64, words sanitize.Safe) []string {
	t := scene.Theme
	if width < gaugeFrom {
		return pane.Fact(t, width, labelled, label, words, t.Text, 2)
	}
	cells := 12
	if width >= 80 {
		cells = 20
	}
	full, rest := sanitize.Safe("━"), sanitize.Safe("─")
	if !t.Colored() {
		full, rest = "=", "."
	}
	filled := min(int(math.Round(min(max(at, 0), 1)*float64(cells))), cells)
	r := pane.NewRow(t, width, false).Add(t.Text, " ").Cell(t.Dim, label, labelled)
	for i := range cells {
		switch {
		case tick < 1 && i == int(tick*float64(cells)):
			r.Add(t.Title, "|")
		case i < filled:
			r.Add(t.Accent, full)
		default:
			r.Add(t.Border, rest)
		}
	}
	return []string{r.Add(t.Text, " "+words).String()}
}

// state is where the ladder stands, in a sentence.
func state(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	switch f.State {
	case ladder.Paused:
		return "Paused: the provider holds the context, so folding would change nothing."
	case ladder.Fold:
		return pane.Say("Fold: the next call masks %s (by %s).", format.Count(len(f.Mask), "block"), f.Trigger)
	case ladder.Over:
		return "Over budget, and nothing is left to fold."
	}
	switch {
	case f.Fraction < f.FoldAt:
		return pane.Say("Quiet: usage is below %s.", format.Percent(f.FoldAt))
	case f.Count == 0:
		return "Quiet: usage is high enough, but nothing can be masked."
	}
	return "Quiet: usage is high enough, but too little can be masked."
}

// binds marks the condition that keeps the next fold away.
func binds(on bool) sanitize.Safe {
	if on {
		return " (binds)"
	}
	return ""
}

func usageWords(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	of := sanitize.Safe(" in blocks; usage not measured yet")
	if s.Usage.Known {
		of = ""
	}
	said := pane.Say("%s of %s, folds from %s", format.Percent(f.Fraction), format.Tokens(f.Window), format.Percent(f.FoldAt)) + of
	return said + binds(f.State == ladder.Quiet && f.Fraction < f.FoldAt)
}

func maskableWords(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	said := pane.Say("%s of the %s a fold takes", format.Tokens(f.Savings+f.Saved), format.Tokens(f.Step))
	return said + binds(f.State == ladder.Quiet && f.Fraction >= f.FoldAt)
}

func budgetWords(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	used := max(f.Used, f.Live)
	if used > f.Budget {
		return pane.Say("%s over %s", format.Tokens(used-f.Budget), format.Tokens(f.Budget)) + binds(f.State == ladder.Over)
	}
	return pane.Say("%s left of %s", format.Tokens(f.Budget-used), format.Tokens(f.Budget))
}

func floorWords(s *live.Snapshot) sanitize.Safe {
	f := &s.Frame
	return pane.Say("%s tok, %s of the window, never fold (folded ones counted whole)", format.Tokens(f.Floor), format.Percent(share(f.Floor, f.Window)))
}

// estimateWords says when the next fold is to be expected.
func estimateWords(s *live.Snapshot) sanitize.Safe {
	if s.Frame.State == ladder.Fold {
		return "with the next call"
	}
	e := Calls(s)
	if s.Frame.State == ladder.Paused || !e.Known {
		return "cannot be estimated from the recent calls"
	}
	said := pane.Say("in about %s", format.Count(max(e.Calls, 1), "call"))
	if e.ByBudget {
		said += " by budget"
	}
	return said + pane.Say(" (+%s usage, +%s maskable a call)", format.Tokens(int(e.Growth)), format.Tokens(int(e.Gain)))
}

// previewTitle names the table of what the next fold would mask.
func previewTitle(s *live.Snapshot, width int) sanitize.Safe {
	f := &s.Frame
	n, saves := f.Count, f.Savings
	if f.State == ladder.Fold {
		n, saves = len(f.Mask), f.Saved
	}
	title := pane.Say("── a fold now would mask %s, saving %s ", format.Count(n, "block"), format.Tokens(saves))
	return title + pane.Say("%s", strings.Repeat("─", max(0, width-sanitize.Width(title))))
}
