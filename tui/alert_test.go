package tui

import (
	"strings"
	"testing"
	"time"
)

// alerted is a model in a session that is compacted while it looks on.
func alerted(t *testing.T, on bool) (*Model, *strings.Builder) {
	t.Helper()
	s := newStory(t)
	path, index := s.write()
	out := new(strings.Builder)
	m := New(Options{Theme: plain(), Prefs: Prefs{Alert: on}}, ports{
		now: func() time.Time { return shown }, getenv: func(string) string { return "" }, terminal: out,
	}, shown)
	m.sized(120, 40)
	run(m, updatedMsg{loaded(t, path, index, 200000)})
	if out.Len() > 0 {
		t.Fatalf("opening a session rang: %q", out)
	}
	s.entry("compaction", object{"summary": "in short", "firstKeptEntryId": s.last(), "tokensBefore": 5})
	if !on {
		m.press("A")
	}
	path, index = s.write()
	run(m, updatedMsg{loaded(t, path, index, 200000)})
	return m, out
}

func TestAlertsRingOncePerOccasion(t *testing.T) {
	for _, on := range []bool{true, false} { // by the preference, by the key
		m, out := alerted(t, on)
		if out.String() != "\a" || !strings.Contains(m.View(), "the context was compacted") {
			t.Errorf("wrote %q:\n%s", out, m.View())
		}
		if !m.Prefs().Alert {
			t.Error("that alerts are on is not remembered")
		}
		m.press("A")
		if m.Prefs().Alert || !strings.Contains(m.View(), "alerts are off") {
			t.Errorf("the key does not switch them off:\n%s", m.View())
		}
	}
}

// The clock is that of the ticks. What a tick has to tell stands among the notices.
func TestIdleExpiryIsToldByATick(t *testing.T) {
	path, index := newStory(t).write()
	start := began.Add(5 * time.Minute)
	m := New(Options{Theme: plain(), Prefs: Prefs{Alert: true}}, ports{
		now: func() time.Time { return start }, getenv: func(string) string { return "" }, terminal: new(strings.Builder),
	}, start)
	m.sized(120, 40)
	u := loaded(t, path, index, 200000)
	carried := 50_000
	u.Snapshot.AdviceInput.CarriedTokens = &carried
	run(m, updatedMsg{u})
	for _, tick := range []struct {
		after time.Duration
		told  int
	}{{6 * time.Minute, 0}, {2 * time.Hour, 1}, {3 * time.Hour, 1}} {
		m.Update(tickedMsg{began.Add(tick.after)})
		if got := m.notices.Len(); got != tick.told {
			t.Errorf("%s after the start: %d notices, want %d", tick.after, got, tick.told)
		}
	}
}
