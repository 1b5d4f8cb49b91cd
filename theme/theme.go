package theme

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme holds the roles as styles. Each style belongs to a renderer of its own
// whose profile is fixed, so rendering never looks at the process's terminal.
type Theme struct {
	// Text is the terminal's own foreground; Dim is for what may be overlooked.
	Text, Dim, Title, Accent lipgloss.Style
	// Key is a key in a help line.
	Key lipgloss.Style
	// Border and BorderFocused style the lines of a pane.
	Border, BorderFocused lipgloss.Style
	// Selected is the row under the cursor, Marked a row chosen for an action on
	// many, Match the part of a text that a search found.
	Selected, Marked, Match lipgloss.Style
	// Error, Warning, Good and Notice say how a message is meant.
	Error, Warning, Good, Notice lipgloss.Style
	Link                         lipgloss.Style
	// Badge is a word on a ground of its own, a space at each side.
	Badge lipgloss.Style

	// The kinds of block.
	User, Assistant, Thinking, ToolCall, ToolResult, Summary lipgloss.Style

	// The states of a block; the folded one is the method Folded. Maskable, Raw,
	// Held and Protected have the hues of the fold bar.
	Raw, Held, Protected, FirstDelivery, Opaque, Edited, Maskable lipgloss.Style

	options  Options
	renderer *lipgloss.Renderer
	mixer    mixer
	// The ground of the row under the cursor, empty where the row is reversed, and
	// plain text on it.
	ground, onSelection lipgloss.Color
	folded              []lipgloss.Style // newest first
	bar                 scale
	rest                lipgloss.Color // the line through the empty part of the bar
	series              [len(seriesWords)]lipgloss.Style
	marks               [len(markWords)]lipgloss.Style
}

// New makes the theme. An unknown map is Batlow.
func New(o Options) *Theme {
	if _, ok := anchors[o.Map]; !ok {
		o.Map = Batlow
	}
	m := newMixer(o)
	t := &Theme{options: o, renderer: newRenderer(o), mixer: m, bar: m.scale(m.cellUse()), rest: m.line(borderHue)}
	if t.ground = m.ground(); t.ground != "" {
		t.onSelection = m.plainOn(t.ground)
	}
	t.setText(m)
	t.setMessages(m)
	t.setKinds(m)
	t.setStates(m)
	t.setChart(m)
	return t
}

// Colored reports whether the theme shows colours; see Depth.Colored.
func (t *Theme) Colored() bool { return t.options.Depth.Colored() }

// NewStyle is an empty style of the theme's renderer, for widths, padding and
// alignment.
func (t *Theme) NewStyle() lipgloss.Style { return t.renderer.NewStyle() }

// newRenderer fixes profile and background, so that nothing is ever asked.
func newRenderer(o Options) *lipgloss.Renderer {
	profile := termenv.Ascii
	switch o.Depth {
	case TrueColor:
		profile = termenv.TrueColor
	case ANSI256:
		profile = termenv.ANSI256
	case ANSI16, NoColor:
		// The Ascii profile drops bold and reverse too, which NoColor keeps; it
		// has no colours to write since no role is given one.
		profile = termenv.ANSI
	}
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(profile))
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(o.Background == Dark)
	return r
}

// fg is a style with a foreground; an empty colour leaves the terminal's own.
func (t *Theme) fg(c lipgloss.Color) lipgloss.Style {
	s := t.renderer.NewStyle()
	if c != "" {
		s = s.Foreground(c)
	}
	return s
}
