package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/blocks"
	"cfold/tui/detail"
	"cfold/tui/notices"
)

// The places, in the order of their number keys.
const (
	blocksPlace = iota
	noticesPlace
)

func (m *Model) makePlaces() {
	m.blocks = blocks.New(m.scene, m.options.Prefs.Blocks)
	m.detail = detail.New(m.scene)
	m.notices = notices.New(m.scene)
	m.places = []place{
		blocksPlace:  {name: "Blocks", main: m.blocks, side: m.detail, follow: m.followBlock},
		noticesPlace: {name: "Notices", main: m.notices},
	}
}

// followBlock shows the block under the cursor in the detail beside the list, or
// in its place once one goes in.
func (m *Model) followBlock() tea.Cmd {
	return m.detailOf(m.blocks.Term(), false)(m.blocks.Current())
}

func (m *Model) detailOf(term string, preview bool) func(i int, ok bool) tea.Cmd {
	return func(i int, ok bool) tea.Cmd {
		switch {
		case m.frame.Detail.Empty():
			return nil
		case !ok:
			m.detail.None()
			return nil
		}
		return m.detail.Show(i, term, preview)
	}
}
