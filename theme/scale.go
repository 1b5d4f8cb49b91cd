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
	// The least distance between neighbours at 256 colours (CIEDE2000, 1 is black
	// to white), between two categories and between two layers.
	categoryGap, layerGap float64
}

// The categories along the colour map, 0..1: the oldest folded layer is at 0, the
// newest at foldedTo.
const foldedTo = 0.30

var positions = [Empty]float64{Maskable: 0.46, Raw: 0.60, Held: 0.74, Protected: 0.87, Beyond: 1}

// cellUse are the cells of the fold bar. The 16-colour neighbours differ in hue
// or much in lightness.
func (m mixer) cellUse() use {
	return use{ramp: m.cells, ratio: markRatio, against: m.page, categoryGap: 0.09, layerGap: 0.05,
		ansi: [Empty]ansiPair{
			Folded: {"8", "0"}, Maskable: {"2", "4"}, Raw: {"6", "12"}, Held: {"3", "5"}, Protected: {"13", "13"}, Beyond: {"7", "8"},
		}}
}

// wordUse are the states in words. Few of the 16 colours are legible, so some
// states share the terminal's own.
func (m mixer) wordUse() use {
	return use{ramp: m.words, ratio: textRatio, against: m.grounds, categoryGap: 0.06, layerGap: 0.03,
		ansi: [Empty]ansiPair{
			Folded: {"7", ""}, Maskable: {"10", "4"}, Raw: {"14", "12"}, Held: {"11", "5"}, Protected: {"13", ""}, Beyond: {"", ""},
		}}
}

// scale makes the colours from the oldest layer to Beyond, dark to light.
func (m mixer) scale(u use) scale {
	var names []lipgloss.Color
	var shades []colorful.Color
	var gaps []float64
	add := func(c Category, at, gap float64) {
		shade := u.ramp.at(at)
		shades, gaps = append(shades, shade), append(gaps, gap)
		names = append(names, m.named(shade, u.ratio, u.against, u.ansi[c]))
	}
	n := foldSteps(m.depth)
	for i := n - 1; i >= 0; i-- {
		add(Folded, foldedTo*(1-stepDepth(i, m.depth)), u.layerGap)
	}
	for c := Maskable; c < Empty; c++ {
		add(c, positions[c], u.categoryGap)
	}
	if m.depth == ANSI256 {
		pass := func(c colorful.Color) bool { return clears(c, u.ratio, u.against) }
		for i, index := range fit256(shades, gaps, pass) {
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
