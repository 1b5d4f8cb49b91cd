package events

import (
	"path/filepath"
	"strconv"

	"cfold/engine/live"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/sessions"
)

// happening is a row of the log: an event of the session, or a handoff, which
// leaves no entry in it.
type happening struct {
	event   *live.Event
	handoff *sessions.Handoff
}

// key names a row for as long as it is there.
func (h happening) key() string {
	if h.handoff != nil {
		return strconv.FormatInt(h.handoff.At, 10) + h.handoff.Path
	}
	return strconv.Itoa(h.event.Entry) + h.event.Kind.String()
}

// at is when it happened, in milliseconds since 1970; 0 where that is unknown.
func (h happening) at() int64 {
	if h.handoff != nil {
		return h.handoff.At
	}
	return h.event.Time
}

// merge puts the handoffs among the events by their times. Events keep the order of
// the file, whatever their times say.
func merge(scene *pane.Scene) []happening {
	if scene.Snapshot == nil {
		return nil
	}
	var list []happening
	rest := scene.Handoffs
	for i := range scene.Snapshot.Events {
		e := &scene.Snapshot.Events[i]
		for len(rest) > 0 && rest[0].At < e.Time {
			list, rest = append(list, happening{handoff: &rest[0]}), rest[1:]
		}
		list = append(list, happening{event: e})
	}
	for i := range rest {
		list = append(list, happening{handoff: &rest[i]})
	}
	return list
}

func handoffWords(h *sessions.Handoff) sanitize.Safe {
	return "seed written: " + sanitize.Line(filepath.Base(h.Path))
}
