package blocks

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/lexicon"
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
	return m.search.Start(m.snapshot, term, order)
}

// found takes in hits; the first ones move the cursor.
func (m *Model) found(msg search.ChunkMsg) tea.Cmd {
	next, first, ok := m.search.Take(msg)
	if !ok {
		return nil
	}
	if i, on := m.Current(); first && on && !m.isHit(m.snapshot, i) {
		m.list.JumpTo(1, func(row int) bool { return m.isHit(m.snapshot, m.rows[row]) })
	}
	return tea.Batch(next, m.want())
}

// searchWords says how the search stands.
func (m *Model) searchWords() sanitize.Safe {
	if m.search.Term() == "" {
		return ""
	}
	hits := m.search.Hits()
	looked, total, busy := m.search.Busy()
	switch {
	case busy && hits == 0:
		return pane.Say("%d/%d searched", looked, total)
	case busy:
		return pane.Say("%d found, %d/%d searched", hits, looked, total)
	case hits == 0:
		return "not found"
	}
	return pane.Say("%d found", hits)
}

// seekError looks for the next block that holds an error line, from the cursor
// on, round the end.
func (m *Model) seekError(direction int) tea.Cmd {
	n := len(m.rows)
	row, ok := m.list.Cursor()
	if !ok {
		return pane.Notice(pane.Info, "no block is listed")
	}
	order := make([]int, 0, n)
	for step := 1; step <= n; step++ {
		order = append(order, m.rows[((row+direction*step)%n+n)%n])
	}
	return m.search.Next(m.snapshot, order, func(b *block.Block, text string) bool {
		return b.Kind != block.ToolCall && (b.IsError || lexicon.HasError(text))
	})
}

func (m *Model) foundError(msg search.NextMsg) tea.Cmd {
	if !msg.Of(&m.search, m.snapshot) {
		return nil
	}
	if msg.Block < 0 {
		return pane.Notice(pane.Info, "no listed block holds an error line")
	}
	m.sought = m.snapshot.Blocks[msg.Block].ID
	m.list.To(m.rowOf(m.sought))
	return m.want()
}

// Sought reports, once, whether a look for an error line led to the block under
// the cursor.
func (m *Model) Sought() bool {
	id, _ := m.currentID()
	found := m.sought != "" && id == m.sought
	m.sought = ""
	return found
}
