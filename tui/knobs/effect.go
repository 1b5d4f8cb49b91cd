package knobs

import (
	"github.com/charmbracelet/lipgloss"

	"cfold/engine/ladder"
	"cfold/engine/settings"
	"cfold/tui/cost"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// remark is what there is to say of what is being typed, and how it is meant.
func (m *Model) remark() (sanitize.Safe, lipgloss.Style) {
	t, e := m.scene.Theme, m.editing
	if e.naming {
		return "then come the minutes", t.Dim
	}
	v, err := e.knob.Parse(e.line.Value())
	if err != nil {
		return pane.Say("%v", err), t.Error
	}
	s, _ := m.scene.Settings.Get(e.knob.Key)
	if s.Source == settings.FromEnvironment {
		return pane.Say("%s rules at %s: saving changes nothing until it is gone", s.Knob.Env, s.Text()), t.Warning
	}
	if e.unchanged() {
		return pane.Say("nothing is changed: %s is the value already", e.before), t.Dim
	}
	return m.effect(e.knob.Key, v), t.Text
}

// effect is what saving a value would change now.
func (m *Model) effect(key string, v settings.Value) sanitize.Safe {
	then := m.scene.Settings.With(key, &v)
	s := m.scene.Snapshot
	if s == nil {
		return "accepted"
	}
	if now, other := m.scene.Settings.Ladder(), then.Ladder(); now != other {
		frame := s.Under(ladder.Config(other))
		return pane.Say("next fold: %s", cost.Change(&s.Frame, &frame)) + budget(s.Frame, frame)
	}
	provider := s.Model.Provider
	if now, other := m.scene.Settings.IdleMinutes(provider), then.IdleMinutes(provider); now != other {
		return pane.Say("idle warning for %s: now %s; then %s", provider, minutes(now), minutes(other))
	}
	return "accepted; the next fold stays as it is"
}

// budget says where a change moves the most that the context may hold.
func budget(before, after ladder.Frame) sanitize.Safe {
	if before.Budget == after.Budget {
		return ""
	}
	return pane.Say("; budget %s → %s", format.Tokens(before.Budget), format.Tokens(after.Budget))
}

func minutes(n float64) string {
	if n == 0 {
		return "never"
	}
	return "after " + settings.Number(n).String() + " min"
}
