package tui

import (
	"strings"
	"testing"
	"time"

	"cfold/watch/sessions"
)

// Handoffs stand among the events by their times, though the session holds nothing
// of them.
func TestHandoffsAreEvents(t *testing.T) {
	u := made(t)
	u.Handoffs = []sessions.Handoff{
		{Path: "/s/handoff-a-1.md", At: began.Add(10 * time.Second).UnixMilli()},
		{Path: "/s/handoff-\x1b[31ma.md", At: shown.Add(-time.Minute).UnixMilli()},
	}
	m := opened(t, u, plain(), 140, 40)
	m.press("6")
	var seen []string
	for _, line := range strings.Split(m.View(), "\n") {
		if f := strings.Fields(strings.TrimPrefix(line, "›")); len(f) > 1 && strings.Count(f[0], ":") == 2 {
			seen = append(seen, f[1])
		}
	}
	if got := strings.Join(seen, " "); got != "model handoff name fold unfold handoff" {
		t.Errorf("the events are %q:\n%s", got, m.View())
	}
	if !strings.Contains(m.View(), "6 events") {
		t.Errorf("not all are counted:\n%s", m.View())
	}
	m.press("G b")
	if !strings.Contains(m.View(), "concerns no single block") || !strings.Contains(m.View(), "/s/handoff-␛[31ma.md") {
		t.Errorf("a handoff does not say where it is:\n%s", m.View())
	}
	check(t, m, "handoffs")
}
