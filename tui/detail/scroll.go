package detail

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// moves lets a key that moves scroll and reports whether it was one.
func (m *Model) moves(msg tea.KeyMsg) bool {
	page := max(m.height-1, 1)
	switch {
	case key.Matches(msg, pane.Move.Up):
		m.scroll(-1)
	case key.Matches(msg, pane.Move.Down):
		m.scroll(1)
	case key.Matches(msg, pane.Move.PageUp):
		m.scroll(-page)
	case key.Matches(msg, pane.Move.PageDown):
		m.scroll(page)
	case key.Matches(msg, pane.Move.HalfUp):
		m.scroll(-max(page/2, 1))
	case key.Matches(msg, pane.Move.HalfDown):
		m.scroll(max(page/2, 1))
	case key.Matches(msg, pane.Move.Top):
		m.hidden, m.pos = 0, sanitize.Pos{}
	case key.Matches(msg, pane.Move.Bottom):
		m.bottom()
	default:
		return false
	}
	return true
}

// scroll moves by rows, down when positive, over the facts and then the text.
func (m *Model) scroll(by int) {
	doc, width := m.scrolled()
	if doc == nil {
		return
	}
	head := len(m.head)
	for ; by < 0; by++ {
		if m.pos != (sanitize.Pos{}) {
			m.pos = doc.Move(m.pos, width, -1)
		} else if m.hidden > 0 {
			m.hidden--
		}
	}
	for ; by > 0; by-- {
		room := m.height - (head - m.hidden)
		if len(doc.Rows(m.pos, width, room+1)) <= room {
			return
		}
		if m.hidden < head {
			m.hidden++
		} else {
			m.pos = doc.Move(m.pos, width, 1)
		}
	}
}

func (m *Model) bottom() {
	doc, width := m.scrolled()
	head := len(m.head)
	if doc == nil || len(doc.Rows(sanitize.Pos{}, width, m.height-head+1)) <= m.height-head {
		return
	}
	m.hidden = head
	m.pos = doc.Last(width, m.height)
	if m.pos == (sanitize.Pos{}) {
		// The text alone fits: show the end of the facts above it.
		rows := len(doc.Rows(m.pos, width, m.height))
		m.hidden = max(0, head-(m.height-rows))
	}
}

// reveal scrolls so that a line of the text is in sight.
func (m *Model) reveal(line int) {
	doc, width := m.scrolled()
	if doc == nil {
		return
	}
	rows := doc.Rows(m.pos, width, max(m.height-(len(m.head)-m.hidden), 0))
	if len(rows) > 0 && line >= rows[0].Line && line <= rows[len(rows)-1].Line {
		return
	}
	m.hidden = len(m.head)
	m.pos = doc.Move(sanitize.Pos{Line: line}, width, -min(2, m.height/3))
}
