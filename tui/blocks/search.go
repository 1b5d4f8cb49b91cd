package blocks

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/tui/search"
)

// Typing is the prompt being typed into, nil without one, and a remark to it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return m.typing, m.searchWords() }

// typed takes a key while the search is typed; it searches as one types.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	was := m.typing.Value()
	switch m.typing.Key(msg) {
	case prompt.Cancelled:
		m.typing = nil
		m.search.Stop()
		m.keep(m.before)
		return nil
	case prompt.Done:
		m.typing = nil
		return nil
	}
	if m.typing.Value() == was {
		return nil
	}
	m.keep(m.before)
	return m.find(m.typing.Value())
}

// find searches the listed blocks from the cursor on, round the end.
func (m *Model) find(term string) tea.Cmd {
	row, _ := m.list.Cursor()
	order := slices.Concat(m.rows[min(row, len(m.rows)):], m.rows[:min(row, len(m.rows))])
	return m.search.Start(m.scene.Snapshot, term, order)
}

// found takes in hits; the first ones move the cursor.
func (m *Model) found(msg search.ChunkMsg) tea.Cmd {
	next, first, ok := m.search.Take(msg)
	if !ok {
		return nil
	}
	if i, on := m.Current(); first && on && !m.isHit(m.scene.Snapshot, i) {
		m.list.JumpTo(1, func(row int) bool { return m.isHit(m.scene.Snapshot, m.rows[row]) })
	}
	return tea.Batch(next, m.want())
}

// searchWords says how the search stands.
func (m *Model) searchWords() sanitize.Safe {
	if m.search.Term() == "" {
		return ""
	}
	if looked, total, busy := m.search.Busy(); busy {
		return pane.Say("%d found, %d/%d searched", m.search.Hits(), looked, total)
	}
	if m.search.Hits() == 0 {
		return "not found"
	}
	return pane.Say("%d found", m.search.Hits())
}
