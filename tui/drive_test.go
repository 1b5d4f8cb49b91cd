package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// run gives a model a message and everything that follows from it.
func run(m *Model, msg tea.Msg) { settle(m, func() tea.Msg { return msg }) }

func (m *Model) sized(width, height int) {
	run(m, tea.WindowSizeMsg{Width: width, Height: height})
}

// namedKeys are keys that have no rune; all others are the runes they are written with.
var namedKeys = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"ctrl+u": tea.KeyCtrlU, "ctrl+d": tea.KeyCtrlD, "ctrl+b": tea.KeyCtrlB, "ctrl+f": tea.KeyCtrlF,
	"ctrl+c": tea.KeyCtrlC, "ctrl+z": tea.KeyCtrlZ, "space": tea.KeySpace, "backspace": tea.KeyBackspace,
}

func keyMsg(k string) tea.KeyMsg {
	if t, ok := namedKeys[k]; ok {
		if t == tea.KeySpace {
			return tea.KeyMsg{Type: t, Runes: []rune{' '}}
		}
		return tea.KeyMsg{Type: t}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

// press presses keys, separated by spaces.
func (m *Model) press(keys string) {
	for _, k := range strings.Fields(keys) {
		run(m, keyMsg(k))
	}
}

// typed types a text.
func (m *Model) typing(text string) {
	for _, r := range text {
		k := string(r)
		if r == ' ' {
			k = "space"
		}
		run(m, keyMsg(k))
	}
}

func (m *Model) mouse(x, y int, button tea.MouseButton, action tea.MouseAction) {
	run(m, tea.MouseMsg{X: x, Y: y, Button: button, Action: action})
}
