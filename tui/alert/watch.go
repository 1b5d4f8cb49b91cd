package alert

import (
	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/ladderview"
	"cfold/tui/notices"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// A fold is near when it is at most nearCalls model calls away, and out of sight
// again when it is more than farCalls away: what wavers in between is one occasion.
const (
	nearCalls = 2
	farCalls  = 6
)

// Watch remembers what has been told. The zero Watch is ready.
type Watch struct {
	generation  int
	snapshot    *live.Snapshot // the one looked at last, nil before the first
	folds       int            // layers and compactions so far, which end an occasion
	near        bool           // a fold is, and was told of
	idle        int64          // activity after which expiry was told, 0 for none
	compactions int
}

// Look lists what has newly come about in a scene. Of a session that is seen for the
// first time nothing is new.
func (w *Watch) Look(scene *pane.Scene) []sanitize.Safe {
	s := scene.Snapshot
	if s == nil {
		return nil
	}
	first := w.snapshot == nil || w.generation != scene.Generation
	if first {
		*w = Watch{generation: scene.Generation}
	}
	var said []sanitize.Safe
	if s != w.snapshot {
		w.snapshot = s
		said = w.changed(scene)
	}
	if text := w.expired(scene); text != "" {
		said = append(said, text)
	}
	if first {
		return nil
	}
	return said
}

// changed lists what a new snapshot brings.
func (w *Watch) changed(scene *pane.Scene) (said []sanitize.Safe) {
	s := scene.Snapshot
	n := 0
	for i := range s.Events {
		if s.Events[i].Kind == live.Compacted {
			n++
		}
	}
	if n > w.compactions {
		said = append(said, "the context was compacted: what stood before is a summary now")
	}
	w.compactions = n
	if ended := len(s.Layers) + n; ended != w.folds {
		w.folds, w.near = ended, false
	}
	if text := w.fold(s); text != "" && scene.Folds() {
		said = append(said, text)
	}
	return said
}

// fold says that a fold is near where that is new.
func (w *Watch) fold(s *live.Snapshot) sanitize.Safe {
	if !s.Usage.Known || s.Frame.State == ladder.Paused {
		return ""
	}
	now, e := s.Frame.State == ladder.Fold, ladderview.Calls(s)
	was := w.near
	switch {
	case now || e.Known && e.Calls <= nearCalls && s.Frame.State != ladder.Over:
		w.near = true
	case !e.Known || e.Calls > farCalls:
		w.near = false
	}
	switch {
	case was || !w.near:
		return ""
	case now:
		return pane.Say("the next call folds %s, saving %s tok", format.Count(len(s.Frame.Mask), "block"), format.Tokens(s.Frame.Saved))
	}
	return pane.Say("a fold is about %s away", format.Count(max(e.Calls, 1), "call"))
}

// expired says that the idle interval has passed, once after each activity.
func (w *Watch) expired(scene *pane.Scene) sanitize.Safe {
	clock, text := notices.Clock(scene), notices.IdleWords(scene)
	last, _ := scene.Snapshot.Activity.Last(scene.Snapshot.Model)
	if clock.State != cache.IdleExpired || text == "" || w.idle == last {
		return ""
	}
	w.idle = last
	return text
}
