package detail

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Mode is what of a block is shown.
type Mode uint8

// The modes.
const (
	Original Mode = iota
	Sent          // exactly what the model sees
	Both          // side by side, one above the other where there is no room
)

// Model is the pane.
type Model struct {
	scene         *pane.Scene
	readFile      func(path string) (string, error)
	width, height int
	mode          Mode
	// preview takes what the next fold would write for what the model sees.
	preview bool

	shown   *loaded
	reading *wish   // the one being read
	wanted  *wish   // waits for it
	whole   *whole  // shown in place of the original; nil for the original
	picked  *picked // of the text, shown alone; nil for all of it
	numbers bool    // show the numbers of the lines

	// head is the lines above the text, hidden how many of them are scrolled out,
	// pos where in the text the rows in sight begin.
	head   []string
	hidden int
	pos    sanitize.Pos

	// term is highlighted, listTerm what was last searched in the list beside it.
	term     sanitize.Safe
	listTerm string
	at       int  // the line found last, -1 for none
	errors   bool // show the first error line of the next block
	typing   *prompt.Line
	picking  bool // what is typed picks lines
	runs     int
}

// New makes the pane.
//
// readFile reads the file that holds a tool's whole output; nil where none may be
// read.
func New(scene *pane.Scene, readFile func(path string) (string, error)) *Model {
	return &Model{scene: scene, readFile: readFile}
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.redraw()
	return nil
}

// SetScene takes in another scene. What is shown stays until Show brings the
// block as it is in the new one, but never into another generation.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	if scene.Generation != m.scene.Generation {
		m.shown, m.wanted = nil, nil
	}
	m.scene = scene
	m.redraw()
	return nil
}

// FirstError scrolls to the first error line of the block shown, or of the one
// being read.
func (m *Model) FirstError() tea.Cmd {
	if m.reading != nil {
		m.errors = true
		return nil
	}
	return m.findError(0, 1, false)
}

// Show shows block i of the scene's snapshot. term is highlighted in it. preview
// shows what the next fold would make of it.
func (m *Model) Show(i int, term string, preview bool) tea.Cmd {
	if m.preview != preview {
		m.preview = preview
		m.redraw()
	}
	again := m.highlight(term)
	w := wish{m.scene, i}
	switch {
	case m.reading == nil && m.shown != nil && m.shown.wish.same(w):
		if again {
			return m.find(0, 1, false)
		}
		return nil
	case m.reading == nil:
		m.reading = &w
		return m.load(w)
	case m.reading.same(w):
		m.wanted = nil
	default:
		m.wanted = &w
	}
	return nil
}

// highlight takes over the term searched in the list, and reports whether it is
// another one than before.
func (m *Model) highlight(term string) bool {
	if term == m.listTerm {
		return false
	}
	m.listTerm, m.term = term, sanitize.Line(term)
	return true
}

// None shows no block.
func (m *Model) None() {
	m.shown, m.wanted = nil, nil
	m.redraw()
}

// same reports whether two wishes are for the same state of the same block.
func (w wish) same(v wish) bool {
	return w.block == v.block && w.scene.Snapshot == v.scene.Snapshot
}

// Block is the position of the block shown.
func (m *Model) Block() (i int, ok bool) {
	if m.shown == nil || m.shown.wish.scene.Snapshot != m.scene.Snapshot {
		return 0, false
	}
	return m.shown.wish.block, true
}

func (m *Model) take(msg loadedMsg) tea.Cmd {
	m.reading, m.wanted = m.wanted, nil
	if m.reading != nil {
		return m.load(*m.reading)
	}
	if msg.block.wish.scene.Generation != m.scene.Generation {
		return nil
	}
	again := m.shown != nil && m.shown.id() == msg.block.id()
	m.shown = &msg.block
	errors := m.errors
	m.errors = false
	if again {
		m.redraw()
	} else {
		m.whole = nil
		m.rewind()
	}
	switch {
	case errors:
		return m.findError(0, 1, false)
	case again:
		return nil
	}
	return m.find(0, 1, false)
}

func (l *loaded) id() string { return l.wish.scene.Snapshot.Blocks[l.wish.block].ID }

// from is the line that a look for the next one goes on from.
func (m *Model) from() int {
	if m.at >= 0 {
		return m.at
	}
	return m.pos.Line - 1
}

// The bindings of the pane.
var (
	errorKey     = pane.Bind("e", "next error line", "e")
	errorBackKey = pane.Bind("E", "previous error line", "E")
	wholeKey     = pane.Bind("O", "the tool's whole output", "O")
	pickKey      = pane.Bind("&", "only lines with a term", "&")
	numbersKey   = pane.Bind("#", "line numbers", "#")
	viewKey      = pane.Bind("v", "original/sent/both", "v")
)

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding {
	return []key.Binding{pane.Out, viewKey, wholeKey, pane.Search, pane.Next, pane.Prev, pickKey, numbersKey, errorKey, errorBackKey, pane.UnfoldIt, pane.HoldIt, pane.CopyIt, pane.OpenIt, pane.SaveIt}
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding {
	return []key.Binding{pane.Out, viewKey, pane.Search, pane.UnfoldIt, pane.CopyIt, pane.OpenIt, pane.SaveIt}
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		if msg.model == m {
			return m.take(msg)
		}
	case foundMsg:
		return m.found(msg)
	case pickedMsg:
		return m.takePicked(msg)
	case wholeMsg:
		return m.takeWhole(msg)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		m.Move(pane.Wheel(msg))
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.typing != nil {
		return m.typed(msg)
	}
	switch {
	case pane.Move.Act(m, msg, m.height):
	case key.Matches(msg, viewKey):
		m.mode, m.whole = (m.mode+1)%(Both+1), nil
		m.rewind()
	case key.Matches(msg, pickKey):
		return m.askPick()
	case key.Matches(msg, numbersKey):
		m.numbers = !m.numbers
		m.redraw()
	case key.Matches(msg, wholeKey):
		return m.toggleWhole()
	case key.Matches(msg, pane.Search):
		m.typing = prompt.New("/", string(m.term))
	case key.Matches(msg, pane.Next):
		return m.find(m.from(), 1, true)
	case key.Matches(msg, pane.Prev):
		return m.find(m.from(), -1, true)
	case key.Matches(msg, errorKey):
		return m.findError(m.from(), 1, true)
	case key.Matches(msg, errorBackKey):
		return m.findError(m.from(), -1, true)
	}
	if verb, ok := pane.VerbOf(msg); ok {
		return m.act(verb)
	}
	return nil
}

func (m *Model) act(verb pane.Verb) tea.Cmd {
	if i, ok := m.Block(); ok {
		return pane.Act(verb, i)
	}
	return pane.Notice(pane.Info, "no block is shown")
}
