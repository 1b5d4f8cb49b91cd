package detail

import "cfold/tui/sanitize"

// Move scrolls by rows, down when positive, over the facts and then the text.
func (m *Model) Move(by int) {
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

// Top scrolls to the first of the facts.
func (m *Model) Top() { m.hidden, m.pos = 0, sanitize.Pos{} }

// Bottom scrolls to the end of the text.
func (m *Model) Bottom() {
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
