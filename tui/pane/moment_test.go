package pane

import (
	"testing"
	"time"
)

func TestMoment(t *testing.T) {
	now := time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC)
	s := &Scene{Now: now}
	for want, at := range map[string]time.Time{
		"09:59:58":    now.Add(-2 * time.Second),
		"01-01 23:50": time.Date(2026, 1, 1, 23, 50, 0, 0, time.UTC),
		"12-31 08:00": time.Date(2025, 12, 31, 8, 0, 0, 0, time.UTC),
		"2025-01-02":  time.Date(2025, 1, 2, 8, 0, 0, 0, time.UTC),
	} {
		if got := s.Moment(at.UnixMilli()); got != want || len(got) > MomentWidth {
			t.Errorf("%s: %q", want, got)
		}
	}
	if got := s.Moment(0); got != "?" {
		t.Errorf("unknown: %q", got)
	}
}
