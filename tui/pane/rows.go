package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/list"
)

// MoveList lets a key that moves act on a list and reports whether it was one.
func MoveList(l *list.List, msg tea.KeyMsg) bool {
	switch {
	case key.Matches(msg, Move.Up):
		l.Move(-1)
	case key.Matches(msg, Move.Down):
		l.Move(1)
	case key.Matches(msg, Move.PageUp):
		l.Page(-1)
	case key.Matches(msg, Move.PageDown):
		l.Page(1)
	case key.Matches(msg, Move.HalfUp):
		l.Page(-0.5)
	case key.Matches(msg, Move.HalfDown):
		l.Page(0.5)
	case key.Matches(msg, Move.Top):
		l.Top()
	case key.Matches(msg, Move.Bottom):
		l.Bottom()
	default:
		return false
	}
	return true
}

// WheelRows is how many rows one notch of the wheel moves.
const WheelRows = 3

// MouseList lets the mouse act on a list whose first line is line 0 of the
// event, and reports whether a row was clicked.
func MouseList(l *list.List, msg tea.MouseMsg) (clicked bool) {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		l.Scroll(-WheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		l.Scroll(WheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i, ok := l.At(msg.Y); ok {
			l.To(i)
			return true
		}
	}
	return false
}
