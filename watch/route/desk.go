package route

import (
	"time"

	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/watch/feed"
	"cfold/watch/host"
)

// Desk is where decisions take their way.
type Desk struct {
	// Now is the clock.
	Now func() time.Time
	// Processes shows whether a Pi runs where a session belongs.
	Processes host.Processes
	// Settings is the path of the settings file.
	Settings string
	// Links are the folders where the sockets of linked Pi's lie; none for the file
	// alone.
	Links []string
}

// Session is the session a person looks at.
type Session struct {
	Path string
	// ID and Cwd are the header's: who it is, and where a Pi that has it open runs.
	ID, Cwd string
}

// SessionOf is the session that an update shows; ok is false while it shows none, or
// a file without a session header.
func SessionOf(u *feed.Update) (s Session, ok bool) {
	if u.Snapshot == nil || u.Snapshot.Counts.Headers == 0 || u.Phase == feed.Waiting {
		return Session{}, false
	}
	h := u.Snapshot.Header
	return Session{Path: u.Path, ID: h.ID, Cwd: h.CWD}, true
}

// seen says when the Pi of a session will see a record. contested means that
// somebody wrote to the session at the same time. This is of the file: what goes
// through the link, Pi answers for.
func (d *Desk) seen(s Session, contested bool) string {
	state, _ := d.Processes.PiIn(s.Cwd)
	switch {
	case state == host.Running, contested:
		return "Pi sees it after /resume or a restart"
	case state == host.None:
		return "Pi sees it when it opens this session"
	}
	return "a running Pi sees it after /resume or a restart"
}

// Sticky is what there is to say of taking an unfold back.
const Sticky = "this cannot be undone: a block once held never folds again in this session"

// Refusal says why a verb makes no sense for block i; empty where it does. hold
// is meant for raw blocks, otherwise unfolding for folded ones; both write the same
// record.
func Refusal(s *live.Snapshot, i int, hold bool) string {
	folded := s.Frame.Marks[i]&ladder.Frozen != 0
	switch r := s.CanHold(i); {
	case r == live.RefuseAlready:
		return string(r)
	case hold && folded:
		return "it is folded already; unfold it instead"
	case !hold && !folded && r == "":
		return "it is not folded; hold keeps it whole"
	default:
		return string(r)
	}
}
