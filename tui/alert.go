package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/alert"
	"cfold/tui/clip"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// lookForAlerts tells of what has newly come about, where that is wished for.
func (m *Model) lookForAlerts() tea.Cmd {
	said := m.alerts.Look(m.scene)
	if !m.alerting {
		return nil
	}
	to := m.ports.clipboard()
	var cmds []tea.Cmd
	for _, text := range said {
		m.notices.Add(pane.Warning, text, m.scene.Now)
		cmds = append(cmds, sendAlert(text, to))
	}
	return tea.Sequence(cmds...)
}

func sendAlert(text sanitize.Safe, to clip.Target) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), copyFor)
		defer cancel()
		if err := alert.Send(ctx, text, to); err != nil {
			return pane.NoticedMsg{Level: pane.Warning, Text: pane.Say("alert not sent: %v", err)}
		}
		return nil
	}
}

// toggleAlerts switches alerts. What has come about while they were off is not
// told of any more.
func (m *Model) toggleAlerts() tea.Cmd {
	m.alerting = !m.alerting
	if !m.alerting {
		return pane.Notice(pane.Info, "alerts are off")
	}
	return pane.Notice(pane.Info, "alerts are on: a bell, and a notice in tmux, before a fold, when the cache may have expired, and at a compaction")
}
