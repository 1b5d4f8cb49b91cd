package theme

import "github.com/charmbracelet/lipgloss"

// The hues of the roles that do not come from the colour map. Lightness and
// chroma are near one another so that none shouts, the error excepted.
var (
	dimHue     = hue{angle: 250, chroma: 0.012, onDark: 0.70, onLight: 0.50, ansi: ansiPair{"7", ""}}
	borderHue  = hue{angle: 250, chroma: 0.012, onDark: 0.54, onLight: 0.66, ansi: ansiPair{"8", "8"}}
	errorHue   = hue{angle: 25, chroma: 0.15, onDark: 0.73, onLight: 0.50, ansi: ansiPair{"", "1"}}
	warningHue = hue{angle: 78, chroma: 0.125, onDark: 0.80, onLight: 0.50, ansi: ansiPair{"11", ""}}
	goodHue    = hue{angle: 150, chroma: 0.11, onDark: 0.78, onLight: 0.48, ansi: ansiPair{"10", "4"}}
	noticeHue  = hue{angle: 245, chroma: 0.09, onDark: 0.78, onLight: 0.48, ansi: ansiPair{"14", "4"}}
	summaryHue = hue{angle: 310, chroma: 0.09, onDark: 0.78, onLight: 0.48, ansi: ansiPair{"13", "5"}}
	resultHue  = hue{angle: 245, chroma: 0.03, onDark: 0.78, onLight: 0.46, ansi: ansiPair{"7", ""}}
	matchHue   = hue{angle: 88, chroma: 0.13, onDark: 0.82, onLight: 0.90, ansi: ansiPair{"3", "3"}}
)

// accentAt is where on the colour map the accent takes its hue from.
const accentAt = 0.25

// accent is the map's own hue, so that focus, links and the bar are of a piece.
func (t *Theme) accent() hue {
	_, chroma, angle := t.options.Map.at(accentAt).OkLch()
	return hue{angle: angle, chroma: min(max(chroma, 0.085), 0.13), onDark: 0.78, onLight: 0.48, ansi: ansiPair{"14", "4"}}
}

func (t *Theme) setText(m mixer) {
	accent := m.text(t.accent())
	t.Text = t.NewStyle()
	t.Dim = t.fg(m.text(dimHue))
	t.Title = t.NewStyle().Bold(true)
	t.Accent = t.fg(accent)
	t.Key = t.fg(accent).Bold(true)
	t.Border = t.fg(m.line(borderHue))
	t.BorderFocused = t.fg(accent).Bold(true)
	t.Selected = t.Over(t.Text)
	t.Marked = t.fg(accent).Bold(true)
	t.Link = t.fg(accent).Underline(true)
	if !t.Colored() {
		t.Match = t.NewStyle().Bold(true).Underline(true)
		t.Badge = t.NewStyle().Reverse(true).Padding(0, 1)
		return
	}
	t.Match = t.onGround(m, m.named(m.want(matchHue), 1, nil, matchHue.ansi)).Underline(true)
	t.Badge = t.onGround(m, accent).Padding(0, 1)
}

// onGround is text on a ground of its own.
func (t *Theme) onGround(m mixer, ground lipgloss.Color) lipgloss.Style {
	return t.NewStyle().Background(ground).Foreground(m.plainOn(ground))
}

func (t *Theme) setMessages(m mixer) {
	t.Error = t.fg(m.text(errorHue)).Bold(true)
	t.Warning = t.fg(m.text(warningHue))
	t.Good = t.fg(m.text(goodHue))
	t.Notice = t.fg(m.text(noticeHue))
	if t.options.Depth != ANSI16 {
		return
	}
	// No red of the 16 is legible on a dark page and no yellow on a light one.
	if t.options.Background == Dark {
		t.Error = t.NewStyle().Foreground(lipgloss.Color("15")).Background(lipgloss.Color("1")).Bold(true)
	} else {
		t.Warning = t.NewStyle().Foreground(lipgloss.Color("0")).Background(lipgloss.Color("3"))
	}
}

func (t *Theme) setKinds(m mixer) {
	t.User = t.fg(m.text(t.accent())).Bold(true)
	t.Assistant = t.NewStyle()
	t.Thinking = t.fg(m.text(dimHue)).Italic(true)
	t.ToolCall = t.fg(m.text(noticeHue))
	t.ToolResult = t.fg(m.text(resultHue))
	t.Summary = t.fg(m.text(summaryHue))
}

// Over is s as part of the row under the cursor: on the selection's ground and
// bold, or reversed where there is no such ground. What has a ground of its own
// keeps it. At Plain only the cursor glyph shows the row.
func (t *Theme) Over(s lipgloss.Style) lipgloss.Style {
	if _, none := s.GetBackground().(lipgloss.NoColor); !none {
		return s
	}
	if t.ground == "" {
		return s.UnsetForeground().Reverse(true).Bold(true)
	}
	if _, none := s.GetForeground().(lipgloss.NoColor); none {
		s = s.Foreground(t.onSelection)
	}
	return s.Background(t.ground).Bold(true)
}

// Glyphs that show what a style alone would: the row under the cursor and a
// marked row. One column wide in every terminal.
const (
	CursorGlyph = "›"
	MarkedGlyph = "✓"
)
