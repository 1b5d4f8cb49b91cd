package theme

import (
	"math"

	"github.com/charmbracelet/lipgloss"
)

// stateANSI are the 16-colour entries of the states that have a hue of the bar,
// on a dark and on a light page.
var stateANSI = map[Category][2]string{
	Folded:    {"7", ""},
	Maskable:  {"10", "4"},
	Raw:       {"14", "12"},
	Held:      {"11", "5"},
	Protected: {"15", "1"},
}

func (t *Theme) setStates(m mixer) {
	r := newRamp(t.options.Map, m.background, textRatio, m.grounds())
	state := func(c Category, at float64) lipgloss.Style {
		return t.fg(m.named(r.at(at), textRatio, m.grounds(), stateANSI[c][m.background]))
	}
	t.Maskable = state(Maskable, position(Maskable, 0))
	t.Raw = state(Raw, position(Raw, 0))
	t.Held = state(Held, position(Held, 0)).Bold(true)
	t.Protected = state(Protected, position(Protected, 0))
	for i := range foldSteps(t.options.Depth) {
		t.folded = append(t.folded, state(Folded, position(Folded, stepDepth(i, t.options.Depth))))
	}
	t.FirstDelivery = t.fg(m.text(noticeHue)).Italic(true)
	t.Opaque = t.fg(m.text(dimHue))
	t.Edited = t.fg(m.text(warningHue)).Underline(true)
	if t.options.Depth == ANSI16 {
		t.Edited = t.Warning.Underline(true)
	}
}

// Folded is the state of a folded block: depth 0 is the newest layer, 1 the
// oldest. Depths outside are the nearer end.
func (t *Theme) Folded(depth float64) lipgloss.Style {
	return t.folded[foldStep(depth, t.options.Depth)]
}

// foldSteps is how many shades of folded a depth of colour can tell apart.
func foldSteps(d Depth) int {
	switch d {
	case TrueColor:
		return 16
	case ANSI256:
		return 3
	}
	return 1
}

// foldStep is the shade for a depth in 0..1. Not a number is the newest.
func foldStep(depth float64, d Depth) int {
	if math.IsNaN(depth) {
		return 0
	}
	return int(math.Round(min(max(depth, 0), 1) * float64(foldSteps(d)-1)))
}

// stepDepth is the depth a step stands for.
func stepDepth(step int, d Depth) float64 {
	if n := foldSteps(d); n > 1 {
		return float64(step) / float64(n-1)
	}
	return 0
}
