package layers

import (
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/live"
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
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, Model: table.New(scene.Theme, []table.Column{
		{Name: "layer", Width: 5, Right: true},
		{Name: "when", Right: true, From: 46},
		{Name: "why", From: 56},
		{Name: "blocks", Width: 6, Right: true},
		{Name: "saves", Width: 6, Right: true},
		{Name: "paid", Width: 6, Right: true},
		{Name: "net", Width: 6, Right: true},
	})}
	m.date()
	return m
}

// whenColumn is the place of the column of times.
const whenColumn = 1

// date sets how times are written.
func (m *Model) date() {
	m.when = m.scene.Column(m.width, func(yield func(int64) bool) {
		if s := m.scene.Snapshot; s != nil {
			for i := range s.Layers {
				if !yield(s.Layers[i].At) {
					return
				}
			}
		}
	})
	m.Widen(whenColumn, m.when.Width)
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width = width
	m.date()
	return m.Model.SetSize(width, height)
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	m.date()
	m.SetRows((*rows)(m))
	return nil
}

// Current is the layer under the cursor, nil without one.
func (m *Model) Current() *live.Layer {
	i, ok := m.Model.Current()
	if !ok || m.scene.Snapshot == nil || i >= len(m.scene.Snapshot.Layers) {
		return nil
	}
	return &m.scene.Snapshot.Layers[i]
}

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{pane.In, pane.ItsBlocks, pane.ItsOriginals}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return m.Keys() }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if m.Model.Update(msg) {
		return nil
	}
	k, ok := msg.(tea.KeyMsg)
	switch {
	case ok && key.Matches(k, pane.ItsBlocks):
		return m.blocks()
	case ok && key.Matches(k, pane.ItsOriginals):
		return m.originals()
	}
	return nil
}

// originals leads to the originals of the layer's blocks, those that have left the
// context included.
func (m *Model) originals() tea.Cmd {
	l := m.Current()
	if l == nil {
		return pane.Notice(pane.Info, "there is no layer here")
	}
	return pane.Originals(pane.OriginalsAskedMsg{Title: pane.Say("layer %d", l.Seq), Layer: l.Seq})
}

// blocks leads to the blocks of the layer that stand in the context.
func (m *Model) blocks() tea.Cmd {
	l := m.Current()
	if l == nil {
		return pane.Notice(pane.Info, "there is no layer here")
	}
	var ids []string
	for i, seq := range m.scene.Snapshot.Seqs {
		if seq == l.Seq {
			ids = append(ids, m.scene.Snapshot.Blocks[i].ID)
		}
	}
	if len(ids) == 0 {
		return m.originals()
	}
	return pane.Choose(pane.BlocksChosenMsg{Title: pane.Say("layer %d", l.Seq), IDs: ids})
}

// Status says what all layers come to.
func (m *Model) Status() sanitize.Safe {
	s := m.scene.Snapshot
	if s == nil || len(s.Layers) == 0 {
		return ""
	}
	here := 0
	for i := range s.Layers {
		if s.Layers[i].Live > 0 {
			here++
		}
	}
	said := pane.Say("%s, ", format.Count(len(s.Layers), "layer"))
	switch {
	case here == 0:
		return said + "none in the context now"
	case here < len(s.Layers):
		said += pane.Say("%d in the context now, ", here)
	}
	return said + pane.Say("%s tok saved a call", format.Tokens(s.Masked))
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	s := m.scene.Snapshot
	if s != nil && !m.scene.Folds() {
		return m.Model.View("no folding here: this session has no layers. The ladder (3) says what would happen.")
	}
	return m.Model.View("no layers yet: the first fold makes one")
}

// rows is the layers as a table.
type rows Model

func (r *rows) Len() int {
	if r.scene.Snapshot == nil {
		return 0
	}
	return len(r.scene.Snapshot.Layers)
}

func (r *rows) Key(i int) string { return strconv.Itoa(r.scene.Snapshot.Layers[i].Seq) }

func (r *rows) Cells(i int) []table.Cell {
	t, s := r.scene.Theme, r.scene.Snapshot
	l := &s.Layers[i]
	blocks := pane.Say("%d", l.Blocks)
	if l.Live != l.Blocks {
		blocks = pane.Say("%d/%d", l.Live, l.Blocks)
	}
	cells := table.Text(t.Text, pane.Say("%d", l.Seq), pane.Say("%s", r.when.Of(l.At)), reason(l), blocks,
		savesNow(l), paid(l), net(l))
	cells[0].Style = t.Folded(pane.Depth(s, l.Seq))
	cells[1].Style, cells[2].Style = t.Dim, t.Dim
	if l.Cost != nil && l.Cost.ReprefillKnown {
		cells[6].Style = t.Good
		if l.Live == 0 {
			cells[6].Style = t.Dim
		}
		if l.Cost.Net < 0 {
			cells[6].Style = t.Warning
		}
	}
	return cells
}

// reason is what made the event happen, as the seed index has it.
func reason(l *live.Layer) sanitize.Safe {
	if l.Record == nil {
		return "not recorded"
	}
	return sanitize.Line(l.Record.Trigger)
}

// savesNow is what the layer saves in the context as it stands.
func savesNow(l *live.Layer) sanitize.Safe {
	switch {
	case l.Live > 0:
		return pane.Say("%s", format.Tokens(l.Masked))
	case l.Held > 0:
		return "held"
	case l.Compacted:
		return "gone"
	}
	return "–"
}

func paid(l *live.Layer) sanitize.Safe {
	switch {
	case l.Cost == nil:
		return "–"
	case l.Cost.With != 0:
		return pane.Say("in %d", l.Cost.With)
	case !l.Cost.ReprefillKnown:
		return "?"
	}
	return pane.Say("%s", format.Tokens(l.Cost.Reprefill))
}

func net(l *live.Layer) sanitize.Safe {
	if l.Cost == nil || !l.Cost.ReprefillKnown {
		return "?"
	}
	return pane.Say("%s", format.Signed(l.Cost.Net))
}
