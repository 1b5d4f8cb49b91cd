package pane

import (
	"time"

	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/engine/settings"
	"cfold/theme"
	"cfold/tui/format"
	"cfold/watch/sessions"
)

// Scene is what all panes show. It is replaced as a whole and never changed.
type Scene struct {
	Theme *theme.Theme
	// Now is the clock as it last came in.
	Now time.Time
	// Snapshot is nil while no session has been read.
	Snapshot *live.Snapshot
	// State is for what a snapshot does not hold; nil with Snapshot nil.
	State *live.State
	// Generation changes when the file becomes another one: what was read before
	// is stale.
	Generation int
	// Path is the session's file, empty while none is known; Cwd the directory
	// whose sessions are followed.
	Path, Cwd string
	// Index is the seed index, nil without one.
	Index    *seed.Log
	Settings settings.Resolved
	// Handoffs are the handoff seeds written for the session, oldest first.
	Handoffs []sessions.Handoff
	// SettingsPath is the settings file, SettingsErr what is wrong with it.
	SettingsPath string
	SettingsErr  error
	// Linked says that a linked Pi has the session open: something folds it.
	Linked bool
}

// Folds reports whether anything folds the session that is shown: its records, or a
// linked Pi.
func (s *Scene) Folds() bool { return s.Linked || s.Snapshot != nil && s.Snapshot.Recorded }

// Off reports whether the environment switches folding off. Where a Pi is linked its
// own environment rules, not this program's.
func (s *Scene) Off() bool { return s.Settings.Disabled && !s.Linked }

// Since is how long ago a time in milliseconds since 1970 was; 0 for an unknown
// time or one to come.
func (s *Scene) Since(ms int64) time.Duration {
	if ms == 0 {
		return 0
	}
	return max(0, s.Now.Sub(time.UnixMilli(ms)))
}

// Clock is a time of day, with the day where it is not today's, and how long ago
// it was.
func Clock(ms int64, now time.Time) string {
	at := time.UnixMilli(ms).In(now.Location())
	layout := "15:04:05"
	if at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		layout = "2006-01-02 15:04"
	}
	return at.Format(layout) + " (" + format.Age(max(0, now.Sub(at))) + ")"
}

// StampWidth is how many cells a Stamp takes.
const StampWidth = 8

// Stamp is a time of day, or the date where it is not today's.
func (s *Scene) Stamp(ms int64) string {
	if ms == 0 {
		return "?"
	}
	at := time.UnixMilli(ms).In(s.Now.Location())
	if at.Format(time.DateOnly) == s.Now.Format(time.DateOnly) {
		return at.Format(time.TimeOnly)
	}
	return at.Format("06-01-02")
}
