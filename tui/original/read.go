package original

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/engine/recall"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// item is a block that was asked for.
type item struct {
	id, code string
	block    block.Block
	found    bool // the file holds it
}

// listedMsg is the blocks asked for, looked up.
type listedMsg struct {
	model *Model
	items []item
	err   error
}

// list looks up the blocks asked for.
func (m *Model) list(ctx context.Context) tea.Cmd {
	asked, state, originals := m.asked, m.scene.State, m.originals
	return func() tea.Msg {
		ids := asked.IDs
		if asked.Layer != 0 {
			ids = state.LayerIDs(asked.Layer)
		}
		items, err := lookUp(ctx, originals, state, ids)
		return listedMsg{m, items, err}
	}
}

func lookUp(ctx context.Context, originals *live.Originals, state *live.State, ids []string) ([]item, error) {
	var items []item
	for _, id := range ids {
		b, found, err := originals.Block(ctx, id)
		if err != nil {
			return nil, err
		}
		items = append(items, item{id, state.CodeOf(id), b, found})
	}
	return items, nil
}

// readMsg is the original of a block, or why it is not served.
type readMsg struct {
	model  *Model
	item   item
	answer recall.Answer
	doc    *sanitize.Doc
	err    error
}

// read reads the original of a block.
func (m *Model) read(ctx context.Context, of item) tea.Cmd {
	originals := m.originals
	return func() tea.Msg {
		a, err := originals.Text(ctx, of.id)
		if err != nil {
			return readMsg{model: m, item: of, err: err}
		}
		return readMsg{m, of, a, sanitize.NewDoc(a.Text), nil}
	}
}

// unserved says why a block is not served.
func unserved(of item, err error) tea.Cmd {
	var known *recall.Error
	if errors.As(err, &known) {
		err = known.Err
	}
	return pane.Notice(pane.Warning, pane.Say("#%s cannot be served: %v", of.code, err))
}
