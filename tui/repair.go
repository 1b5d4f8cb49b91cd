package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/cost"
	"cfold/tui/dialog"
	"cfold/tui/format"
	"cfold/tui/hold"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/feed"
	"cfold/watch/route"
)

// brokenMsg says that the session of a generation ends with a record that a killed
// writer left in the wrong place.
type brokenMsg struct{ generation int }

// lookForBroken looks once in each generation whether there is something to mend.
func (m *Model) lookForBroken() tea.Cmd {
	desk, session, refused := m.desk()
	if refused != nil || m.update.Phase != feed.Following || m.looked == m.update.Generation {
		return nil
	}
	generation := m.update.Generation
	m.looked, m.broken = generation, false
	return func() tea.Msg {
		if desk.Broken(session) {
			return brokenMsg{generation}
		}
		return nil
	}
}

func (m *Model) foundBroken(msg brokenMsg) tea.Cmd {
	if msg.generation != m.update.Generation {
		return nil
	}
	m.broken = true
	return pane.Notice(pane.Warning, "an interrupted writer left a record in the wrong place; Pi may lose an entry by it: R mends it")
}

// repair asks whether what an interrupted writer left is to be mended.
func (m *Model) repair() tea.Cmd { return m.visit(hold.Choice{}) }

func (m *Model) askRepair(v *route.Visit, facts []cost.Fact) tea.Cmd {
	if !v.Broken() {
		m.broken = false
		return pane.Notice(pane.Info, "nothing to mend: the session's last record stands where it should")
	}
	facts = append([]cost.Fact{
		{Label: "found", Value: "the last entry is a fold record that does not follow the entry before it: its writer was interrupted"},
		{Label: "matters", Value: "the next Pi to open this session would leave that entry out of the conversation"},
		{Label: "mending", Value: "appends the record once more, in the right place; nothing is rewritten"},
	}, facts...)
	generation := m.update.Generation
	return m.cover(dialog.New(m.scene, dialog.Question{
		Title: "Mend the session?", Yes: "mend it",
		Draw: dialog.Only(facts),
		Void: func(scene *pane.Scene) sanitize.Safe {
			if scene.Generation != generation {
				return hold.Another
			}
			return ""
		},
		Do: func() tea.Msg {
			done, err := v.Repair()
			if err == nil {
				return mendedMsg{done}
			}
			return written("", done, err)
		},
	}))
}

// mendedMsg is a session that has been mended.
type mendedMsg struct{ done route.Done }

func (m *Model) mended(msg mendedMsg) tea.Cmd {
	m.broken = false
	return pane.Notice(pane.Info, pane.Say("%s mended; %s", format.Count(msg.done.Mended, "record"), msg.done.Seen))
}
