package original

import (
	"strconv"

	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// rows is the blocks asked for as a table.
type rows Model

func (r *rows) Len() int         { return len(r.items) }
func (r *rows) Key(i int) string { return r.items[i].id }

func (r *rows) Cells(i int) []table.Cell {
	t, it := r.scene.Theme, &r.items[i]
	if !it.found {
		return []table.Cell{
			{Text: pane.Say("#%s", it.code), Style: t.Dim}, {Text: sanitize.Head(it.id, 60), Style: t.Dim},
			{Style: t.Dim}, {Style: t.Dim}, {Text: (*Model)(r).where(it), Style: t.Warning},
		}
	}
	cells := table.Text(t.Text, pane.Say("#%s", it.code), sanitize.Head(it.block.Label(), 60),
		pane.Say("%d", it.block.Turn), pane.Say("%s", format.Tokens(it.block.Tokens)), (*Model)(r).where(it))
	cells[0].Style, cells[4].Style = t.Accent, t.Dim
	return cells
}

// where says where a block is now.
func (m *Model) where(it *item) sanitize.Safe {
	switch {
	case m.inside[it.id]:
		return "in the context"
	case it.found:
		return "left the context"
	}
	return "not in the file"
}

// View is the place's body.
func (m *Model) View(bool) []string {
	if m.shown == nil {
		empty := m.busy + " …"
		if m.busy == "" {
			empty = "there are no blocks here"
		}
		return m.table.View(empty)
	}
	lines := m.head()
	t, o, gutter := m.scene.Theme, m.shown, m.gutter()
	for _, r := range o.doc.Rows(o.pos, m.textWidth(), m.height-len(lines)) {
		lines = append(lines, pane.LineNumber(t, gutter, o.doc, r)+pane.TextLine(t, m.width-gutter, r, o.term))
	}
	return pane.Fill(lines, m.width, m.height)
}

// headRows is how many lines of the body say what is shown: less where the body is
// low.
func (m *Model) headRows() int { return min(3, m.height/3) }

// head says what the text is and whether it is what was folded.
func (m *Model) head() []string {
	t, s := m.scene.Theme, m.shown
	what := pane.Say(" %s, turn %d, %s tok, %s", sanitize.Head(s.item.block.Label(), 30), s.item.block.Turn,
		format.Tokens(s.item.block.Tokens), format.Count(s.doc.Len(), "line"))
	verdict, style := sanitize.Safe(" ✓ verified: what was folded"), t.Good
	switch {
	case !s.answer.Verified:
		verdict, style = " "+pane.Say("%s", s.answer.Note), t.Warning
	case s.answer.Note != "":
		verdict += pane.Say(", %s", s.answer.Note)
	}
	// The verdict comes first: it is what a low body keeps.
	lines := []string{
		pane.NewRow(t, m.width, false).Add(style, verdict).String(),
		pane.NewRow(t, m.width, false).Add(t.Text, what).String(),
		pane.TextRule(t, m.width, m.where(&s.item)),
	}
	return lines[:m.headRows()]
}

// gutter is the width of the line numbers, none where the text needs the room.
func (m *Model) gutter() int {
	if m.width < 60 {
		return 0
	}
	return len(strconv.Itoa(m.shown.doc.Len())) + 1
}

// textWidth leaves a cell at each side of the text.
func (m *Model) textWidth() int { return max(m.width-m.gutter()-2, 2) }
