package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/blocks"
	"cfold/tui/cachepane"
	"cfold/tui/detail"
	"cfold/tui/events"
	"cfold/tui/index"
	"cfold/tui/knobs"
	"cfold/tui/ladderview"
	"cfold/tui/layers"
	"cfold/tui/notices"
	"cfold/tui/page"
	"cfold/tui/sanitize"
)

// The places, in the order of their number keys.
const (
	blocksPlace = iota
	layersPlace
	ladderPlace
	cachePlace
	indexPlace
	eventsPlace
	settingsPlace
	noticesPlace
)

func (m *Model) makePlaces() {
	m.blocks = blocks.New(m.scene, m.options.Prefs.Blocks)
	m.detail = detail.New(m.scene, m.options.ReadFile)
	m.notices = notices.New(m.scene)
	ladder := ladderview.New(m.scene)
	layer, value := layers.New(m.scene), index.New(m.scene)
	event, knob := events.New(m.scene), knobs.New(m.scene, m.settingsActions())
	m.places = []place{
		blocksPlace:   {name: "Blocks", main: m.blocks, side: m.detail, follow: m.followBlock},
		layersPlace:   m.withFacts("Layers", layer, "Layer", layer.Facts),
		ladderPlace:   {name: "Ladder", main: ladder, side: m.detail, follow: func() tea.Cmd { return m.detailOf(m.bound(ladder), "", true) }},
		cachePlace:    {name: "Cache", main: cachepane.New(m.scene)},
		indexPlace:    m.withFacts("Index", value, "Value", value.Facts),
		eventsPlace:   m.withFacts("Events", event, "Event", event.Facts),
		settingsPlace: m.withFacts("Settings", knob, "Setting", knob.Facts),
		noticesPlace:  {name: "Notes", main: m.notices},
	}
}

// withFacts is a place whose side says more of what the cursor is on.
func (m *Model) withFacts(name string, main viewer, title sanitize.Safe, facts page.Draw) place {
	side := page.New(m.scene, title, facts)
	return place{name: name, main: main, side: side, follow: func() tea.Cmd {
		side.Refresh()
		return nil
	}}
}

// followBlock shows the block under the list's cursor, and where a look for an
// error line led there, that line.
func (m *Model) followBlock() tea.Cmd {
	cmd := m.detailOf(m.blocks.Current, m.blocks.Term(), false)
	if !m.frame.Detail.Empty() && m.blocks.Sought() {
		return tea.Batch(cmd, m.detail.FirstError())
	}
	return cmd
}

// bound is the block that the detail shows while the person is in it, also where
// it has left the list beside it; else the one that the list's cursor is on.
func (m *Model) bound(ladder *ladderview.Model) func() (int, bool) {
	return func() (int, bool) {
		if s := m.scene.Snapshot; m.inside && m.entered != "" && s != nil {
			for i := range s.Blocks {
				if s.Blocks[i].ID == m.entered {
					return i, true
				}
			}
		}
		i, ok := ladder.Current()
		m.entered = ""
		if ok && m.inside {
			m.entered = m.scene.Snapshot.Blocks[i].ID
		}
		return i, ok
	}
}

// detailOf shows in the detail the block a cursor is on, once the detail is in
// sight.
func (m *Model) detailOf(current func() (int, bool), term string, preview bool) tea.Cmd {
	if m.frame.Detail.Empty() {
		return nil
	}
	i, ok := current()
	if !ok {
		m.detail.None()
		return nil
	}
	return m.detail.Show(i, term, preview)
}
