package pane

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/sanitize"
)

// Ink draws text in a style. Every styled text of the panes goes through it.
func Ink(style lipgloss.Style, s sanitize.Safe) string {
	if s == "" {
		return ""
	}
	return style.Render(string(s))
}

// Say is fmt.Sprintf for text to draw: whatever the arguments hold comes out safe.
func Say(layout string, args ...any) sanitize.Safe {
	return sanitize.Line(fmt.Sprintf(layout, args...))
}

// Row is a line being drawn, exactly as wide as it was made. A selected one is
// drawn on the ground of the row under the cursor.
type Row struct {
	theme    *theme.Theme
	selected bool
	left     int
	text     strings.Builder
}

// NewRow starts a line of width cells.
func NewRow(t *theme.Theme, width int, selected bool) *Row {
	return &Row{theme: t, selected: selected, left: max(width, 0)}
}

// NewListRow starts a line of a list: it is selected and shows the glyph of the
// cursor where that is on it.
func NewListRow(t *theme.Theme, width int, cursor bool) *Row {
	glyph := sanitize.Safe(" ")
	if cursor {
		glyph = theme.CursorGlyph
	}
	return NewRow(t, width, cursor).Add(t.Accent, glyph)
}

// Add draws text at the end of what there is, clipped to the room left.
func (r *Row) Add(style lipgloss.Style, s sanitize.Safe) *Row {
	s = sanitize.Clip(s, r.left)
	r.left -= sanitize.Width(s)
	if r.selected {
		style = r.theme.Over(style)
	}
	r.text.WriteString(Ink(style, s))
	return r
}

// Cell draws text in a column of width cells, followed by a space.
func (r *Row) Cell(style lipgloss.Style, s sanitize.Safe, width int) *Row {
	return r.Add(style, sanitize.Pad(s, width)).Add(style, " ")
}

// Figure draws text at the right of a column of width cells, followed by a space.
func (r *Row) Figure(style lipgloss.Style, s sanitize.Safe, width int) *Row {
	return r.Add(style, sanitize.PadLeft(s, width)).Add(style, " ")
}

// Painted draws text as Add does, with the style match where the spans lie.
func (r *Row) Painted(style, match lipgloss.Style, s sanitize.Safe, spans []sanitize.Span) *Row {
	cut := sanitize.Clip(s, r.left)
	r.left -= sanitize.Width(cut)
	if r.selected {
		style = r.theme.Over(style)
	}
	r.text.WriteString(sanitize.Paint(cut, spans, style.Render, match.Render))
	return r
}

// Raw puts in what is drawn already and is width cells wide, if there is room.
func (r *Row) Raw(s string, width int) *Row {
	if width <= r.left {
		r.text.WriteString(s)
		r.left -= width
	}
	return r
}

// Left is the room left, in cells.
func (r *Row) Left() int { return r.left }

// Gap draws spaces until only n cells are left.
func (r *Row) Gap(n int) *Row {
	return r.Add(r.theme.Text, sanitize.Safe(strings.Repeat(" ", max(0, r.left-n))))
}

// Rule draws a line until only n cells are left.
func (r *Row) Rule(n int) *Row {
	return r.Add(r.theme.Border, sanitize.Safe(strings.Repeat("─", max(0, r.left-n))))
}

// String ends the line, filled with spaces to its width.
func (r *Row) String() string {
	r.Gap(0)
	return r.text.String()
}

// Blank is a line of spaces.
func Blank(width int) string { return strings.Repeat(" ", max(width, 0)) }

// Fill makes exactly height lines of the given ones, which are width wide.
func Fill(lines []string, width, height int) []string {
	for len(lines) < height {
		lines = append(lines, Blank(width))
	}
	return lines[:max(height, 0)]
}
