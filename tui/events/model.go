package events

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// Model is the pane.
type Model struct {
	*table.Model
	scene *pane.Scene
	width int
	when  pane.When
	list  []happening
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, Model: table.New(scene.Theme, []table.Column{
		{Name: "when", Right: true},
		{Name: "event", Width: 10},
		{Name: "what"},
	})}
	m.date()
	return m
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width = width
	m.date()
	return m.Model.SetSize(width, height)
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	if scene.Snapshot != m.scene.Snapshot || !slices.Equal(scene.Handoffs, m.scene.Handoffs) {
		m.list = merge(scene)
	}
	m.scene = scene
	m.date()
	m.SetRows((*rows)(m))
	return nil
}

// date sets how times are written, in the first column.
func (m *Model) date() {
	m.when = m.scene.Column(m.width, func(yield func(int64) bool) {
		for _, h := range m.list {
			if !yield(h.at()) {
				return
			}
		}
	})
	m.Widen(0, m.when.Width)
}

// current is what the cursor is on; ok is false where there is nothing.
func (m *Model) current() (h happening, ok bool) {
	i, ok := m.Model.Current()
	if !ok || i >= len(m.list) {
		return happening{}, false
	}
	return m.list[i], true
}

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{pane.In, pane.ItsBlocks} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return m.Keys() }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if m.Model.Update(msg) {
		return nil
	}
	if k, ok := msg.(tea.KeyMsg); ok && key.Matches(k, pane.ItsBlocks) {
		return m.blocks()
	}
	return nil
}

// blocks leads to the blocks that the event concerns, as far as they stand in
// the context.
func (m *Model) blocks() tea.Cmd {
	h, ok := m.current()
	switch {
	case !ok:
		return pane.Notice(pane.Info, "there is no event here")
	case h.handoff != nil:
		return pane.Notice(pane.Info, "a handoff concerns no single block")
	}
	e := h.event
	wanted := map[string]bool{}
	for _, id := range e.IDs {
		wanted[id] = true
	}
	s := m.scene.Snapshot
	var ids []string
	for i := range s.Blocks {
		if wanted[s.Blocks[i].ID] || e.Kind == live.LayerCommitted && s.Seqs[i] == e.Seq {
			ids = append(ids, s.Blocks[i].ID)
		}
	}
	if len(ids) == 0 {
		return pane.Notice(pane.Info, "no block in the context belongs to this event")
	}
	title := pane.Say("%s", e.Kind)
	if e.Kind == live.LayerCommitted {
		title = pane.Say("layer %d", e.Seq)
	}
	return pane.Choose(pane.BlocksChosenMsg{Title: title, IDs: ids})
}

// Status counts the events.
func (m *Model) Status() sanitize.Safe {
	if m.scene.Snapshot == nil {
		return ""
	}
	return pane.Say("%s", format.Count(len(m.list), "event"))
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	return m.Model.View("nothing yet: folds, compactions, edits, model changes and handoffs appear here")
}

// rows is the events as a table.
type rows Model

func (r *rows) Len() int { return len(r.list) }

func (r *rows) Key(i int) string { return r.list[i].key() }

func (r *rows) Cells(i int) []table.Cell {
	t, s := r.scene.Theme, r.scene.Snapshot
	e := r.list[i].event
	if h := r.list[i].handoff; h != nil {
		return []table.Cell{
			{Text: pane.Say("%s", r.when.Of(h.At)), Style: t.Dim},
			{Text: "handoff", Style: t.Notice},
			{Text: handoffWords(h), Style: t.Text},
		}
	}
	return []table.Cell{
		{Text: pane.Say("%s", r.when.Of(e.Time)), Style: t.Dim},
		{Text: name(e), Style: style(t, e.Kind)},
		{Text: what(s, e), Style: t.Text},
	}
}

func name(e *live.Event) sanitize.Safe {
	switch e.Kind {
	case live.LayerCommitted:
		return "fold"
	case live.BranchSummarised:
		return "summary"
	}
	return pane.Say("%s", e.Kind)
}

func style(t *theme.Theme, k live.EventKind) lipgloss.Style {
	switch k {
	case live.LayerCommitted:
		return t.Folded(0)
	case live.Unfolded:
		return t.Held
	case live.Compacted:
		return t.Warning
	case live.Edited:
		return t.Edited
	}
	return t.Notice
}
