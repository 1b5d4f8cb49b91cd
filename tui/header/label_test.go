package header

import (
	"strings"
	"testing"

	figures "cfold/engine/cache"
	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/pane"
)

// The session's ratio never passes for that of the last response.
func TestRatios(t *testing.T) {
	last, all := 0.5, 0.98
	for _, c := range []struct {
		last, all *float64
		want      string
	}{
		{&last, &all, "cache 50 %, session 98 %"},
		{nil, &all, "cache session 98 %"},
		{nil, nil, "cache not measured yet"},
	} {
		s := &live.Snapshot{Figures: figures.Figures{LastHitRatio: c.last, HitRatio: c.all}}
		scene := &pane.Scene{Theme: theme.New(theme.Options{}), Snapshot: s}
		if got := text(Label(scene, 140, 1)); !strings.Contains(got, c.want) {
			t.Errorf("no %q in %q", c.want, got)
		}
	}
}
