package knobs

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
)

// The bindings of the pane.
var (
	editKey     = pane.Bind("Enter/e", "change", "enter", "e")
	unsetKey    = pane.Bind("x", "take out of the file", "x", "delete")
	providerKey = pane.Bind("a", "idle interval of a provider", "a")
	undoKey     = pane.Bind("u", "undo the last change", "u")
	factsKey    = pane.Bind("→/l", "all about it", "right", "l")
)

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{editKey, unsetKey, providerKey, undoKey, factsKey}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return []key.Binding{editKey, unsetKey, undoKey, factsKey} }

// TakesEnter says that Enter changes the setting and does not lead to its side.
func (m *Model) TakesEnter() bool { return true }

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		m.table.Update(msg)
	case SavedMsg:
		return m.saved(msg)
	case UndoneMsg:
		return m.undone(msg)
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.editing != nil {
		return m.typed(msg)
	}
	if m.table.Update(msg) {
		return nil
	}
	switch {
	case key.Matches(msg, editKey):
		return m.edit()
	case key.Matches(msg, unsetKey):
		return m.unset()
	case key.Matches(msg, providerKey):
		return m.name()
	case key.Matches(msg, undoKey):
		return m.undo()
	}
	return nil
}
