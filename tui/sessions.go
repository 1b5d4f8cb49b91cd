package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/picker"
)

// pick opens the list of sessions and has them listed.
func (m *Model) pick() tea.Cmd {
	list := m.options.Sessions
	if list == nil {
		return pane.Notice(pane.Info, "there are no other sessions to pick from here")
	}
	m.picking = true
	m.picker.Clear()
	return tea.Batch(m.resize(), func() tea.Msg {
		found, err := list()
		return listedMsg{found, err}
	})
}

func (m *Model) listed(msg listedMsg) tea.Cmd {
	m.picker.Sessions(msg.sessions)
	if msg.err != nil {
		return pane.Notice(pane.Warning, pane.Say("not all sessions could be listed: %v", msg.err))
	}
	return nil
}

func (m *Model) inPicker(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.String() == "ctrl+c":
		return tea.Quit
	case key.Matches(msg, pane.Out, sessionsKey), msg.String() == "q":
		m.picking = false
		return m.resize()
	}
	return m.picker.Update(msg)
}

func (m *Model) picked(msg picker.PickedMsg) tea.Cmd {
	m.picking = false
	return tea.Batch(m.resize(), m.switchTo(msg.Path))
}

// back goes to a newer session that is offered, else to the one that was followed
// before: so it leads to and fro between two.
func (m *Model) back() tea.Cmd {
	switch {
	case m.update.Other != nil:
		return m.switchTo(m.update.Other.Path)
	case m.update.Previous != "":
		return m.switchTo(m.update.Previous)
	}
	return pane.Notice(pane.Info, "there is no other session of this directory to go to: S lists all")
}

// switchTo has another session shown.
func (m *Model) switchTo(path string) tea.Cmd {
	if m.options.Feed == nil || path == m.scene.Path {
		return nil
	}
	source := m.options.Feed
	return func() tea.Msg {
		source.Switch(path)
		return nil
	}
}
