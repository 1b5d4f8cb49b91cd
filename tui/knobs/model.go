package knobs

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"cfold/engine/settings"
	"cfold/theme"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// Model is the pane.
type Model struct {
	scene *pane.Scene
	list  []settings.Setting
	table *table.Model
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, table: table.New(scene.Theme, []table.Column{
		{Name: "setting", Width: 17},
		{Name: "value", Width: 9, Right: true},
		{Name: "from", Width: 11},
		{Name: "what it does", From: 66},
	})}
	m.table.List.Follow(false)
	return m
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.table.SetSize(width, height)
	return nil
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	m.list = slices.Concat(scene.Settings.Settings, scene.Settings.Providers)
	at, _ := m.table.Current()
	m.table.Replace((*rows)(m), at)
	return nil
}

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{pane.In} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return []key.Binding{pane.In} }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	m.table.Update(msg)
	return nil
}

// Typing is the prompt being typed into: there is none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Status says where the settings are kept, or what is wrong with them.
func (m *Model) Status() sanitize.Safe {
	switch {
	case m.scene.Settings.Disabled:
		return "CONTEXTFOLD switches folding off"
	case m.scene.SettingsErr != nil:
		return pane.Say("the settings file was passed over: %v", m.scene.SettingsErr)
	}
	return sanitize.Line(m.scene.SettingsPath)
}

// View is the pane's body.
func (m *Model) View(bool) []string { return m.table.View("the settings have not been read yet") }

// rows is the settings as a table.
type rows Model

func (r *rows) Len() int         { return len(r.list) }
func (r *rows) Key(i int) string { return r.list[i].Knob.Key }

func (r *rows) Cells(i int) []table.Cell {
	t, s := r.scene.Theme, r.list[i]
	from := pane.Say("%s", s.Source)
	if len(s.Ignored) > 0 {
		from = "! " + from
	}
	return []table.Cell{
		{Text: pane.Say("%s", s.Knob.Key), Style: t.Text},
		{Text: pane.Say("%s", s.Text()), Style: t.Accent},
		{Text: from, Style: sourceStyle(t, s)},
		{Text: pane.Say("%s", s.Knob.About), Style: t.Dim},
	}
}

func sourceStyle(t *theme.Theme, s settings.Setting) lipgloss.Style {
	switch {
	case len(s.Ignored) > 0:
		return t.Warning
	case s.Source == settings.FromDefault:
		return t.Dim
	}
	return t.Text
}
