package alert

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cfold/engine/active"
	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

var (
	noon  = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	model = cache.Model{Provider: "acme", ID: "large"}
)

// scene is a session with so much used of 100k, which grows by 5k a call, some
// layers and some compactions. The threshold is at 45k, the last answer at noon.
func scene(used, layers, compactions int) *pane.Scene {
	s := &live.Snapshot{Recorded: true, Model: model, Usage: active.Reported{Tokens: used, Known: true}, IdleMinutes: 30}
	s.Frame = ladder.Frame{Window: 100_000, Used: used, FoldAt: 0.45, Step: 1000, Savings: 9000, Saved: 9000, Budget: 75_000, Mask: []int{1, 2}}
	if used >= 45_000 {
		s.Frame.State = ladder.Fold
	}
	for i := range 3 {
		s.Rows = append(s.Rows, cache.Row{})
		s.Rows[i].Usage.Input = used + 5000*i
	}
	s.Layers = make([]live.Layer, layers)
	for range compactions {
		s.Events = append(s.Events, live.Event{Kind: live.ModelChanged}, live.Event{Kind: live.Compacted})
	}
	s.Activity.Touch(model, noon.UnixMilli())
	carried := 50_000
	s.AdviceInput.CarriedTokens = &carried
	return &pane.Scene{Snapshot: s, Now: noon, Generation: 1}
}

// at is a scene of the same snapshot at another time.
func at(s *pane.Scene, now time.Time) *pane.Scene {
	later := *s
	later.Now = now
	return &later
}

func TestEachOccasionIsToldOnce(t *testing.T) {
	stranger := scene(44_000, 2, 1)
	stranger.Generation = 2
	rested := scene(10_000, 1, 1)
	steps := []struct {
		name  string
		scene *pane.Scene
		want  string // "" for silence
	}{
		{"opened far from a fold", scene(10_000, 0, 0), ""},
		{"nearer", scene(30_000, 0, 0), ""},
		{"near", scene(38_000, 0, 0), "about 2 calls away"},
		{"nearer still", scene(42_000, 0, 0), ""},
		{"at the next call", scene(46_000, 0, 0), ""},
		{"a little back", scene(34_000, 0, 0), ""},
		{"near again without a fold", scene(42_000, 0, 0), ""},
		{"folded, still over the threshold", scene(46_000, 1, 0), "the next call folds 2 blocks, saving 9.0k tok"},
		{"far back", scene(5_000, 1, 0), ""},
		{"near once more", scene(42_000, 1, 0), "about 1 call away"},
		{"compacted", rested, "compacted"},
		{"a second before expiry", at(rested, noon.Add(30*time.Minute-time.Second)), ""},
		{"expired", at(rested, noon.Add(30*time.Minute)), "cache may have expired: ~50k tok"},
		{"still expired", at(rested, noon.Add(31*time.Minute)), ""},
		{"another session, which had all of it before", at(stranger, noon.Add(time.Hour)), ""},
		{"and a tick there", at(stranger, noon.Add(2*time.Hour)), ""},
		{"no session", &pane.Scene{Now: noon}, ""},
	}
	var w Watch
	for _, s := range steps {
		said := w.Look(s.scene)
		switch {
		case s.want == "" && len(said) > 0:
			t.Errorf("%s: told %q", s.name, said)
		case s.want != "" && (len(said) != 1 || !strings.Contains(string(said[0]), s.want)):
			t.Errorf("%s: told %q, want %q", s.name, said, s.want)
		}
	}
}

func TestNothingIsSaidOfAFoldThatDoesNotCome(t *testing.T) {
	paused, unknown, over := scene(46_000, 0, 0), scene(46_000, 0, 0), scene(80_000, 0, 0)
	paused.Snapshot.Frame.State = ladder.Paused
	unknown.Snapshot.Usage.Known = false
	over.Snapshot.Frame.State = ladder.Over
	for name, s := range map[string]*pane.Scene{"paused": paused, "not measured": unknown, "nothing left to fold": over} {
		var w Watch
		w.Look(scene(10_000, 0, 0))
		if said := w.Look(s); len(said) > 0 {
			t.Errorf("%s: told %q", name, said)
		}
	}
	var w Watch
	before, after := scene(10_000, 0, 0), scene(46_000, 0, 1)
	before.Snapshot.Recorded, after.Snapshot.Recorded = false, false
	w.Look(before)
	if said := w.Look(after); len(said) != 1 || !slices.ContainsFunc(said, func(s sanitize.Safe) bool { return strings.Contains(string(s), "compacted") }) {
		t.Errorf("where nobody folds: told %q", said)
	}
}
