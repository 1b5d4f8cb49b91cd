package index

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/seed"
	"cfold/tui/format"
	"cfold/tui/list"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Model is the pane.
type Model struct {
	scene   *pane.Scene
	list    list.List
	width   int
	index   *seed.Log
	records []seed.Record
	all     []value
	rows    []int // positions in all
	only    int   // a kind, or -1 for all
	term    string
	typing  *prompt.Line
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, only: -1}
	m.list.Follow(false)
	return m
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width = width
	m.list.SetSize(width, height)
	return nil
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	if scene.Index == m.index {
		return nil
	}
	m.index, m.records = scene.Index, nil
	if scene.Index != nil {
		m.records = scene.Index.Records()
	}
	m.all = collect(m.records)
	m.narrow()
	return nil
}

// narrow lists what matches, keeping to the value under the cursor.
func (m *Model) narrow() {
	at := 0
	kept := ""
	if v, ok := m.current(); ok {
		kept = (*source)(m).name(v)
	}
	m.rows = matching(m.all, m.term, m.only)
	for row, i := range m.rows {
		if (*source)(m).name(m.all[i]) == kept {
			at = row
		}
	}
	m.list.Replace((*source)(m), at)
}

func (m *Model) current() (value, bool) {
	row, ok := m.list.Cursor()
	if !ok || row >= len(m.rows) || m.rows[row] >= len(m.all) {
		return value{}, false
	}
	return m.all[m.rows[row]], true
}

var (
	kindKey  = pane.Bind("f", "kind", "f")
	clearKey = pane.Bind("Esc", "show all", "esc")
	nextKind = pane.Bind("}", "next kind", "}", "]")
	prevKind = pane.Bind("{", "previous kind", "{", "[")
)

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{pane.In, pane.ItsBlocks, pane.ItsOriginals, pane.Search, kindKey, prevKind, nextKind, clearKey}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding {
	return []key.Binding{pane.ItsBlocks, pane.ItsOriginals, pane.Search, kindKey, pane.In}
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		pane.MouseList(&m.list, msg)
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.typing != nil:
		m.typed(msg)
	case pane.MoveList(&m.list, msg):
	case key.Matches(msg, pane.Search):
		m.typing = prompt.New("/", m.term)
	case key.Matches(msg, kindKey):
		if m.only++; m.only > int(identifiers) {
			m.only = -1
		}
		m.narrow()
	case key.Matches(msg, nextKind):
		m.list.Group(1)
	case key.Matches(msg, prevKind):
		m.list.Group(-1)
	case key.Matches(msg, clearKey):
		m.only, m.term = -1, ""
		m.narrow()
	case key.Matches(msg, pane.ItsBlocks):
		return m.blocks()
	case key.Matches(msg, pane.ItsOriginals):
		return m.originals()
	}
	return nil
}

func (m *Model) typed(msg tea.KeyMsg) {
	switch m.typing.Key(msg) {
	case prompt.Done:
		m.typing = nil
		return
	case prompt.Cancelled:
		m.typing, m.term = nil, ""
	default:
		m.term = m.typing.Value()
	}
	m.narrow()
}

// blocks leads to the blocks of the records that hold the value.
func (m *Model) blocks() tea.Cmd {
	v, ok := m.current()
	if !ok || m.scene.Snapshot == nil {
		return pane.Notice(pane.Info, "there is no value here")
	}
	live := map[string]bool{}
	for i := range m.scene.Snapshot.Blocks {
		live[m.scene.Snapshot.Blocks[i].ID] = true
	}
	var ids []string
	for _, s := range spansOf(m.records, v) {
		if live[s.BlockID] {
			ids = append(ids, s.BlockID)
		}
	}
	if len(ids) == 0 {
		return m.originals()
	}
	return pane.Choose(pane.BlocksChosenMsg{Title: "index: " + sanitize.Head(v.text, 24), IDs: ids, Term: v.text})
}

// originals leads to the originals of the blocks of the records that hold the
// value, those that have left the context included.
func (m *Model) originals() tea.Cmd {
	v, ok := m.current()
	if !ok || m.scene.Snapshot == nil {
		return pane.Notice(pane.Info, "there is no value here")
	}
	var ids []string
	for _, s := range spansOf(m.records, v) {
		ids = append(ids, s.BlockID)
	}
	return pane.Originals(pane.OriginalsAskedMsg{Title: sanitize.Head(v.text, 24), IDs: ids, Term: v.text})
}

// Typing is the prompt being typed into, nil without one, and a remark to it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) {
	return m.typing, pane.Say("%d match", len(m.rows))
}

// Status says what is listed.
func (m *Model) Status() sanitize.Safe {
	said := pane.Say("%s from %s", format.Count(len(m.rows), "value"), format.Count(len(m.records), "record"))
	if m.only >= 0 {
		said += " · " + kindNames[m.only]
	}
	if m.term != "" {
		said += pane.Say(" · /%s", m.term)
	}
	return said
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	lines := m.list.View(nil)
	if len(m.rows) > 0 || len(lines) == 0 {
		return lines
	}
	t, height := m.scene.Theme, len(lines)
	said := sanitize.Safe("nothing matches; Esc shows all")
	if m.index == nil {
		said = "no seed index is beside this session: each fold adds a record to it"
	} else if len(m.all) == 0 {
		said = "the seed index holds no values yet"
	}
	return pane.Fill(pane.Prose(t, m.width, t.Dim, said), m.width, height)
}

// source is the rows of the list.
type source Model

func (s *source) name(v value) string { return string(kindNames[v.kind]) + "\x00" + v.text }

func (s *source) Len() int         { return len(s.rows) }
func (s *source) Key(i int) string { return s.name(s.all[s.rows[i]]) }
func (s *source) Group(i int) int  { return int(s.all[s.rows[i]].kind) }

func (s *source) Header(i, width int) string {
	t := s.scene.Theme
	r := pane.NewRow(t, width, false).Add(t.Border, "─ ").Add(t.Title, kindNames[s.all[s.rows[i]].kind])
	return r.Add(t.Border, " ").Rule(0).String()
}

func (s *source) Row(i, width int, state list.State) string {
	t, v := s.scene.Theme, s.all[s.rows[i]]
	style := t.Text
	if v.kind == errorLines {
		style = t.Warning
	}
	r := pane.NewListRow(t, width, state.Cursor).Add(t.Text, " ")
	line := sanitize.Head(v.text, max(r.Left()-5, 1))
	r.Painted(style, t.Match, line, sanitize.Find(line, sanitize.Line(s.term)))
	times := sanitize.Safe("")
	if len(v.records) > 1 {
		times = pane.Say("×%d", len(v.records))
	}
	return r.Gap(sanitize.Width(times)+1).Add(t.Dim, times).String()
}
