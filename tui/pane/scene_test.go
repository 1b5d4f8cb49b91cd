package pane

import (
	"testing"

	"cfold/engine/live"
)

func TestWhoFolds(t *testing.T) {
	recorded := &live.Snapshot{Recorded: true}
	for name, c := range map[string]struct {
		scene Scene
		folds bool
	}{
		"nobody":                   {Scene{Snapshot: &live.Snapshot{}}, false},
		"another program":          {Scene{Snapshot: recorded}, true},
		"a linked Pi":              {Scene{Linked: true}, true},
		"a linked Pi, engine gone": {Scene{Snapshot: recorded, Linked: true, Stopped: true}, false},
	} {
		if got := c.scene.Folds(); got != c.folds {
			t.Errorf("%s: folds %t", name, got)
		}
	}
}
