package theme

import (
	"math"

	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
)

// scale is the colour map laid over the categories of the bar, at one depth and
// for one use: as cells, or as the words that name a block's state.
type scale struct {
	folded []lipgloss.Color // newest layer first
	fixed  [Empty]lipgloss.Color
}

// use is what a scale is for.
type use struct {
	ramp    ramp
	ratio   float64
	against []colorful.Color
	ansi    [Empty]ansiPair
	// fit chooses the shades' indices at 256 colours among those that pass, from
	// the oldest layer, of which there are n, to Beyond.
	fit func(shades []colorful.Color, n int, pass func(colorful.Color) bool) []int
}

// The categories along the colour map, 0..1: the oldest folded layer is at 0, the
// newest at foldedTo.
const foldedTo = 0.30

var positions = [Empty]float64{Maskable: 0.46, Raw: 0.60, Held: 0.74, Protected: 0.87, Beyond: 1}

// cellUse are the cells of the fold bar. The 16-colour neighbours differ in hue
// or much in lightness.
func (m mixer) cellUse() use {
	return use{ramp: m.cells, ratio: markRatio, against: m.page, fit: fitOrdered,
		ansi: [Empty]ansiPair{
			Folded: {"8", "0"}, Maskable: {"2", "4"}, Raw: {"6", "12"}, Held: {"3", "5"}, Protected: {"13", "13"}, Beyond: {"7", "8"},
		}}
}

// wordUse are the states in words. Few of the 16 colours are legible, so some
// states share the terminal's own.
func (m mixer) wordUse() use {
	return use{ramp: m.words, ratio: textRatio, against: m.grounds, fit: fitDistinct,
		ansi: [Empty]ansiPair{
			Folded: {"7", ""}, Maskable: {"10", "4"}, Raw: {"14", "12"}, Held: {"11", "5"}, Protected: {"13", ""}, Beyond: {"", ""},
		}}
}

// scale makes the colours from the oldest layer to Beyond, dark to light.
func (m mixer) scale(u use) scale {
	var names []lipgloss.Color
	var shades []colorful.Color
	add := func(c Category, at float64) {
		shades = append(shades, u.ramp.at(at))
		names = append(names, m.named(u.ramp.at(at), u.ratio, u.against, u.ansi[c]))
	}
	n := foldSteps(m.depth)
	for i := n - 1; i >= 0; i-- {
		add(Folded, foldedTo*(1-stepDepth(i, m.depth)))
	}
	for c := Maskable; c < Empty; c++ {
		add(c, positions[c])
	}
	if m.depth == ANSI256 {
		pass := func(c colorful.Color) bool { return clears(c, u.ratio, u.against) }
		for i, index := range u.fit(shades, n, pass) {
			names[i] = indexColor(index)
		}
	}
	s := scale{folded: make([]lipgloss.Color, n)}
	for i := range n {
		s.folded[i] = names[n-1-i]
	}
	copy(s.fixed[Maskable:], names[n:])
	return s
}

// foldSteps is how many shades of folded a depth of colour can tell apart.
func foldSteps(d Depth) int {
	switch d {
	case TrueColor:
		return 16
	case ANSI256:
		return 2
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
