package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// viewer is a pane as the root sees it.
type viewer interface {
	SetSize(width, height int) tea.Cmd
	SetScene(scene *pane.Scene) tea.Cmd
	Update(msg tea.Msg) tea.Cmd
	// View is exactly as many lines as the size set, each exactly as wide.
	View(focused bool) []string
	// Status says in a few words where one is.
	Status() sanitize.Safe
	// Typing is the prompt being typed into, nil without one, and a remark to it.
	Typing() (*prompt.Line, sanitize.Safe)
	// Keys is all bindings, Brief those worth a place at the foot of the screen.
	Keys() []key.Binding
	Brief() []key.Binding
}

// side is a pane beside another.
type side interface {
	viewer
	Title() sanitize.Safe
}

// takesEnter is a pane whose rows Enter acts on, though it has a side.
type takesEnter interface{ TakesEnter() bool }

// place is one of the panes that the number keys lead to.
type place struct {
	name string
	main viewer
	// side stands beside it; nil gives main the whole body.
	side side
	// follow makes the side show what main has its cursor on.
	follow func() tea.Cmd
}

// hollow is a side that may have nothing to show.
type hollow interface{ Empty() bool }

// empty reports whether the side has nothing to show.
func (p *place) empty() bool {
	h, ok := p.side.(hollow)
	return ok && h.Empty()
}

// leadsIn reports whether a key leads from the main pane into its side.
func (p *place) leadsIn(msg tea.KeyMsg) bool {
	if e, ok := p.main.(takesEnter); ok && e.TakesEnter() && msg.Type == tea.KeyEnter {
		return false
	}
	return p.side != nil && key.Matches(msg, pane.In)
}
