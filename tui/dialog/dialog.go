package dialog

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/cost"
	"cfold/tui/page"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Question is what is asked.
type Question struct {
	Title sanitize.Safe
	// Yes says in a word or two what a yes does.
	Yes string
	// Draw draws what there is to know, each line exactly width wide.
	Draw func(scene *pane.Scene, width int) []string
	// Void says why the question makes no sense any more under a scene, empty while
	// it does; nil for one that always does.
	Void func(scene *pane.Scene) sanitize.Safe
	// Do starts what is asked about.
	Do tea.Cmd
}

// Model is a question on the screen.
type Model struct {
	*page.Model
	scene    *pane.Scene
	width    int
	question Question
	yes      key.Binding
	closed   bool
}

var noKey = pane.Bind("Esc/n", "no", "esc", "n", "q")

// New asks a question.
func New(scene *pane.Scene, q Question) *Model {
	m := &Model{scene: scene, question: q, yes: pane.Bind("Enter/y", q.Yes, "enter", "y")}
	m.Model = page.New(scene, q.Title, func(scene *pane.Scene, width int) (string, []string) {
		return "", q.Draw(scene, width)
	})
	return m
}

// SetScene shows another scene; a question that it makes void closes with a
// notice.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	if m.closed {
		return nil
	}
	if v := m.question.Void; v != nil {
		if why := v(scene); why != "" {
			m.closed = true
			return pane.Notice(pane.Warning, "nothing done: "+why)
		}
	}
	m.scene = scene
	return m.Model.SetScene(scene)
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	pressed, isKey := msg.(tea.KeyMsg)
	switch {
	case m.closed:
		return nil
	case isKey && key.Matches(pressed, m.yes):
		m.closed = true
		return m.question.Do
	case isKey && key.Matches(pressed, noKey):
		m.closed = true
		return pane.Notice(pane.Info, "nothing done")
	}
	return m.Model.Update(msg)
}

// View is the question; its last line says how much there is below.
func (m *Model) View(focused bool) []string {
	lines := m.Model.View(focused)
	if below := m.Below(); below > 0 && len(lines) > 1 {
		t := m.scene.Theme
		said := pane.Say("↓ %d more below", below+1)
		lines[len(lines)-1] = pane.NewRow(t, m.width, false).Add(t.Text, " ").Add(t.Accent, said).String()
	}
	return lines
}

// SetSize sets the size of the question in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width = width
	return m.Model.SetSize(width, height)
}

// Status says nothing: the question says itself how much there is below.
func (m *Model) Status() sanitize.Safe { return "" }

// Closed reports whether the question has been answered or is void.
func (m *Model) Closed() bool { return m.closed }

// Typing is the prompt being typed into: a question has none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Captures reports whether every key is text: in a question none is.
func (m *Model) Captures() bool { return false }

// Keys is the bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{m.yes, noKey} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return m.Keys() }

// AskedMsg is a question that a pane wants to be asked.
type AskedMsg struct{ Question Question }

// Ask has a question asked.
func Ask(q Question) tea.Cmd { return func() tea.Msg { return AskedMsg{q} } }

// Only draws labelled lines and nothing else.
func Only(facts []cost.Fact) func(scene *pane.Scene, width int) []string {
	return func(scene *pane.Scene, width int) []string { return Facts(scene, width, facts) }
}

// labels is the column of the labels, in cells.
const labels = 9

// Facts draws labelled lines.
func Facts(scene *pane.Scene, width int, facts []cost.Fact) []string {
	var lines []string
	for _, f := range facts {
		lines = append(lines, pane.Fact(scene.Theme, width, labels, pane.Say("%s", f.Label), pane.Say("%s", f.Value), scene.Theme.Text, 3)...)
	}
	return lines
}
