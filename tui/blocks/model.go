package blocks

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/live"
	"cfold/tui/excerpt"
	"cfold/tui/list"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/search"
)

// Prefs is what is remembered from one run to the next. Empty names are all.
type Prefs struct {
	Kind, Standing string
	BySize, Away   bool // Away: not following the newest block
}

// Model is the pane.
type Model struct {
	scene *pane.Scene
	list  list.List
	// rows are the positions in snapshot of the listed blocks, turns what each
	// turn of it holds.
	snapshot   *live.Snapshot
	generation int
	rows       []int
	// kept is the block that stays listed, as it came to be what the filter does not
	// take while the cursor was on it.
	kept          string
	turns         map[int]turn
	filter        filter
	bySize        bool
	width, height int

	heads  *excerpt.Cache
	search search.Searcher
	typing *prompt.Line
	// before is where the cursor was when typing began, as a block's id.
	before string
	sought string // the block that a look for an error line led to
}

// turn sums up one turn of the context.
type turn struct{ blocks, tokens int }

// New makes the pane.
func New(scene *pane.Scene, p Prefs) *Model {
	m := &Model{scene: scene, heads: excerpt.New(excerpt.Head), bySize: p.BySize}
	m.filter = filter{kind: named(kinds, p.Kind), standing: named(standings, p.Standing)}
	m.list.Follow(!p.Away)
	return m
}

// Prefs is what to remember.
func (m *Model) Prefs() Prefs {
	return Prefs{
		Kind: kinds[m.filter.kind].name, Standing: standings[m.filter.standing].name,
		BySize: m.bySize, Away: !m.list.Following() && !m.bySize,
	}
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.list.SetSize(width, height)
	return m.want()
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	old := m.scene
	m.scene = scene
	if old.Snapshot == scene.Snapshot {
		return m.want()
	}
	id, had := m.currentID()
	m.kept = ""
	if had && !m.list.Following() && old.Generation == scene.Generation {
		m.kept = id
	}
	m.choose()
	switch {
	case old.Generation != scene.Generation:
		m.search.Stop()
		m.list.Unmark()
		m.list.Replace((*source)(m), 0)
		m.list.Follow(!m.bySize)
	case m.bySize:
		m.list.Replace((*source)(m), m.rowOf(id))
	default:
		m.list.SetSource((*source)(m))
		if had && !m.list.Following() {
			m.keep(id)
		}
	}
	return m.want()
}

// choose lists the blocks anew.
func (m *Model) choose() {
	if m.snapshot != nil && m.scene.Generation != m.generation {
		m.filter.chosen = nil
	}
	m.snapshot, m.generation = m.scene.Snapshot, m.scene.Generation
	m.rows, m.turns = nil, map[int]turn{}
	s := m.snapshot
	if s == nil {
		return
	}
	for i := range s.Blocks {
		if !m.filter.takes(s, i) && s.Blocks[i].ID != m.kept {
			continue
		}
		m.rows = append(m.rows, i)
		t := m.turns[s.Blocks[i].Turn]
		m.turns[s.Blocks[i].Turn] = turn{t.blocks + 1, t.tokens + rendered(s, i)}
	}
	if m.bySize {
		slices.SortStableFunc(m.rows, func(a, b int) int {
			return cmp.Compare(rendered(s, b), rendered(s, a))
		})
	}
}

// rendered is what block i costs as it is sent, in tokens.
func rendered(s *live.Snapshot, i int) int {
	if s.Seqs[i] != 0 {
		return s.Folded[i]
	}
	return s.Blocks[i].Tokens
}

// relist lists the blocks under a changed filter or order, keeping to the block
// under the cursor where it is still listed. The largest come first by size, and
// nothing is followed then.
func (m *Model) relist() {
	id, _ := m.currentID()
	following := m.list.Following() && !m.bySize
	m.kept = ""
	m.choose()
	m.list.Replace((*source)(m), m.rowOf(id))
	switch {
	case m.bySize:
		m.list.Follow(false)
		m.list.Top()
	case following:
		m.list.Follow(true)
	}
}

// keep puts the cursor back on a block that stands in another row now.
func (m *Model) keep(id string) {
	if row := m.rowOf(id); row < len(m.rows)-1 {
		m.list.To(row)
	}
}

// rowOf is the row of the block with that id, the last one where it is not
// listed.
func (m *Model) rowOf(id string) int {
	for row, i := range m.rows {
		if m.snapshot.Blocks[i].ID == id {
			return row
		}
	}
	return len(m.rows) - 1
}

// Current is the position of the block under the cursor.
func (m *Model) Current() (i int, ok bool) {
	row, ok := m.list.Cursor()
	if !ok || row >= len(m.rows) {
		return 0, false
	}
	return m.rows[row], true
}

func (m *Model) currentID() (string, bool) {
	i, ok := m.Current()
	if !ok {
		return "", false
	}
	return m.snapshot.Blocks[i].ID, true
}

// Stay keeps the cursor on its block where what is done with it may take it out of
// what is listed: the newest is not followed any more then.
func (m *Model) Stay() {
	if !m.filter.none() {
		m.list.Follow(false)
	}
}

// Step moves the cursor by rows, as the detail beside the list asks.
func (m *Model) Step(by int) tea.Cmd {
	m.list.Move(by)
	return m.want()
}

// Term is what is searched for, empty without a search.
func (m *Model) Term() string { return m.search.Term() }

// want reads what the rows in sight say.
func (m *Model) want() tea.Cmd {
	first, final, ok := m.list.InSight()
	if !ok {
		return nil
	}
	return m.heads.Want(m.scene, m.rows[first:final+1])
}

// Choose lists only some blocks, and searches in them.
func (m *Model) Choose(c pane.BlocksChosenMsg) tea.Cmd {
	ids := make(map[string]bool, len(c.IDs))
	for _, id := range c.IDs {
		ids[id] = true
	}
	m.filter = filter{chosen: &chosen{c.Title, ids}}
	m.list.Follow(false)
	m.relist()
	m.list.Top()
	return tea.Batch(m.find(c.Term), m.want())
}
