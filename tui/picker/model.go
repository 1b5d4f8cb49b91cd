package picker

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/format"
	"cfold/tui/list"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/watch/sessions"
)

// PickedMsg is the session that was chosen.
type PickedMsg struct{ Path string }

// Model is the pane.
type Model struct {
	scene  *pane.Scene
	list   list.List
	width  int
	all    []sessions.Info
	shown  []sessions.Info
	listed bool
	term   string
	typing *prompt.Line
}

// New makes the pane.
func New(scene *pane.Scene) *Model { return &Model{scene: scene} }

// Clear forgets the sessions, before they are listed anew.
func (m *Model) Clear() {
	m.listed, m.all, m.term = false, nil, ""
	m.narrow()
}

// Sessions takes in the sessions, the newest first.
func (m *Model) Sessions(all []sessions.Info) {
	m.listed, m.all = true, all
	m.narrow()
}

// narrow lists those whose title, directory or id holds the term.
func (m *Model) narrow() {
	m.shown = nil
	term := strings.ToLower(m.term)
	for _, s := range m.all {
		if strings.Contains(strings.ToLower(s.Title()+"\n"+s.Cwd+"\n"+s.ID), term) {
			m.shown = append(m.shown, s)
		}
	}
	at := 0
	for i, s := range m.shown {
		if s.Path == m.scene.Path {
			at = i
		}
	}
	m.list.Follow(false)
	m.list.Replace((*source)(m), at)
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
	return nil
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
	if m.typing != nil {
		switch m.typing.Key(msg) {
		case prompt.Done:
			m.typing = nil
		case prompt.Cancelled:
			m.typing, m.term = nil, ""
			m.narrow()
		default:
			m.term = m.typing.Value()
			m.narrow()
		}
		return nil
	}
	switch {
	case pane.MoveList(&m.list, msg):
	case key.Matches(msg, pane.Search):
		m.typing = prompt.New("/", m.term)
	case key.Matches(msg, pane.In):
		if i, ok := m.list.Cursor(); ok {
			path := m.shown[i].Path
			return func() tea.Msg { return PickedMsg{path} }
		}
	}
	return nil
}

// Typing is the prompt being typed into, nil without one, and a remark to it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return m.typing, "title, directory or id" }

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{pane.In, pane.Search, pane.Out} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return m.Keys() }

// Status says where one is.
func (m *Model) Status() sanitize.Safe {
	i, _ := m.list.Cursor()
	return pane.Say("%d/%d", min(i+1, len(m.shown)), len(m.shown))
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	t, lines := m.scene.Theme, m.list.View(nil)
	if len(m.shown) > 0 || len(lines) == 0 {
		return lines
	}
	said := sanitize.Safe("looking for sessions …")
	switch {
	case m.term != "":
		said = "no session matches"
	case m.listed:
		said = "no sessions yet: start Pi, its session appears with the first message"
	}
	lines[0] = pane.NewRow(t, m.width, false).Add(t.Dim, " "+said).String()
	return lines
}

// source is the rows of the list.
type source Model

func (s *source) Len() int               { return len(s.shown) }
func (s *source) Key(i int) string       { return s.shown[i].Path }
func (s *source) Group(int) int          { return -1 }
func (s *source) Header(int, int) string { return "" }

func (s *source) Row(i, width int, state list.State) string {
	t, v := s.scene.Theme, s.shown[i]
	r := pane.NewListRow(t, width, state.Cursor)
	here := sanitize.Safe(" ")
	if v.Path == s.scene.Path {
		here = "•"
	}
	r.Add(t.Accent, here).Add(t.Text, " ")
	cwd := sanitize.Line(v.Cwd)
	room := r.Left() - 13
	title := room
	if room >= 50 {
		title = room * 3 / 5
	}
	r.Add(t.Text, sanitize.Pad(sanitize.Head(v.Title(), title), title))
	if title < room {
		r.Add(t.Text, " ").Add(t.Dim, sanitize.Pad(sanitize.ClipLeft(cwd, room-title-1), room-title-1))
	}
	r.Figure(t.Dim, pane.Say(" %s", format.Age(max(0, s.scene.Now.Sub(v.Modified)))), 4)
	return r.Figure(t.Text, pane.Say("%s", format.Bytes(v.Size)), 8).String()
}
