package blocks

import (
	"cfold/engine/block"
	"cfold/theme"
	"cfold/tui/bar"
	"cfold/tui/format"
	"cfold/tui/list"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// source is the rows of the list.
type source Model

func (s *source) Len() int { return len(s.rows) }

func (s *source) Key(row int) string { return s.snapshot.Blocks[s.rows[row]].ID }

func (s *source) Group(row int) int {
	if s.bySize {
		return -1
	}
	return s.snapshot.Blocks[s.rows[row]].Turn
}

func (s *source) Header(row, width int) string {
	t, n := s.scene.Theme, s.snapshot.Blocks[s.rows[row]].Turn
	title := pane.Say("turn %d", n)
	if n == 0 {
		title = "before the first turn"
	}
	sum := pane.Say("%s · %s tok", format.Count(s.turns[n].blocks, "block"), format.Tokens(s.turns[n].tokens))
	r := pane.NewRow(t, width, false).Add(t.Border, "─ ").Add(t.Title, title).Add(t.Border, " ")
	return r.Rule(sanitize.Width(sum)+1).Add(t.Dim, " "+sum).String()
}

// figureWidth is the column of what a block costs and what its digest costs.
const figureWidth = 9

// columns is how the rest of a row is divided at a width.
type columns struct {
	kind, standing int
	short          bool
}

func columnsAt(width int) columns {
	switch {
	case width >= 66:
		return columns{kind: 7, standing: 12}
	case width >= 52:
		return columns{kind: 7, standing: 4, short: true}
	}
	return columns{kind: 5, standing: 4, short: true}
}

func (s *source) Row(row, width int, state list.State) string {
	t, snap, i := s.scene.Theme, s.snapshot, s.rows[row]
	b := &snap.Blocks[i]
	c := columnsAt(width)
	kind, standing := pane.KindOf(t, b), pane.StandingOf(t, snap, i)
	kindWord, word := kind.Word, standing.Word
	if c.short {
		word = standing.Short
	}
	if c.kind < 7 {
		kindWord = kind.Short
	}
	mark := sanitize.Safe(" ")
	if state.Marked {
		mark = theme.MarkedGlyph
	}
	r := pane.NewListRow(t, width, state.Cursor).Add(t.Marked, mark)
	r.Cell(kind.Style, kindWord, c.kind)
	right := figureWidth + c.standing + 2
	s.said(r, i, r.Left()-right)
	r.Gap(right)
	r.Figure(t.Text, figure(b.Tokens, snap.Seqs[i], snap.Folded[i]), figureWidth)
	r.Add(standing.Style, sanitize.Pad(word, c.standing))
	return r.String()
}

// said is what the row says of its block: tool and argument or first line, in
// room cells.
func (s *source) said(r *pane.Row, i, room int) {
	t, b := s.scene.Theme, &s.snapshot.Blocks[i]
	style := t.Text
	if b.Kind == block.Thinking {
		style = t.Dim
	}
	if b.Kind == block.ToolCall || b.Kind == block.ToolResult {
		tool := sanitize.Head(b.Tool, min(16, room))
		r.Add(t.ToolCall, tool)
		if room -= sanitize.Width(tool); room > 0 {
			r.Add(style, " ")
			room--
		}
	}
	line, ok := s.heads.Line(s.snapshot, i)
	if !ok {
		return
	}
	line = sanitize.Clip(line, room)
	hit := s.search.Hit(b.ID)
	if !hit {
		r.Add(style, line)
		return
	}
	found := sanitize.Find(line, sanitize.Line(s.search.Term()))
	if len(found) == 0 { // the term stands further down in the text
		line = sanitize.Clip(line, room-2)
		r.Add(style, line).Gap(r.Left() - (room - 2 - sanitize.Width(line)))
		r.Add(t.Match, "»")
		return
	}
	r.Painted(style, t.Match, line, found)
}

// figure is what a block costs, and what its digest does where it is folded.
func figure(tokens, seq, folded int) sanitize.Safe {
	if seq == 0 {
		return pane.Say("%s", format.Tokens(tokens))
	}
	return pane.Say("%s→%s", format.Tokens(tokens), format.Tokens(folded))
}

// View is the pane's body.
func (m *Model) View(focused bool) []string {
	t := m.scene.Theme
	if len(m.rows) == 0 {
		return m.empty()
	}
	return m.list.View(func(n, width int) string {
		return pane.NewRow(t, width, false).Add(t.Badge, pane.Say("↓ %s · G follows", format.Count(n, "new block"))).String()
	})
}

// empty says why nothing is listed, and what to do.
func (m *Model) empty() []string {
	t, s := m.scene.Theme, m.snapshot
	said := []sanitize.Safe{"no blocks yet"}
	switch {
	case s != nil && len(s.Blocks) > 0:
		said = []sanitize.Safe{"no block of the context matches; Esc shows all"}
	case s == nil && m.scene.Path == "":
		said = []sanitize.Safe{
			pane.Say("waiting for a session of %s", m.scene.Cwd),
			"Start Pi there: its session appears here with the first message.",
			"S picks a session of another directory. Without Pi, cfold-tui --demo shows one.",
		}
	case s == nil:
		said = []sanitize.Safe{pane.Say("nothing has been read of %s yet", m.scene.Path)}
	}
	var lines []string
	for _, text := range said {
		lines = append(lines, pane.Prose(t, m.width, t.Dim, text)...)
	}
	return pane.Fill(lines, m.width, m.height)
}

// Status says what is listed and where the cursor is.
func (m *Model) Status() sanitize.Safe {
	s := m.snapshot
	if s == nil {
		return ""
	}
	row, _ := m.list.Cursor()
	parts := []bar.Part{{Text: pane.Say("%d/%d", min(row+1, len(m.rows)), len(m.rows)), Priority: 9}}
	for _, w := range m.filter.words() {
		parts = append(parts, bar.Part{Text: w, Priority: 8})
	}
	if m.bySize {
		parts = append(parts, bar.Part{Text: "by size", Priority: 7})
	}
	if n := m.list.Marks(); n > 0 {
		said := pane.Say("%d marked", n)
		if hidden := m.hidden(n); hidden > 0 {
			said += pane.Say(", %d hidden", hidden)
		}
		parts = append(parts, bar.Part{Text: said, Priority: 7})
	}
	if term := m.search.Term(); term != "" {
		parts = append(parts, bar.Part{Text: pane.Say("/%s %s", term, m.searchWords()), Priority: 8})
	}
	if m.list.Following() {
		parts = append(parts, bar.Part{Text: "following", Priority: 5})
	}
	return bar.Label(parts, 200)
}
