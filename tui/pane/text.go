package pane

import (
	"cfold/engine/lexicon"
	"cfold/theme"
	"cfold/tui/sanitize"
)

// TextRule draws the line that names the text below it.
func TextRule(t *theme.Theme, width int, title sanitize.Safe) string {
	return NewRow(t, width, false).Add(t.Border, "─").Add(t.Dim, " "+title+" ").Rule(0).String()
}

// TextLine draws a row of a text, a cell free at each side: one with an error
// marker stands out, and so does the term wherever it is.
func TextLine(t *theme.Theme, width int, r sanitize.Row, term sanitize.Safe) string {
	style, s := t.Text, continued(r.Text, r.Row)
	if lexicon.HasError(string(s)) {
		style = t.Warning
	}
	return NewRow(t, width, false).Add(t.Text, " ").Painted(style, t.Match, s, sanitize.Find(s, term)).String()
}

// LineNumber draws what stands beside a row of a text: the number of the line where
// that begins.
func LineNumber(t *theme.Theme, width int, doc *sanitize.Doc, r sanitize.Row) string {
	said := sanitize.Safe("")
	if r.Row == 0 && !doc.Continues(r.Line) {
		said = Say("%d", doc.Number(r.Line))
	}
	return NewRow(t, width, false).Add(t.Dim, sanitize.PadLeft(said, width)).String()
}
