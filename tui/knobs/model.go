package knobs

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"cfold/engine/settings"
	"cfold/theme"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/tui/table"
	"cfold/watch/route"
)

// Model is the pane.
type Model struct {
	scene         *pane.Scene
	actions       Actions
	list          []settings.Setting
	table         *table.Model
	width, height int
	editing       *editing
	changes       []route.Saved // that can be taken back, newest last
	wanted        string        // the setting to go to once it is listed
}

// New makes the pane. Without actions it only shows.
func New(scene *pane.Scene, actions Actions) *Model {
	m := &Model{scene: scene, actions: actions, table: table.New(scene.Theme, []table.Column{
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
	m.width, m.height = width, height
	m.divide()
	return nil
}

// remarkRows is the most rows that a remark on what is typed takes.
const remarkRows = 3

// seek goes to the setting that is wanted, once it is listed.
func (m *Model) seek() {
	for i := range m.list {
		if m.list[i].Knob.Key == m.wanted {
			m.table.List.To(i)
			m.table.List.Follow(false)
			m.wanted = ""
		}
	}
}

// divide gives the table what the remark on what is typed leaves.
func (m *Model) divide() { m.table.SetSize(m.width, m.height-len(m.remarks())) }

// remarks is what there is to say of what is being typed, as rows.
func (m *Model) remarks() []string {
	if m.editing == nil {
		return nil
	}
	text, style := m.remark()
	rows := pane.Prose(m.scene.Theme, m.width, style, text)
	return rows[:min(len(rows), remarkRows, max(m.height-2, 0))]
}

// current is the setting under the cursor.
func (m *Model) current() (settings.Setting, bool) {
	i, ok := m.table.Current()
	if !ok || i >= len(m.list) {
		return settings.Setting{}, false
	}
	return m.list[i], true
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	m.list = scene.Settings.All()
	at, _ := m.table.Current()
	m.table.Replace((*rows)(m), at)
	m.seek()
	m.divide()
	return nil
}

// Status says where the settings are kept, or what is wrong with them.
func (m *Model) Status() sanitize.Safe {
	switch {
	case m.scene.Settings.Disabled:
		return "CONTEXTFOLD switches folding off"
	case m.scene.SettingsErr != nil:
		return pane.Say("the settings file was passed over: %v", m.scene.SettingsErr)
	}
	if s, ok := m.current(); ok && len(s.Ignored) > 0 {
		return ignored(s.Ignored[len(s.Ignored)-1])
	}
	return sanitize.Line(m.scene.SettingsPath)
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	return append(m.table.View("the settings have not been read yet"), m.remarks()...)
}

// rows is the settings as a table.
type rows Model

func (r *rows) Len() int         { return len(r.list) }
func (r *rows) Key(i int) string { return r.list[i].Knob.Key }

func (r *rows) Cells(i int) []table.Cell {
	t, s := r.scene.Theme, r.list[i]
	from, about := pane.Say("%s", s.Source), pane.Say("%s", s.Knob.About)
	if n := len(s.Ignored); n > 0 {
		from, about = "! ignored", ignored(s.Ignored[n-1])
	}
	return []table.Cell{
		{Text: name(s), Style: t.Text},
		{Text: pane.Say("%s", s.Text()), Style: t.Accent},
		{Text: from, Style: sourceStyle(t, s)},
		{Text: about, Style: aboutStyle(t, s)},
	}
}

// name is a setting's key, of one for a provider the part that differs.
func name(s settings.Setting) sanitize.Safe {
	if provider, ok := strings.CutPrefix(s.Knob.Key, settings.ProviderIdle+"."); ok {
		return pane.Say("idle: %s", provider)
	}
	return pane.Say("%s", s.Knob.Key)
}

// aboutStyle is how a setting's words are drawn: as a warning where they say what
// is ignored.
func aboutStyle(t *theme.Theme, s settings.Setting) lipgloss.Style {
	if len(s.Ignored) > 0 {
		return t.Warning
	}
	return t.Dim
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
