package tui

import (
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/layout"
	"cfold/tui/pane"
)

// The bindings that mean the same everywhere.
var (
	quitKey     = pane.Bind("q", "quit", "q", "ctrl+c")
	helpKey     = pane.Bind("?", "all keys of this place", "?")
	placeKey    = pane.Bind("1-8", "go to a place", "1", "2", "3", "4", "5", "6", "7", "8")
	nextKey     = pane.Bind("Tab", "next place", "tab")
	prevKey     = pane.Bind("⇧Tab", "previous place", "shift+tab")
	settingsKey = pane.Bind("s", "settings", "s")
	sessionsKey = pane.Bind("S", "pick another session", "S")
	handoffKey  = pane.Bind("H", "hand off to a fresh session", "H")
	repairKey   = pane.Bind("R", "mend what an interrupted writer left", "R")
	backKey     = pane.Bind("B", "to the newer session, or back", "B")
	alertKey    = pane.Bind("A", "alerts on or off", "A")
	leftKey     = pane.Bind("<", "divider to the left", "<")
	rightKey    = pane.Bind(">", "divider to the right", ">")
	stepKey     = pane.Bind("J", "next block", "J")
	stepBackKey = pane.Bind("K", "previous block", "K")
	suspendKey  = pane.Bind("^z", "suspend", "ctrl+z")
)

// everywhere is the bindings of the root in the order help shows them.
func everywhere() []key.Binding {
	return []key.Binding{helpKey, quitKey, pane.Out, placeKey, nextKey, prevKey, settingsKey, handoffKey, sessionsKey, backKey, repairKey, alertKey, leftKey, rightKey, suspendKey}
}

// pressed takes a key. Keys that came in one read are one message: of several
// runes, or of one with Alt where Esc came just before it. No binding has Alt.
func (m *Model) pressed(msg tea.KeyMsg) tea.Cmd {
	if line, _ := m.prompted(); line == nil && msg.Alt && msg.Type == tea.KeyRunes {
		msg.Alt = false
		return tea.Batch(m.pressedOne(tea.KeyMsg{Type: tea.KeyEsc}), m.uncover(), m.pressed(msg))
	}
	if msg.Type != tea.KeyRunes || msg.Paste || len(msg.Runes) < 2 {
		return m.pressedOne(msg)
	}
	var cmds []tea.Cmd
	for _, r := range msg.Runes {
		cmds = append(cmds, m.pressedOne(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}), m.uncover())
	}
	return tea.Batch(cmds...)
}

func (m *Model) pressedOne(msg tea.KeyMsg) tea.Cmd {
	m.notices.Settle() // a notice answers the key before
	if m.writing != nil {
		return m.named(msg)
	}
	if line, _ := m.focused().Typing(); line != nil {
		return m.focused().Update(msg)
	}
	switch {
	case m.helping:
		return m.inHelp(msg)
	case m.top() != nil:
		return m.inOver(msg)
	case m.picking:
		return m.inPicker(msg)
	}
	if cmd, ok := m.global(msg); ok {
		return cmd
	}
	return m.local(msg)
}

// global takes the keys that mean the same everywhere.
func (m *Model) global(msg tea.KeyMsg) (cmd tea.Cmd, ok bool) {
	switch {
	case key.Matches(msg, quitKey):
		return tea.Quit, true
	case key.Matches(msg, helpKey):
		m.helping = true
		return m.resize(), true
	case key.Matches(msg, placeKey):
		n, _ := strconv.Atoi(msg.String())
		return m.goTo(n - 1), true
	case key.Matches(msg, nextKey):
		return m.goTo((m.at + 1) % len(m.places)), true
	case key.Matches(msg, prevKey):
		return m.goTo((m.at + len(m.places) - 1) % len(m.places)), true
	case key.Matches(msg, settingsKey):
		return m.goTo(settingsPlace), true
	case key.Matches(msg, handoffKey):
		return m.handOff(), true
	case key.Matches(msg, repairKey):
		return m.repair(), true
	case key.Matches(msg, sessionsKey):
		return m.pick(), true
	case key.Matches(msg, backKey):
		return m.back(), true
	case key.Matches(msg, alertKey):
		return m.toggleAlerts(), true
	case key.Matches(msg, leftKey):
		return m.nudge(-2), true
	case key.Matches(msg, rightKey):
		return m.nudge(2), true
	case key.Matches(msg, suspendKey):
		return tea.Suspend, true
	}
	return nil, false
}

// local takes the keys of the place one is in: in and out of its side, then
// those of the pane. A side that only scrolls leaves the other keys to the list.
func (m *Model) local(msg tea.KeyMsg) tea.Cmd {
	p := m.here()
	switch {
	case !m.inside && p.leadsIn(msg) && p.empty():
		return pane.Notice(pane.Info, "there is nothing here to open")
	case !m.inside && p.leadsIn(msg):
		m.inside, m.entered = true, ""
		return m.resize()
	case m.inside && key.Matches(msg, pane.Out):
		m.inside = false
		return m.resize()
	case m.inside && m.at == blocksPlace && key.Matches(msg, stepKey):
		return m.blocks.Step(1)
	case m.inside && m.at == blocksPlace && key.Matches(msg, stepBackKey):
		return m.blocks.Step(-1)
	case m.inside && p.side != side(m.detail) && !moves(msg):
		return m.throughSide(msg)
	}
	return m.focused().Update(msg)
}

// throughSide hands a key to the pane beside the side that has the focus; where it
// begins to type there, the focus goes along.
func (m *Model) throughSide(msg tea.KeyMsg) tea.Cmd {
	main := m.here().main
	cmd := main.Update(msg)
	if line, _ := main.Typing(); line != nil {
		m.inside = false
		return tea.Batch(cmd, m.resize())
	}
	return cmd
}

func moves(msg tea.KeyMsg) bool { return key.Matches(msg, pane.Move.List()...) }

// goTo shows a place.
func (m *Model) goTo(n int) tea.Cmd {
	if n < 0 || n >= len(m.places) {
		return nil
	}
	m.at, m.inside = n, false
	return m.resize()
}

// nudge moves the divider by cells.
func (m *Model) nudge(by int) tea.Cmd {
	if m.frame.Divider.Empty() {
		return pane.Notice(pane.Info, pane.Say("there is nothing to divide here: it takes %d columns and two panes", layout.WideFrom))
	}
	return m.drag(m.frame.Divider.X + by)
}

func (m *Model) inHelp(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.String() == "ctrl+c":
		return tea.Quit
	case key.Matches(msg, helpKey, pane.Out), msg.String() == "q":
		m.helping = false
		return m.resize()
	}
	return m.help.Update(msg)
}
