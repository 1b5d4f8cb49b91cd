package blocks

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/live"
	"cfold/tui/excerpt"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/search"
)

// The bindings of the pane.
var (
	kindKey     = pane.Bind("f", "kind", "f")
	standingKey = pane.Bind("F", "state", "F")
	sizeKey     = pane.Bind("z", "by size", "z")
	errorKey    = pane.Bind("e", "next error line", "e")
	backKey     = pane.Bind("E", "previous error line", "E")
	turnKey     = pane.Bind("}", "next turn", "}", "]")
	turnBackKey = pane.Bind("{", "previous turn", "{", "[")
	markKey     = pane.Bind("space", "mark", " ")
	clearKey    = pane.Bind("Esc", "clear search, marks, filters", "esc")
)

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{
		pane.In, pane.Search, pane.Next, pane.Prev, kindKey, standingKey, sizeKey, errorKey, backKey,
		turnBackKey, turnKey, markKey, pane.UnfoldIt, pane.HoldIt, pane.CopyIt, pane.OpenIt, pane.SaveIt, clearKey,
	}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding {
	return []key.Binding{pane.In, pane.UnfoldIt, pane.HoldIt, pane.Search, kindKey, standingKey, sizeKey, errorKey, pane.CopyIt}
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return tea.Batch(m.key(msg), m.want())
	case tea.MouseMsg:
		pane.MouseList(&m.list, msg)
		return m.want()
	case excerpt.ReadMsg:
		if m.heads.Take(msg) {
			return m.want()
		}
	case search.ChunkMsg:
		return m.found(msg)
	case search.NextMsg:
		return m.foundError(msg)
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.typing != nil {
		return m.typed(msg)
	}
	if pane.MoveList(&m.list, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, kindKey):
		m.filter.kind = (m.filter.kind + 1) % len(kinds)
		m.relist()
	case key.Matches(msg, standingKey):
		m.filter.standing = (m.filter.standing + 1) % len(standings)
		m.relist()
	case key.Matches(msg, sizeKey):
		m.bySize = !m.bySize
		m.relist()
	case key.Matches(msg, turnKey):
		m.list.Group(1)
	case key.Matches(msg, turnBackKey):
		m.list.Group(-1)
	case key.Matches(msg, markKey):
		m.list.ToggleMark()
		m.list.Move(1)
	case key.Matches(msg, clearKey):
		m.clear()
	default:
		return m.seek(msg)
	}
	return nil
}

// seek takes the keys that look for a block or ask for something to be done.
func (m *Model) seek(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, errorKey):
		return m.seekError(1)
	case key.Matches(msg, backKey):
		return m.seekError(-1)
	case key.Matches(msg, pane.Next):
		return m.jump(1)
	case key.Matches(msg, pane.Prev):
		return m.jump(-1)
	case key.Matches(msg, pane.Search):
		m.before, _ = m.currentID()
		m.typing = prompt.New("/", m.search.Term())
	}
	if verb, ok := pane.VerbOf(msg); ok {
		return m.act(verb)
	}
	return nil
}

func (m *Model) isHit(s *live.Snapshot, i int) bool { return m.search.Hit(s.Blocks[i].ID) }

// jump goes to the next hit, or says why not.
func (m *Model) jump(direction int) tea.Cmd {
	s := m.snapshot
	if s != nil && m.list.JumpTo(direction, func(row int) bool { return m.isHit(s, m.rows[row]) }) {
		return nil
	}
	if i, ok := m.Current(); ok && m.isHit(s, i) {
		return pane.Notice(pane.Info, "this is the only one")
	}
	return pane.Notice(pane.Info, "nothing found: / searches")
}

// act asks for something to be done with the marked blocks, or with the one
// under the cursor.
func (m *Model) act(verb pane.Verb) tea.Cmd {
	if m.list.Marks() == 0 {
		if i, ok := m.Current(); ok {
			return pane.Act(verb, i)
		}
		return pane.Notice(pane.Info, "there is no block here")
	}
	var blocks []int
	for i := range m.snapshot.Blocks {
		if m.list.Marked(m.snapshot.Blocks[i].ID) {
			blocks = append(blocks, i)
		}
	}
	msg := pane.ActionAskedMsg{Verb: verb, Blocks: blocks, Hidden: m.hidden(len(blocks))}
	return func() tea.Msg { return msg }
}

// hidden is how many of so many marked blocks the filter keeps from the list.
func (m *Model) hidden(marked int) int {
	if m.filter.none() {
		return 0
	}
	for _, i := range m.rows {
		if m.list.Marked(m.snapshot.Blocks[i].ID) {
			marked--
		}
	}
	return marked
}

// clear takes away what narrows the list, the latest first.
func (m *Model) clear() {
	switch {
	case m.search.Term() != "":
		m.search.Stop()
	case m.list.Marks() > 0:
		m.list.Unmark()
	case !m.filter.none() || m.bySize:
		m.filter, m.bySize = filter{}, false
		m.relist()
	}
}
