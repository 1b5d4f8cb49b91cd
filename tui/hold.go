package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/cost"
	"cfold/tui/hold"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/route"
)

// noDesk is said where nothing can be written.
const noDesk = "nothing can be written from here"

// desk is where decisions on the session shown take their way; the command says
// why there is none.
func (m *Model) desk() (*route.Desk, route.Session, tea.Cmd) {
	session, ok := route.SessionOf(&m.update)
	switch {
	case m.options.Desk == nil:
		return nil, session, pane.Notice(pane.Info, noDesk)
	case !ok:
		return nil, session, pane.Notice(pane.Info, "no session has been read yet")
	}
	return m.options.Desk, session, nil
}

// visitedMsg is a session that has been looked at before asking.
type visitedMsg struct {
	choice hold.Choice // nothing to hold where only a repair is asked for
	visit  *route.Visit
	err    error
}

// askHold asks whether blocks are to be held, once the session has been looked at.
func (m *Model) askHold(raw bool, msg pane.ActionAskedMsg) tea.Cmd {
	c := hold.Choose(m.scene, raw, msg.Blocks)
	c.Hidden = msg.Hidden
	if len(c.IDs) == 0 {
		said := sanitize.Safe("")
		for i, left := range c.Left {
			if i > 0 {
				said += "; "
			}
			said += left
		}
		return pane.Notice(pane.Info, said)
	}
	return m.visit(c)
}

func (m *Model) visit(c hold.Choice) tea.Cmd {
	desk, session, refused := m.desk()
	if refused != nil {
		return refused
	}
	return func() tea.Msg {
		v, err := desk.Visit(session)
		return visitedMsg{c, v, err}
	}
}

func (m *Model) visited(msg visitedMsg) tea.Cmd {
	if msg.err != nil {
		return pane.Notice(pane.Failure, pane.Say("nothing written: %v", msg.err))
	}
	facts := []cost.Fact{{Label: "Pi", Value: msg.visit.Seen()}}
	if len(msg.choice.IDs) == 0 {
		return m.askRepair(msg.visit, facts)
	}
	if msg.visit.Mends() {
		facts = append(facts, cost.Fact{Label: "mends", Value: "first the record that an interrupted writer left in the wrong place"})
	}
	return m.cover(hold.Ask(m.scene, msg.choice, facts, holdBlocks(msg.visit, msg.choice)))
}

func holdBlocks(v *route.Visit, c hold.Choice) tea.Cmd {
	return func() tea.Msg {
		done, err := v.Hold(c.IDs...)
		return written(pane.Say("%d %s", len(c.IDs), c.Done()), done, err)
	}
}

// written says what came of writing to the session.
func written(what sanitize.Safe, done route.Done, err error) tea.Msg {
	switch {
	case err != nil && route.Wrote(err):
		return pane.NoticedMsg{Level: pane.Failure, Text: pane.Say("%v", err)}
	case err != nil:
		return failed("nothing written", err)
	}
	return pane.NoticedMsg{Level: pane.Info, Text: what + pane.Say("; %s", done.Seen)}
}
