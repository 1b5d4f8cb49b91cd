package detail

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/lexicon"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Typing is the prompt being typed into, nil without one, and a remark to it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return m.typing, "in this block" }

func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if m.picking {
		return m.typedPick(msg)
	}
	switch m.typing.Key(msg) {
	case prompt.Cancelled:
		m.typing, m.term = nil, ""
		return nil
	case prompt.Done:
		m.typing = nil
		return nil
	}
	m.term = sanitize.Line(m.typing.Value())
	return m.find(m.pos.Line, 1, false)
}

// foundMsg is where a term stands; line is -1 when it does not.
type foundMsg struct {
	model *Model
	run   int
	line  int
	said  bool
}

// find looks for the term from a line on (backwards with direction -1), round
// the ends; beyond looks past that line itself and says when there is nothing.
func (m *Model) find(from, direction int, beyond bool) tea.Cmd {
	doc, _ := m.scrolled()
	if m.term == "" || doc == nil {
		return nil
	}
	term := m.term
	return m.look(doc, from, direction, beyond, func(line sanitize.Safe) bool {
		return len(sanitize.Find(line, term)) > 0
	})
}

// findError looks for a line with an error marker as find does.
func (m *Model) findError(from, direction int, beyond bool) tea.Cmd {
	doc, _ := m.scrolled()
	if doc == nil {
		return nil
	}
	return m.look(doc, from, direction, beyond, func(line sanitize.Safe) bool {
		return lexicon.HasError(string(line))
	})
}

func (m *Model) look(doc *sanitize.Doc, from, direction int, beyond bool, match func(sanitize.Safe) bool) tea.Cmd {
	m.runs++
	run := m.runs
	if beyond {
		from += direction
	}
	return func() tea.Msg { return foundMsg{m, run, doc.Seek(from, direction, match), beyond} }
}

func (m *Model) found(msg foundMsg) tea.Cmd {
	if msg.model != m || msg.run != m.runs {
		return nil
	}
	if msg.line >= 0 {
		m.at = msg.line
		m.reveal(msg.line)
		return nil
	}
	if msg.said {
		return pane.Notice(pane.Info, "not found in this block")
	}
	return nil
}
