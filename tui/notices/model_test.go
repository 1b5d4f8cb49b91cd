package notices

import (
	"testing"
	"time"

	"cfold/theme"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

func TestWhatDisplacesANotice(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	type take func(m *Model, level pane.Level, text sanitize.Safe, at time.Time)
	for _, c := range []struct {
		name                string
		take                take
		said, warned, stale bool // displaces a notice, a warning, a stale warning
	}{
		{"what comes of an action", (*Model).Add, true, true, true},
		{"news", (*Model).News, true, false, true},
		{"an advisory", (*Model).Mention, false, false, true},
	} {
		for _, old := range []struct {
			level pane.Level
			after time.Duration
			want  bool
		}{{pane.Info, time.Second, c.said}, {pane.Warning, time.Second, c.warned}, {pane.Failure, time.Second, c.warned}, {pane.Warning, time.Hour, c.stale}} {
			m := New(&pane.Scene{Theme: theme.New(theme.Options{}), Now: now})
			m.Add(old.level, "the old one", now)
			later := now.Add(old.after)
			c.take(m, pane.Info, "the new one", later)
			n, fresh := m.Fresh(later)
			if displaced := n.Text == "the new one"; displaced != old.want || !fresh {
				t.Errorf("%s, level %d, after %v: displaces it: %t", c.name, old.level, old.after, displaced)
			}
			if m.Len() != 2 || m.history[1].Text != "the new one" {
				t.Errorf("%s: kept are %v", c.name, m.history)
			}
		}
	}
}
