package theme

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
)

// ansiPair are entries of the 16-colour palette for a dark and for a light page.
// An empty one is the terminal's own foreground.
type ansiPair [2]lipgloss.Color

// hue is a colour that a role asks for, in OKLCH.
type hue struct {
	angle, chroma   float64 // degrees; OKLCH chroma
	onDark, onLight float64 // OKLab lightness wanted on each page, 0..1
	ansi            ansiPair
}

// mixer turns hues and shades of the colour map into colours that the depth has
// and that clear a ratio.
type mixer struct {
	background Background
	depth      Depth
	page       []colorful.Color // what a cell, a border or a mark stands on
	grounds    []colorful.Color // what text may stand on: the page, the row under the cursor
	cells      ramp             // the colour map for cells
	words      ramp             // the colour map for text
}

// selectionHue is a quiet tint of the page: text keeps its ratio on it, and the
// row is told apart by bold type as well.
var selectionHue = hue{angle: 250, chroma: 0.022, onDark: 0.335, onLight: 0.925}

func newMixer(o Options) mixer {
	m := mixer{background: o.Background, depth: o.Depth, page: []colorful.Color{o.Background.page()}}
	m.grounds = m.page
	if g := m.ground(); g != "" {
		m.grounds = []colorful.Color{m.page[0], colorOf(g)}
		m.cells = newRamp(o.Map, o.Background, markRatio, m.page)
		m.words = newRamp(o.Map, o.Background, textRatio, m.grounds)
	}
	return m
}

// ground is the colour of the row under the cursor. It is empty at 16 colours,
// which have none quiet enough.
func (m mixer) ground() lipgloss.Color {
	return m.named(m.want(selectionHue), 1, nil, ansiPair{})
}

// want is h before any ratio.
func (m mixer) want(h hue) colorful.Color {
	if m.background == Light {
		return oklch(h.onLight, h.chroma, h.angle)
	}
	return oklch(h.onDark, h.chroma, h.angle)
}

// text is h as the colour of text, on the page and on the row under the cursor.
func (m mixer) text(h hue) lipgloss.Color {
	return m.named(m.want(h), textRatio, m.grounds, h.ansi)
}

// line is h as the colour of a border or a mark.
func (m mixer) line(h hue) lipgloss.Color {
	return m.named(m.want(h), markRatio, m.page, h.ansi)
}

// cell is the colour map at t, 0..1, as the colour of a bar or chart cell.
func (m mixer) cell(t float64, ansi ansiPair) lipgloss.Color {
	return m.named(m.cells.at(t), markRatio, m.page, ansi)
}

// named is c moved until it clears the ratio, as lipgloss names it at this depth.
func (m mixer) named(c colorful.Color, ratio float64, against []colorful.Color, ansi ansiPair) lipgloss.Color {
	switch m.depth {
	case TrueColor:
		return lipgloss.Color(lift(c, m.background, ratio, against).Hex())
	case ANSI256:
		pass := func(x colorful.Color) bool { return clears(x, ratio, against) }
		return indexColor(nearest(lift(c, m.background, ratio, against), 1, pass)[0].index)
	case ANSI16:
		return ansi[m.background]
	}
	return ""
}

// plainOn is black or white, whichever has the higher contrast on the ground;
// that is never below 4.5:1.
func (m mixer) plainOn(ground lipgloss.Color) lipgloss.Color {
	black, white := lipgloss.Color("#000000"), lipgloss.Color("#ffffff")
	switch m.depth {
	case ANSI256:
		black, white = "16", "231"
	case ANSI16:
		black, white = "0", "15"
	}
	if g := colorOf(ground); contrast(g, colorOf(black)) < contrast(g, colorOf(white)) {
		return white
	}
	return black
}
