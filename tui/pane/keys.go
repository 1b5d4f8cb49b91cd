package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Section is the bindings of one place under a title, for help.
type Section struct {
	Title string
	Keys  []key.Binding
}

// Bind makes a binding whose help names its first keys.
func Bind(label, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, does))
}

// Moving is the keys that move through rows, alike in every pane.
type Moving struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, Top, Bottom key.Binding
}

// Move is the keys that move.
var Move = Moving{
	Up:       Bind("↑/k", "up", "up", "k"),
	Down:     Bind("↓/j", "down", "down", "j"),
	PageUp:   Bind("PgUp/^b", "page up", "pgup", "ctrl+b"),
	PageDown: Bind("PgDn/^f", "page down", "pgdown", "ctrl+f"),
	HalfUp:   Bind("^u", "half a page up", "ctrl+u"),
	HalfDown: Bind("^d", "half a page down", "ctrl+d"),
	Top:      Bind("g", "first", "g", "home"),
	Bottom:   Bind("G", "newest, and follow", "G", "end"),
}

// List is the bindings in the order help shows them.
func (m Moving) List() []key.Binding {
	return []key.Binding{m.Up, m.Down, m.PageUp, m.PageDown, m.HalfUp, m.HalfDown, m.Top, m.Bottom}
}

// Mover is what the keys that move act on: the cursor of a list, a text that
// scrolls.
type Mover interface {
	Move(by int) // by lines, down when positive
	Top()
	Bottom()
}

// Act lets a key that moves act on what has so many lines in sight, and reports
// whether it was one. A page leaves one of those lines in sight.
func (m Moving) Act(on Mover, msg tea.KeyMsg, sight int) bool {
	page := max(sight-1, 1)
	half := max(page/2, 1)
	switch {
	case key.Matches(msg, m.Up):
		on.Move(-1)
	case key.Matches(msg, m.Down):
		on.Move(1)
	case key.Matches(msg, m.PageUp):
		on.Move(-page)
	case key.Matches(msg, m.PageDown):
		on.Move(page)
	case key.Matches(msg, m.HalfUp):
		on.Move(-half)
	case key.Matches(msg, m.HalfDown):
		on.Move(half)
	case key.Matches(msg, m.Top):
		on.Top()
	case key.Matches(msg, m.Bottom):
		on.Bottom()
	default:
		return false
	}
	return true
}

// In goes into what is under the cursor, Out back.
var (
	In     = Bind("Enter/l", "open", "enter", "l", "right")
	Out    = Bind("Esc/h", "back", "esc", "h", "left")
	Search = Bind("/", "search", "/")
	Next   = Bind("n", "next match", "n")
	Prev   = Bind("N", "previous match", "N")
	CopyIt = Bind("y", "copy", "y")
	OpenIt = Bind("o", "open in pager", "o")
	SaveIt = Bind("w", "write to file", "w")
	// UnfoldIt and HoldIt ask first.
	UnfoldIt = Bind("u", "unfold", "u")
	HoldIt   = Bind("p", "hold", "p")
	// ItsBlocks leads to the blocks of what the cursor is on, ItsOriginals to their
	// originals: from the side too, where Enter would lead no further in.
	ItsBlocks    = Bind("b", "its blocks", "b")
	ItsOriginals = Bind("o", "its originals", "o", "enter")
)
