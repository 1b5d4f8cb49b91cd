package pane

import (
	"slices"
	"testing"
	"time"
)

func TestTimesInAColumn(t *testing.T) {
	now := time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC) // a Friday
	s := &Scene{Now: now}
	for _, c := range []struct {
		at           time.Time
		short, long  string
		narrow, wide int
	}{
		{now.Add(-2 * time.Second), "09:59:58", "09:59:58", 8, 8},
		{now.Add(13 * time.Hour), "23:00:00", "23:00:00", 8, 8},
		{time.Date(2026, 1, 1, 23, 50, 0, 0, time.UTC), "Thu 23:50", "01-01 23:50", 9, 11},
		{time.Date(2025, 12, 27, 0, 0, 0, 0, time.UTC), "Sat 00:00", "12-27 00:00", 9, 11},
		{time.Date(2025, 12, 26, 19, 33, 0, 0, time.UTC), "12-26 19h", "12-26 19:33", 9, 11},
		{time.Date(2025, 1, 2, 8, 0, 0, 0, time.UTC), "25-01-02", "2025-01-02", 9, 11},
		{time.Date(2026, 1, 3, 8, 0, 0, 0, time.UTC), "01-03 08h", "01-03 08:00", 9, 11},
		{time.Date(2027, 1, 3, 8, 0, 0, 0, time.UTC), "27-01-03", "2027-01-03", 9, 11},
		{time.Time{}, "?", "?", 8, 8},
	} {
		ms := int64(0)
		if !c.at.IsZero() {
			ms = c.at.UnixMilli()
		}
		for width, want := range map[int]string{48: c.short, 140: c.long} {
			w := s.Column(width, slices.Values([]int64{now.UnixMilli(), ms}))
			room := c.narrow
			if width == 140 {
				room = c.wide
			}
			if got := w.Of(ms); got != want || w.Width != room || len(got) > room {
				t.Errorf("at %d columns: %q in %d cells, want %q in %d", width, got, w.Width, want, room)
			}
		}
	}
}

// A day is that of the clock's zone.
func TestDaysOfAZone(t *testing.T) {
	now := time.Date(2026, 1, 2, 1, 0, 0, 0, time.FixedZone("east", 5*3600))
	s := &Scene{Now: now}
	yesterday := now.Add(-2 * time.Hour).UnixMilli()
	if got := s.Column(48, slices.Values([]int64{yesterday})).Of(yesterday); got != "Thu 23:00" {
		t.Errorf("%q", got)
	}
}
