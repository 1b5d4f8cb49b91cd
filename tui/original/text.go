package original

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/recall"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// shown is the original that is open.
type shown struct {
	item   item
	answer recall.Answer
	doc    *sanitize.Doc
	pos    sanitize.Pos

	term   sanitize.Safe // highlighted
	at     int           // the line found last, -1 for none
	typing *prompt.Line
	runs   int
}

// keyInside takes a key while an original is open.
func (m *Model) keyInside(msg tea.KeyMsg) tea.Cmd {
	s := m.shown
	if s.typing != nil {
		return m.typed(msg)
	}
	switch {
	case pane.Move.Act(m, msg, m.height-m.headRows()):
	case key.Matches(msg, leaveKey):
		m.shown = nil
		if len(m.items) == 1 {
			m.close()
		}
	case key.Matches(msg, pane.Search):
		s.typing = prompt.New("/", "")
	case key.Matches(msg, pane.Next):
		return m.find(s.from(1), 1, true)
	case key.Matches(msg, pane.Prev):
		return m.find(s.from(-1), -1, true)
	}
	if verb, ok := pane.VerbOf(msg); ok {
		return m.act(verb)
	}
	return nil
}

func (m *Model) act(verb pane.Verb) tea.Cmd {
	if verb == pane.Unfold || verb == pane.Hold {
		return pane.Notice(pane.Info, "an original is only read here: blocks in the context are unfolded and held from place 1")
	}
	return pane.ActOnText(pane.TextAskedMsg{Verb: verb, Text: m.shown.answer.Text, Name: m.shown.item.code})
}

// last is the lowest place: the rows from there on fill the body.
func (m *Model) last() sanitize.Pos {
	return m.shown.doc.Last(m.textWidth(), max(m.height-m.headRows(), 1))
}

// Move scrolls the open original by rows, down when positive, no further than its
// last row in sight.
func (m *Model) Move(by int) {
	to := m.shown.doc.Move(m.shown.pos, m.textWidth(), by)
	if end := m.last(); by > 0 && to.After(end) {
		to = end
	}
	m.shown.pos = to
}

// Top scrolls the open original to its first row.
func (m *Model) Top() { m.shown.pos = sanitize.Pos{} }

// Bottom scrolls the open original to its last row.
func (m *Model) Bottom() { m.shown.pos = m.last() }

func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	s := m.shown
	switch s.typing.Key(msg) {
	case prompt.Cancelled:
		s.typing, s.term = nil, ""
		return nil
	case prompt.Done:
		s.typing = nil
		return nil
	}
	s.term = sanitize.Line(s.typing.Value())
	return m.find(s.pos.Line, 1, false)
}

// from is the line from which the next look in a direction goes on.
func (s *shown) from(direction int) int {
	if s.at >= 0 {
		return s.at + direction
	}
	return s.pos.Line
}

// foundMsg is where a term stands; line is -1 when it does not.
type foundMsg struct {
	of   *shown
	run  int
	line int
	said bool
}

// find looks for the term from a line on, round the ends; said has it said when
// there is nothing.
func (m *Model) find(from, direction int, said bool) tea.Cmd {
	s := m.shown
	s.runs++
	if s.term == "" {
		return nil
	}
	doc, term, run := s.doc, s.term, s.runs
	return func() tea.Msg {
		holds := func(line sanitize.Safe) bool { return len(sanitize.Find(line, term)) > 0 }
		return foundMsg{s, run, doc.Seek(from, direction, holds), said}
	}
}

func (m *Model) found(msg foundMsg) tea.Cmd {
	s := m.shown
	if msg.of != s || msg.run != s.runs {
		return nil
	}
	if msg.line < 0 {
		if msg.said {
			return pane.Notice(pane.Info, "not found in this original")
		}
		return nil
	}
	s.at = msg.line
	width := m.textWidth()
	rows := s.doc.Rows(s.pos, width, max(m.height-m.headRows(), 1))
	if len(rows) == 0 || msg.line < rows[0].Line || msg.line > rows[len(rows)-1].Line {
		s.pos = s.doc.Move(sanitize.Pos{Line: msg.line}, width, -min(2, m.height/3))
	}
	return nil
}
