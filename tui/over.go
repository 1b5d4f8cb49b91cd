package tui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/dialog"
)

// over is what lies over the places until it is closed: a question, handing off.
type over interface {
	side
	// Closed reports whether it is done with.
	Closed() bool
	// Captures reports whether every key is text.
	Captures() bool
}

// top is what lies on top, nil where the places are bare.
func (m *Model) top() over {
	if len(m.overs) == 0 {
		return nil
	}
	return m.overs[len(m.overs)-1]
}

// covered reports whether the places are out of sight.
func (m *Model) covered() bool { return m.helping || m.picking || m.top() != nil }

// cover lays something over the places.
func (m *Model) cover(o over) tea.Cmd {
	m.overs = append(m.overs, o)
	m.dragging = false
	return m.resize()
}

// uncover takes away what is closed.
func (m *Model) uncover() tea.Cmd {
	if !slices.ContainsFunc(m.overs, over.Closed) {
		return nil
	}
	m.overs = slices.DeleteFunc(m.overs, over.Closed)
	return m.resize()
}

// inOver takes a key while something lies over the places.
func (m *Model) inOver(msg tea.KeyMsg) tea.Cmd {
	o := m.top()
	switch {
	case msg.String() == "ctrl+c":
		return tea.Quit
	case key.Matches(msg, suspendKey):
		return tea.Suspend
	case !o.Captures() && key.Matches(msg, helpKey):
		m.helping = true
		return m.resize()
	}
	return o.Update(msg)
}

// asked puts a pane's question.
func (m *Model) asked(msg dialog.AskedMsg) tea.Cmd {
	return m.cover(dialog.New(m.scene, msg.Question))
}
