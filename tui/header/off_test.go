package header

import (
	"strings"
	"testing"

	figures "cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/engine/settings"
	"cfold/theme"
	"cfold/tui/pane"
)

// Folding that is switched off is said to be, at every width, unless a linked Pi has
// its own environment.
func TestFoldingSwitchedOff(t *testing.T) {
	for _, c := range []struct{ disabled, linked, off bool }{{true, false, true}, {true, true, false}, {false, false, false}} {
		scene := &pane.Scene{
			Theme: theme.New(theme.Options{}), Snapshot: &live.Snapshot{Recorded: true},
			Settings: settings.Resolved{Disabled: c.disabled}, Linked: c.linked,
		}
		for _, width := range []int{48, 80, 140} {
			if label := text(Label(scene, width, 1)); strings.Contains(label, "folding is off") != c.off {
				t.Errorf("disabled %t, linked %t, width %d: %q", c.disabled, c.linked, width, label)
			}
		}
	}
}

// Where nothing folds, when a fold would come is said as long as there is room for it
// beside the figures.
func TestWhatWouldFold(t *testing.T) {
	half := 0.5
	s := &live.Snapshot{Figures: figures.Figures{LastHitRatio: &half, HitRatio: &half}}
	s.Usage.Known = true
	s.Frame = ladder.Frame{State: ladder.Fold, Mask: []int{1}, Saved: 35_000, Fraction: 0.6}
	scene := &pane.Scene{Theme: theme.New(theme.Options{}), Snapshot: s}
	for width, want := range map[int]string{
		160: "60 % · no folding here · would: folds at the next call, saving 35k · 0 layers · 0 folded · 0 held · ~0 masked · cache 50 %, session 50 %",
		120: "60 % · no folding here · would: folds now · 0 layers · 0 folded · 0 held · ~0 masked · cache 50 %, session 50 %",
		100: "60 % · no folding here · would: folds now · 0 layers · 0 folded · 0 held · ~0 masked · cache 50 %",
		80:  "60 % · no folding here · 0 layers · 0 folded · 0 held · ~0 masked · cache 50 %",
	} {
		if got := strings.TrimSpace(text(Label(scene, width, 1))); got != want {
			t.Errorf("%d: %q, want %q", width, got, want)
		}
	}
}
