package page

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Draw draws the lines of a page, each exactly width cells wide. What the page
// is about goes by about: when it changes, the page starts at its top.
type Draw func(scene *pane.Scene, width int) (about string, lines []string)

// Model is the pane.
type Model struct {
	title         sanitize.Safe
	scene         *pane.Scene
	draw          Draw
	width, height int
	about         string
	lines         []string
	top           int
}

// New makes a page.
func New(scene *pane.Scene, title sanitize.Safe, draw Draw) *Model {
	return &Model{title: title, scene: scene, draw: draw}
}

// Refresh draws the lines anew.
func (m *Model) Refresh() {
	about, lines := m.draw(m.scene, m.width)
	if about != m.about {
		m.about, m.top = about, 0
	}
	m.lines = lines
	m.Move(0)
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.Refresh()
	return nil
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	m.Refresh()
	return nil
}

// Move scrolls by lines, down when positive, no further than to the ends.
func (m *Model) Move(by int) {
	m.top = max(0, min(m.top+by, len(m.lines)-m.height))
}

// Top scrolls to the first line.
func (m *Model) Top() { m.Move(-len(m.lines)) }

// Bottom scrolls to the last line.
func (m *Model) Bottom() { m.Move(len(m.lines)) }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		pane.Move.Act(m, msg, m.height)
	case tea.MouseMsg:
		m.Move(pane.Wheel(msg))
	}
	return nil
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	end := min(m.top+m.height, len(m.lines))
	lines := m.lines[min(m.top, end):end]
	return pane.Fill(lines[:len(lines):len(lines)], m.width, m.height)
}

// Title says what the pane shows.
func (m *Model) Title() sanitize.Safe { return m.title }

// Empty reports whether the page has nothing to say.
func (m *Model) Empty() bool { return len(m.lines) == 0 }

// Below is how many lines are below those in sight.
func (m *Model) Below() int { return max(0, len(m.lines)-m.top-m.height) }

// Status says how much there is below, empty where all is in sight.
func (m *Model) Status() sanitize.Safe {
	if below := m.Below(); below > 0 {
		return pane.Say("%d more below", below)
	}
	return ""
}

// Typing is the prompt being typed into: a page has none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{pane.Out} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return []key.Binding{pane.Out} }
