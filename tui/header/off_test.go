package header

import (
	"strings"
	"testing"

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
