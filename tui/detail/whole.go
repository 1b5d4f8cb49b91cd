package detail

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// whole is the file that holds a tool's whole output.
type whole struct {
	path string
	doc  *sanitize.Doc
}

// wholeMsg is such a file that has been read, or why not.
type wholeMsg struct {
	model *Model
	path  string
	doc   *sanitize.Doc
	err   error
}

// toggleWhole shows the tool's whole output in place of the original, or the
// original again.
func (m *Model) toggleWhole() tea.Cmd {
	i, ok := m.Block()
	if !ok {
		return pane.Notice(pane.Info, "no block is shown")
	}
	path := m.scene.Snapshot.Blocks[i].FullOutputPath
	switch {
	case m.whole != nil:
		m.whole = nil
		m.rewind()
		return nil
	case path == "":
		return pane.Notice(pane.Info, "the session names no file with more output of this block")
	case m.readFile == nil:
		return pane.Notice(pane.Info, "other files are not read here")
	}
	read := m.readFile
	return func() tea.Msg {
		body, err := read(path)
		if err != nil {
			return wholeMsg{model: m, path: path, err: err}
		}
		return wholeMsg{model: m, path: path, doc: sanitize.NewDoc(body)}
	}
}

func (m *Model) takeWhole(msg wholeMsg) tea.Cmd {
	i, ok := m.Block()
	if msg.model != m || !ok || m.scene.Snapshot.Blocks[i].FullOutputPath != msg.path {
		return nil
	}
	if msg.err != nil {
		return pane.Notice(pane.Warning, pane.Say("the whole output cannot be read: %v", msg.err))
	}
	m.whole = &whole{msg.path, msg.doc}
	m.rewind()
	return nil
}

// rewind goes back to the top and draws what stands there.
func (m *Model) rewind() {
	m.hidden, m.pos, m.at, m.picked = 0, sanitize.Pos{}, -1, nil
	m.redraw()
}
