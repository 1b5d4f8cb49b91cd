package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/layout"
)

func (m *Model) moused(msg tea.MouseMsg) tea.Cmd {
	if m.dragging {
		return m.dragged(msg)
	}
	part := m.frame.At(msg.X, msg.Y)
	press := msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
	if press {
		m.notices.Settle()
	}
	body := m.frame.Body()
	switch {
	case press && msg.Y == body.Y && part != layout.Small:
		return m.clickTab(msg.X)
	case m.covered():
		return m.within(m.focused(), body, msg)
	case press && part == layout.Divider:
		m.dragging = true
	case part == layout.List:
		var cmd tea.Cmd
		if press && m.inside {
			m.inside = false
			cmd = m.resize()
		}
		return tea.Batch(cmd, m.within(m.here().main, m.frame.List, msg))
	case part == layout.Detail && m.here().side != nil:
		if press {
			m.inside = true
		}
		return m.within(m.here().side, m.frame.Detail, msg)
	}
	return nil
}

// within hands the mouse to a pane, its lines counted from the first below the
// row of titles.
func (m *Model) within(v viewer, r layout.Rect, msg tea.MouseMsg) tea.Cmd {
	msg.X -= r.X
	msg.Y -= r.Y + 1
	return v.Update(msg)
}

func (m *Model) dragged(msg tea.MouseMsg) tea.Cmd {
	if msg.Action == tea.MouseActionRelease {
		m.dragging = false
		return nil
	}
	if m.frame.Divider.Empty() {
		m.dragging = false
		return nil
	}
	return m.drag(msg.X)
}

// drag moves the divider to a column.
func (m *Model) drag(x int) tea.Cmd {
	m.ratio = layout.RatioAt(m.width, x)
	return m.resize()
}

// clickTab goes to the place whose name stands in a column of the row of titles.
func (m *Model) clickTab(x int) tea.Cmd {
	if m.covered() {
		return nil
	}
	for i, s := range m.tabs() {
		if x >= s.start && x < s.end {
			return m.goTo(i)
		}
	}
	return nil
}
