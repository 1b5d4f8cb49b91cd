package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/clip"
	"cfold/tui/cost"
	"cfold/tui/dialog"
	"cfold/tui/handoff"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/route"
)

// handOff opens the place where the session is handed over.
func (m *Model) handOff() tea.Cmd {
	if _, _, refused := m.desk(); refused != nil {
		return refused
	}
	place := handoff.New(m.scene, m.goal, handoff.Actions{Preview: m.previewSeed, Write: m.writeSeed})
	return tea.Batch(m.cover(place), place.Start())
}

// previewSeed renders the seed for a goal.
func (m *Model) previewSeed(goal string) tea.Cmd {
	m.goal = goal
	desk, session, refused := m.desk()
	if refused != nil {
		return refused
	}
	log := m.update.Index
	return func() tea.Msg {
		h := desk.Seed(session, log, goal)
		return handoff.PreviewMsg{Goal: goal, Markdown: h.Markdown(), Records: len(h.Records)}
	}
}

// handedMsg is a seed that has been written for a session; linked says that a Pi
// could go on from it.
type handedMsg struct {
	goal, path string
	session    route.Session
	linked     bool
}

// writeSeed writes the seed for a goal and copies its path.
func (m *Model) writeSeed(goal string) tea.Cmd {
	desk, session, refused := m.desk()
	if refused != nil {
		return refused
	}
	log, to := m.update.Index, m.ports.clipboard()
	return func() tea.Msg {
		written, err := desk.Handoff(session, desk.Seed(session, log, goal))
		if err != nil {
			return failed("nothing written", err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), copyFor)
		defer cancel()
		said := pane.Say("seed written")
		if sent, err := clip.Copy(ctx, written.Path, to); err != nil {
			said += pane.Say(", path not copied (%v)", err)
		} else {
			said += pane.Say(", path %s", sent)
		}
		said += pane.Say(": %s", written.Path)
		if written.Kept != "" {
			said += pane.Say("; the earlier one is now %s", written.Kept)
		}
		return tea.BatchMsg{
			pane.Notice(pane.Info, said),
			func() tea.Msg { return handedMsg{goal, written.Path, session, desk.Linked(session)} },
		}
	}
}

// handed forgets a goal that has been written, and asks whether a linked Pi is to go
// on from the seed.
func (m *Model) handed(msg handedMsg) tea.Cmd {
	if m.goal == msg.goal {
		m.goal = ""
	}
	if !msg.linked {
		return nil
	}
	facts := []cost.Fact{
		{Label: "seed", Value: msg.path},
		{Label: "yes", Value: "the linked Pi leaves this session and opens a fresh one, idle, with the seed as its first message"},
		{Label: "no", Value: "leaves the seed where it is"},
	}
	return m.cover(dialog.New(m.scene, dialog.Question{
		Title: "Start the new session in Pi?", Yes: "start it",
		Draw: dialog.Only(facts),
		Void: func(scene *pane.Scene) sanitize.Safe {
			if !scene.Linked {
				return "the link to Pi has ended"
			}
			return ""
		},
		Do: startSeed(m.options.Desk, msg),
	}))
}

func startSeed(desk *route.Desk, msg handedMsg) tea.Cmd {
	return func() tea.Msg {
		seen, err := desk.Start(msg.session, msg.path)
		if err != nil {
			return failed("not started", err)
		}
		return pane.NoticedMsg{Level: pane.Info, Text: pane.Say("%s", seen)}
	}
}
