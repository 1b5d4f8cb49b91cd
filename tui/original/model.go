package original

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// Model is the place.
type Model struct {
	scene         *pane.Scene
	asked         pane.OriginalsAskedMsg
	originals     *live.Originals
	ctx           context.Context // of what is being read, ended by cancel
	cancel        context.CancelFunc
	width, height int

	table  *table.Model
	items  []item
	inside map[string]bool // ids of the blocks in the context
	busy   sanitize.Safe   // what is being read, empty for nothing
	shown  *shown          // the original that is open, nil for the list
	closed bool
}

// New makes the place for the blocks asked for. The scene has a session.
func New(scene *pane.Scene, asked pane.OriginalsAskedMsg) *Model {
	m := &Model{asked: asked, originals: scene.State.Originals(), table: table.New(scene.Theme, []table.Column{
		{Name: "code", Width: 7},
		{Name: "what"},
		{Name: "turn", Width: 4, Right: true, From: 46},
		{Name: "tok", Width: 6, Right: true},
		{Name: "where", Width: 16, From: 56},
	})}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.table.List.Follow(false)
	m.place(scene)
	return m
}

// Start has the blocks looked up.
func (m *Model) Start() tea.Cmd {
	m.busy = "reading the session's file"
	return m.list(m.ctx)
}

// place takes in a scene of the same generation.
func (m *Model) place(scene *pane.Scene) {
	if m.scene == nil || m.scene.Snapshot != scene.Snapshot {
		m.inside = map[string]bool{}
		if s := scene.Snapshot; s != nil {
			for i := range s.Blocks {
				m.inside[s.Blocks[i].ID] = true
			}
		}
	}
	m.scene = scene
}

// SetSize sets the size of the place's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.table.SetSize(width, height)
	return nil
}

// SetScene shows another scene; another generation of the file closes the place.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	switch {
	case m.closed:
		return nil
	case scene.Generation != m.scene.Generation:
		m.close()
		return pane.Notice(pane.Warning, "the session was read anew: its originals were closed")
	}
	m.place(scene)
	return nil
}

// close ends what is being read.
func (m *Model) close() {
	m.closed = true
	m.cancel()
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if m.closed {
		return nil
	}
	switch msg := msg.(type) {
	case listedMsg:
		return m.listed(msg)
	case readMsg:
		return m.opened(msg)
	case foundMsg:
		return m.found(msg)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		if m.shown == nil {
			m.table.Update(msg)
			return nil
		}
		m.Move(pane.Wheel(msg))
	}
	return nil
}

func (m *Model) listed(msg listedMsg) tea.Cmd {
	if msg.model != m {
		return nil
	}
	m.busy = ""
	if msg.err != nil {
		m.close()
		return pane.Notice(pane.Failure, pane.Say("the originals cannot be read: %v", msg.err))
	}
	m.items = msg.items
	m.table.Replace((*rows)(m), 0)
	if len(m.items) == 1 {
		return m.open()
	}
	return nil
}

// open has the original under the cursor read.
func (m *Model) open() tea.Cmd {
	i, ok := m.table.Current()
	if !ok || m.busy != "" {
		return nil
	}
	m.busy = pane.Say("reading #%s", m.items[i].code)
	return m.read(m.ctx, m.items[i])
}

func (m *Model) opened(msg readMsg) tea.Cmd {
	if msg.model != m {
		return nil
	}
	m.busy = ""
	if msg.err != nil {
		return unserved(msg.item, msg.err)
	}
	m.shown = &shown{item: msg.item, answer: msg.answer, doc: msg.doc, at: -1, term: sanitize.Line(m.asked.Term)}
	return m.find(0, 1, false)
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.shown != nil {
		return m.keyInside(msg)
	}
	switch {
	case key.Matches(msg, leaveKey):
		m.close()
	case key.Matches(msg, pane.In):
		return m.open()
	default:
		m.table.Update(msg)
	}
	return nil
}

var leaveKey = pane.Bind("Esc/h", "back", "esc", "h", "left", "q")

// Keys is the bindings of the place.
func Keys() []key.Binding { return append(listKeys(), textKeys()...) }

// Keys is the place's bindings for help.
func (m *Model) Keys() []key.Binding { return Keys() }

func listKeys() []key.Binding { return []key.Binding{pane.In, leaveKey} }

// textKeys is the bindings of an original that is open.
func textKeys() []key.Binding {
	return []key.Binding{pane.Search, pane.Next, pane.Prev, pane.CopyIt, pane.OpenIt, pane.SaveIt}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding {
	if m.shown == nil {
		return listKeys()
	}
	return append([]key.Binding{leaveKey}, textKeys()...)
}

// Closed reports whether the place is done with.
func (m *Model) Closed() bool { return m.closed }

// Captures reports whether every key is text: here only where Typing says so.
func (m *Model) Captures() bool { return false }

// Typing is the prompt being typed into, nil without one, and a remark to it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) {
	if m.shown == nil {
		return nil, ""
	}
	return m.shown.typing, "in this original"
}

// Title says what is shown.
func (m *Model) Title() sanitize.Safe {
	if m.shown != nil {
		return pane.Say("Original · #%s", m.shown.item.code)
	}
	return "Originals · " + m.asked.Title
}

// Status says what is being read, else where one is.
func (m *Model) Status() sanitize.Safe {
	switch {
	case m.busy != "":
		return m.busy + " … Esc ends that"
	case m.shown != nil:
		return pane.Say("line %d of %s", min(m.shown.pos.Line+1, m.shown.doc.Len()), format.Count(m.shown.doc.Len(), "line"))
	}
	return pane.Say("%s", format.Count(len(m.items), "block"))
}
