package theme

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
)

// hue is a colour a role asks for, in OKLCH, with the lightness it would like on
// each page and its fixed entries of the 16-colour palette. An empty entry is
// the terminal's own foreground.
type hue struct {
	angle, chroma           float64 // degrees; OKLCH chroma
	onDark, onLight         float64 // OKLab lightness, 0..1
	ansiOnDark, ansiOnLight string
}

// mixer turns hues into colours that the depth has and that clear a ratio.
type mixer struct {
	background Background
	depth      Depth
	page       colorful.Color
	selection  colorful.Color // what the row under the cursor stands on
}

// Selection is a quiet tint of the page: text keeps 4.5:1 on it, and the row is
// told apart by bold type and the cursor glyph as well.
var selectionHue = hue{angle: 250, chroma: 0.022, onDark: 0.335, onLight: 0.925}

func newMixer(o Options) mixer {
	m := mixer{background: o.Background, depth: o.Depth, page: o.Background.page()}
	m.selection = oklch(m.want(selectionHue))
	if o.Depth == ANSI256 {
		m.selection = xterm256(nearest(m.selection, 1, func(colorful.Color) bool { return true })[0])
	}
	return m
}

// want is lightness, chroma and angle of h on this page.
func (m mixer) want(h hue) (l, chroma, angle float64) {
	if m.background == Light {
		return h.onLight, h.chroma, h.angle
	}
	return h.onDark, h.chroma, h.angle
}

// grounds is what a text role may stand on.
func (m mixer) grounds() []colorful.Color { return []colorful.Color{m.page, m.selection} }

// text is h as the colour of text, on the page and on the selection.
func (m mixer) text(h hue) lipgloss.Color {
	return m.named(oklch(m.want(h)), textRatio, m.grounds(), m.ansi(h))
}

// line is h as the colour of a border or a mark, on the page.
func (m mixer) line(h hue) lipgloss.Color {
	return m.named(oklch(m.want(h)), markRatio, []colorful.Color{m.page}, m.ansi(h))
}

func (m mixer) ansi(h hue) string {
	if m.background == Light {
		return h.ansiOnLight
	}
	return h.ansiOnDark
}

// named is c moved until it clears the ratio, as lipgloss names it at this depth.
func (m mixer) named(c colorful.Color, ratio float64, against []colorful.Color, ansi string) lipgloss.Color {
	switch m.depth {
	case TrueColor:
		return lipgloss.Color(lift(c, m.background, ratio, against).Hex())
	case ANSI256:
		c = lift(c, m.background, ratio, against)
		pass := func(x colorful.Color) bool { return clears(x, ratio, against) }
		return lipgloss.Color(indexName(nearest(c, 1, pass)[0]))
	case ANSI16:
		return lipgloss.Color(ansi)
	}
	return ""
}

// ground is the colour of the row under the cursor; 16 colours have none quiet
// enough and reverse the row instead.
func (m mixer) ground() lipgloss.Color {
	switch m.depth {
	case TrueColor:
		return lipgloss.Color(m.selection.Hex())
	case ANSI256:
		pass := func(x colorful.Color) bool { return x == m.selection }
		return lipgloss.Color(indexName(nearest(m.selection, 1, pass)[0]))
	}
	return ""
}
