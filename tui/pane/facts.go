package pane

import (
	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/sanitize"
)

// Fact draws a label in a column of labelled cells and a value beside it, wrapped
// over up to rows lines, each exactly width wide.
func Fact(t *theme.Theme, width, labelled int, label, value sanitize.Safe, style lipgloss.Style, rows int) []string {
	room := max(width-labelled-2, 2)
	wrapped := sanitize.Wrap(value, room)
	if len(wrapped) > rows {
		rest := sanitize.Safe("")
		for _, w := range wrapped[rows-1:] {
			rest += w
		}
		wrapped = append(wrapped[:rows-1:rows-1], sanitize.Clip(rest, room))
	}
	var lines []string
	for n, text := range wrapped {
		r := NewRow(t, width, false).Add(t.Text, " ").Cell(t.Dim, label, labelled)
		lines = append(lines, r.Add(style, continued(text, n)).String())
		label = ""
	}
	return lines
}

// Heading draws a title as a line of its own.
func Heading(t *theme.Theme, width int, title sanitize.Safe) string {
	return NewRow(t, width, false).Add(t.Text, " ").Add(t.Title, title).String()
}

// Prose draws a sentence over as many lines as it takes.
func Prose(t *theme.Theme, width int, style lipgloss.Style, text sanitize.Safe) []string {
	var lines []string
	for n, s := range sanitize.Wrap(text, max(width-2, 2)) {
		lines = append(lines, NewRow(t, width, false).Add(t.Text, " ").Add(style, continued(s, n)).String())
	}
	return lines
}

// continued is row n of a wrapped sentence: a space at which it was broken does
// not indent the next row.
func continued(s sanitize.Safe, n int) sanitize.Safe {
	if n > 0 && len(s) > 0 && s[0] == ' ' {
		return s[1:]
	}
	return s
}
