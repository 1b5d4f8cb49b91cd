package handoff

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Actions are the commands the place needs. The preview comes back as a
// PreviewMsg.
type Actions struct {
	Preview func(goal string) tea.Cmd
	Write   func(goal string) tea.Cmd
}

// PreviewMsg is the seed as it would be written for a goal.
type PreviewMsg struct {
	Goal, Markdown string
	// Records counts the records of the seed index that it is made of.
	Records int
}

// Model is the place.
type Model struct {
	scene         *pane.Scene
	actions       Actions
	width, height int
	area          textarea.Model
	reading       bool // the preview has the keys
	preview       *sanitize.Doc
	records       int
	asked         string // the goal of the preview last asked for
	pos           sanitize.Pos
	closed        bool
}

// New makes the place, with a goal to change.
func New(scene *pane.Scene, goal string, a Actions) *Model {
	m := &Model{scene: scene, actions: a, area: textarea.New()}
	m.area.ShowLineNumbers, m.area.Prompt, m.area.CharLimit = false, "", goalLimit
	m.area.MaxHeight = 0
	m.area.SetValue(goal)
	m.area.Focus()
	return m
}

// goalLimit is how much of a goal can be typed, in characters.
const goalLimit = 20_000

// Start asks for the first preview.
func (m *Model) Start() tea.Cmd {
	m.asked = m.Goal()
	return m.actions.Preview(m.asked)
}

// Goal is the goal as typed.
func (m *Model) Goal() string { return strings.TrimSpace(m.area.Value()) }

// SetSize sets the size of the place in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.area.SetWidth(m.textWidth())
	m.area.SetHeight(max(m.goalRows(), 1))
	return nil
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	return nil
}

// The bindings of the place.
var (
	writeKey  = pane.Bind("^s", "write", "ctrl+s")
	switchKey = pane.Bind("Tab", "goal/preview", "tab", "shift+tab")
	closeKey  = pane.Bind("Esc", "close", "esc")
)

// Keys is the bindings for help.
func Keys() []key.Binding { return []key.Binding{writeKey, switchKey, closeKey} }

// Keys is the bindings for help.
func (m *Model) Keys() []key.Binding { return Keys() }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return Keys() }

// Typing is the prompt being typed into: the place has more than a line for it.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Captures reports whether every key is text.
func (m *Model) Captures() bool { return !m.reading }

// Closed reports whether the place has been left.
func (m *Model) Closed() bool { return m.closed }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case PreviewMsg:
		return m.previewed(msg)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		m.Move(pane.Wheel(msg))
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, closeKey):
		m.closed = true
		return nil
	case key.Matches(msg, writeKey):
		if m.Goal() == "" {
			return pane.Notice(pane.Warning, "nothing written: say first what the new session is for")
		}
		m.closed = true
		return m.actions.Write(m.Goal())
	case key.Matches(msg, switchKey):
		m.reading = !m.reading
		return nil
	case m.reading:
		pane.Move.Act(m, msg, m.previewRows())
		return nil
	}
	m.area, _ = m.area.Update(msg)
	return m.refresh()
}

// refresh asks for the preview of a changed goal.
func (m *Model) refresh() tea.Cmd {
	if m.asked == m.Goal() {
		return nil
	}
	return m.Start()
}

// previewed takes a preview in; one of a goal typed since is on its way.
func (m *Model) previewed(msg PreviewMsg) tea.Cmd {
	if msg.Goal == m.asked {
		m.preview, m.records = sanitize.NewDoc(msg.Markdown), msg.Records
		m.Move(0)
	}
	return nil
}

// Move scrolls the preview by rows, down when positive, no further than its last
// row in sight.
func (m *Model) Move(by int) {
	if m.preview == nil {
		return
	}
	last := m.lastRows()
	m.pos = m.preview.Move(m.pos, m.textWidth(), by)
	if m.pos.After(last) {
		m.pos = last
	}
}

// Top scrolls the preview to its first row.
func (m *Model) Top() { m.pos = sanitize.Pos{} }

// Bottom scrolls the preview to its last row.
func (m *Model) Bottom() {
	if m.preview != nil {
		m.pos = m.lastRows()
	}
}

// lastRows is where the rows begin that end the preview.
func (m *Model) lastRows() sanitize.Pos {
	return m.preview.Last(m.textWidth(), m.previewRows())
}
