package detail

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// picked is the lines of a text that hold a term.
type picked struct {
	of, doc *sanitize.Doc
	term    sanitize.Safe
}

// pickedMsg is the lines that hold the term.
type pickedMsg struct {
	model  *Model
	run    int
	picked picked
}

// askPick begins to type the term whose lines are to be shown alone.
func (m *Model) askPick() tea.Cmd {
	if m.base() == nil {
		return pane.Notice(pane.Info, "no text is shown")
	}
	m.picking, m.typing = true, prompt.New("only lines with ", string(m.term))
	return nil
}

// typedPick takes a key while that term is typed. No term shows all lines again.
func (m *Model) typedPick(msg tea.KeyMsg) tea.Cmd {
	switch m.typing.Key(msg) {
	case prompt.Editing:
		return nil
	case prompt.Done:
		m.term = sanitize.Line(m.typing.Value())
	case prompt.Cancelled:
		m.term = ""
	}
	m.typing, m.picking = nil, false
	if m.term == "" {
		m.rewind()
		return nil
	}
	return m.pick(m.base(), m.term)
}

// pick looks for the lines of a text that hold a term.
func (m *Model) pick(doc *sanitize.Doc, term sanitize.Safe) tea.Cmd {
	m.runs++
	run := m.runs
	return func() tea.Msg {
		var lines []int
		for i := range doc.Len() {
			if len(sanitize.Find(doc.Line(i), term)) > 0 {
				lines = append(lines, i)
			}
		}
		return pickedMsg{m, run, picked{doc, doc.Pick(lines), term}}
	}
}

func (m *Model) takePicked(msg pickedMsg) tea.Cmd {
	if msg.model != m || msg.run != m.runs || msg.picked.of != m.base() {
		return nil
	}
	m.rewind()
	if msg.picked.doc.Len() == 0 {
		return pane.Notice(pane.Info, "no line of it holds that")
	}
	m.picked = &msg.picked
	m.hidden = len(m.head)
	m.redraw()
	return nil
}

// pickedDoc is what is shown of a text: the lines picked of it, or all.
func (m *Model) pickedDoc(doc *sanitize.Doc) *sanitize.Doc {
	if m.picked != nil && m.picked.of == doc {
		return m.picked.doc
	}
	return doc
}
