package ladderview

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/tui/excerpt"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// Where there is little room the preview keeps leastPreview rows, unless that
// leaves the gauge fewer than leastGauge.
const (
	leastPreview = 4
	leastGauge   = 3
)

// Model is the pane.
type Model struct {
	scene         *pane.Scene
	width, height int
	gauge         []string
	table         *table.Model
	blocks        []int // that a fold now would mask
	digests       *excerpt.Cache
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, digests: excerpt.New(excerpt.Digest)}
	m.table = table.New(scene.Theme, []table.Column{
		{Name: "code", Width: 6},
		{Name: "tokens", Width: 9, Right: true},
		{Name: "would read"},
	})
	m.table.List.Follow(false)
	return m
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.redraw()
	return m.want()
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	old := m.scene.Snapshot
	m.scene = scene
	if old != scene.Snapshot {
		m.choose()
	}
	m.redraw()
	return m.want()
}

// choose lists what a fold now would mask.
func (m *Model) choose() {
	m.blocks = nil
	if s := m.scene.Snapshot; s != nil {
		for i, mark := range s.Frame.Marks {
			if mark&ladder.Maskable != 0 {
				m.blocks = append(m.blocks, i)
			}
		}
	}
	at, _ := m.table.Current()
	m.table.Replace((*rows)(m), at)
}

func (m *Model) redraw() {
	m.gauge = nil
	if m.scene.Snapshot != nil && m.width > 0 {
		m.gauge = gauge(m.scene, m.width)
	}
	if most := max(m.height-leastPreview-1, min(m.height, leastGauge)); len(m.gauge) > most {
		m.gauge = m.gauge[:most]
	}
	m.table.SetSize(m.width, max(m.height-len(m.gauge)-1, 0))
}

// Current is the position of the block under the cursor.
func (m *Model) Current() (i int, ok bool) {
	row, ok := m.table.Current()
	if !ok || row >= len(m.blocks) {
		return 0, false
	}
	return m.blocks[row], true
}

func (m *Model) want() tea.Cmd {
	first, final, ok := m.table.List.InSight()
	if !ok {
		return nil
	}
	return m.digests.Want(m.scene, m.blocks[first:final+1])
}

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{pane.In, pane.CopyIt, pane.OpenIt, pane.SaveIt}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return []key.Binding{pane.In} }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case excerpt.ReadMsg:
		if m.digests.Take(msg) {
			return m.want()
		}
		return nil
	case tea.MouseMsg:
		msg.Y -= len(m.gauge) + 1
		m.table.Update(msg)
		return m.want()
	case tea.KeyMsg:
		if m.table.Update(msg) {
			return m.want()
		}
		return m.key(msg)
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	i, on := m.Current()
	verb, ok := pane.VerbOf(msg)
	if !on || !ok || verb == pane.Unfold || verb == pane.Hold {
		return nil
	}
	return pane.Act(verb, i)
}

// Typing is the prompt being typed into: there is none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Status says under which settings the ladder stands.
func (m *Model) Status() sanitize.Safe {
	s := m.scene.Snapshot
	if s == nil {
		return ""
	}
	l := m.scene.Settings.Ladder()
	return pane.Say("fold at %s (cold %s), step %s, tail %s", format.Percent(l.FoldAt), format.Percent(l.ColdFoldAt),
		format.Percent(l.FoldStep), format.Tokens(l.Tail))
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	s := m.scene.Snapshot
	t := m.scene.Theme
	if s == nil {
		said := pane.Prose(t, m.width, t.Dim, "no session has been read yet: the gauge appears with its first message")
		return pane.Fill(said, m.width, m.height)
	}
	lines := append([]string(nil), m.gauge...)
	lines = append(lines, pane.NewRow(t, m.width, false).Add(t.Dim, previewTitle(s, m.width)).String())
	lines = append(lines, m.table.View("nothing: no old result or thought is large enough")...)
	return pane.Fill(lines, m.width, m.height)
}

// rows is the preview as a table.
type rows Model

func (r *rows) Len() int         { return len(r.blocks) }
func (r *rows) Key(i int) string { return r.scene.Snapshot.Blocks[r.blocks[i]].ID }

func (r *rows) Cells(row int) []table.Cell {
	t, s, i := r.scene.Theme, r.scene.Snapshot, r.blocks[row]
	b := &s.Blocks[i]
	line, _ := r.digests.Line(s, i)
	return []table.Cell{
		{Text: pane.Say("%s", block.Code(b.ID)), Style: t.Accent},
		{Text: pane.Say("%s→%s", format.Tokens(b.Tokens), format.Tokens(s.Folded[i])), Style: t.Text},
		{Text: line, Style: pane.KindOf(t, b).Style},
	}
}
