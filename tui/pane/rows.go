package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/list"
)

// MoveList lets a key that moves act on a list and reports whether it was one.
func MoveList(l *list.List, msg tea.KeyMsg) bool { return Move.Act(l, msg, l.Room()) }

// wheelRows is how many rows one notch of the wheel moves.
const wheelRows = 3

// Wheel is by how many rows the wheel moves, down when positive; 0 for what else
// a mouse does.
func Wheel(msg tea.MouseMsg) int {
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		return -wheelRows
	case tea.MouseButtonWheelDown:
		return wheelRows
	}
	return 0
}

// MouseList lets the mouse act on a list whose first line is line 0 of the event.
func MouseList(l *list.List, msg tea.MouseMsg) {
	if by := Wheel(msg); by != 0 {
		l.Scroll(by)
		return
	}
	if msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress {
		if i, ok := l.At(msg.Y); ok {
			l.To(i)
		}
	}
}
