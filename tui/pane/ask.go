package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/sanitize"
)

// Level is how a notice is meant.
type Level uint8

// The levels.
const (
	Info Level = iota
	Warning
	Failure
)

// NoticedMsg is something to tell the person.
type NoticedMsg struct {
	Level Level
	Text  sanitize.Safe
}

// Notice tells the person something.
func Notice(level Level, text sanitize.Safe) tea.Cmd {
	return func() tea.Msg { return NoticedMsg{level, text} }
}

// Verb is something done with blocks.
type Verb uint8

// The verbs.
const (
	Copy   Verb = iota // to the clipboard
	Open               // in a pager or editor, sanitised
	Write              // to a new file, exact
	Unfold             // folded ones are whole again, for good
	Hold               // raw ones never fold
)

// VerbOf is what a key asks to be done with a block; ok is false for other keys.
func VerbOf(msg tea.KeyMsg) (verb Verb, ok bool) {
	switch {
	case key.Matches(msg, CopyIt):
		return Copy, true
	case key.Matches(msg, OpenIt):
		return Open, true
	case key.Matches(msg, SaveIt):
		return Write, true
	case key.Matches(msg, UnfoldIt):
		return Unfold, true
	case key.Matches(msg, HoldIt):
		return Hold, true
	}
	return 0, false
}

// ActionAskedMsg asks for a verb to be done with the blocks at these positions
// of the snapshot, in order.
type ActionAskedMsg struct {
	Verb   Verb
	Blocks []int
	// Hidden is how many of them are marked but not listed.
	Hidden int
}

// Act asks for a verb.
func Act(verb Verb, blocks ...int) tea.Cmd {
	return func() tea.Msg { return ActionAskedMsg{Verb: verb, Blocks: blocks} }
}

// BlocksChosenMsg asks to show only the blocks with these ids, named by a title;
// Term, where given, is searched for in them.
type BlocksChosenMsg struct {
	Title sanitize.Safe
	IDs   []string
	Term  string
}

// Choose asks to show some blocks.
func Choose(m BlocksChosenMsg) tea.Cmd { return func() tea.Msg { return m } }

// OriginalsAskedMsg asks for the originals of blocks, in the context or not: of
// those with these ids, or of those that a layer folded where Layer is not 0. Term,
// where given, is searched for in them.
type OriginalsAskedMsg struct {
	Title sanitize.Safe
	IDs   []string
	Layer int
	Term  string
}

// Originals asks for originals.
func Originals(m OriginalsAskedMsg) tea.Cmd { return func() tea.Msg { return m } }

// TextAskedMsg asks for Copy, Open or Write to be done with a text that has been
// read. Name is what to call a file of it, without an extension.
type TextAskedMsg struct {
	Verb       Verb
	Text, Name string
}

// ActOnText asks for something to be done with a text.
func ActOnText(m TextAskedMsg) tea.Cmd { return func() tea.Msg { return m } }
