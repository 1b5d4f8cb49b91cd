package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/knobs"
	"cfold/watch/route"
)

// settingsActions are the commands of the form of settings, none where nothing can
// be written.
func (m *Model) settingsActions() knobs.Actions {
	desk := m.options.Desk
	if desk == nil {
		return knobs.Actions{}
	}
	return knobs.Actions{
		Save: func(c route.Change) tea.Cmd {
			return func() tea.Msg {
				saved, err := desk.Save(c)
				return knobs.SavedMsg{Saved: saved, Err: err}
			}
		},
		Undo: func(s route.Saved) tea.Cmd {
			return func() tea.Msg {
				var err error
				s.Seen, err = desk.Undo(s)
				return knobs.UndoneMsg{Saved: s, Err: err}
			}
		},
	}
}
