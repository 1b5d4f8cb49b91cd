package feed

import (
	"errors"
	"io"
	"io/fs"
	"time"

	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/engine/settings"
	"cfold/watch/host"
	"cfold/watch/sessions"
)

// Phase is where following stands.
type Phase uint8

const (
	// Waiting: no session is known yet, or nothing is at its path yet.
	Waiting Phase = iota
	// Loading: the file is being read for the first time.
	Loading
	// Following: all that was there has been read.
	Following
	// Gone: the file has vanished; the last Snapshot stays.
	Gone
)

// String is the phase in a word.
func (p Phase) String() string { return [...]string{"waiting", "loading", "following", "gone"}[p] }

// Level is how a notice is meant.
type Level uint8

// The levels.
const (
	Info Level = iota
	Warning
	Failure
)

// Notice is one line for the user. Text may hold text of a session or a file
// name: it is to be sanitised before it is shown.
type Notice struct {
	Level Level
	Text  string
	At    time.Time
}

// Update is everything as it stands. A slow consumer only misses intermediate
// ones, never a Notice.
type Update struct {
	Phase Phase
	// Path is the session's file, empty while none is known.
	Path string
	// Cwd is the directory whose sessions are followed.
	Cwd string
	// Snapshot is nil before the first complete pass over the file, and so is
	// State, which is for reading originals on demand. Texts are read from the
	// file as it was when its generation began; that of the generation before
	// stays readable too.
	Snapshot *live.Snapshot
	State    *live.State
	// Generation grows with each new beginning: results of older ones are stale.
	Generation int
	// Read and Size are in bytes, while Loading.
	Read, Size int64
	// Settings is what rules, by the file and the environment. SettingsErr says
	// why the file was passed over; nil when it was not.
	Settings     settings.Resolved
	SettingsFile settings.File
	SettingsPath string
	SettingsErr  error
	// Index is the seed index as read; nil without one.
	Index *seed.Log
	// Handoffs are the handoff seeds written for the session, oldest first.
	Handoffs []sessions.Handoff
	// Pi is whether a Pi runs in the session's directory.
	Pi host.State
	// Link is the linked Pi that has the session open, nil without one. LinkHint says
	// in a few words what would make a link, or mend it; empty for nothing.
	Link     *Link
	LinkHint string
	// Active is when the session last went on: the time of its newest entry that is
	// no fold record, by the file's modification time where entries carry none.
	Active time.Time
	// Other is a newer session of the directory that is not followed; nil without
	// one. Previous is the session that was followed before this one, empty when none
	// was; Feed.Switch leads to either.
	Other    *sessions.Found
	Previous string
	// Panicked is what the feed panicked with, and where, empty if it did not. It
	// delivers nothing more then, and is to be ended.
	Panicked string

	// Notices are those since the previous Update.
	Notices []Notice

	file io.Closer
}

// Stopped reports whether the linked Pi's engine does not run.
func (u *Update) Stopped() bool { return u.Link != nil && u.Link.Fault != nil }

// reason is what the system said of a file, without its path, which stands before it.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func lastActive(s *live.Snapshot, modified time.Time) time.Time {
	if s.Active == 0 {
		return modified
	}
	return time.UnixMilli(s.Active)
}

// Close releases the session's file of an Update that Load returned. Texts of its
// Snapshot cannot be read afterwards.
func (u Update) Close() error {
	if u.file == nil {
		return nil
	}
	return u.file.Close()
}
