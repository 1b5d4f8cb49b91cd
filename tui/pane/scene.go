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
	// Linked says that a linked Pi has the session open, Stopped that its engine
	// does not run.
	Linked, Stopped bool
	// Demo says that the session is the built-in one, which no Pi writes.
	Demo bool
}

// Folds reports whether anything folds the session that is shown: a linked Pi, or by
// its records another program.
func (s *Scene) Folds() bool {
	return !s.Stopped && (s.Linked || s.Snapshot != nil && s.Snapshot.Recorded)
}

// Off reports whether the environment switches folding off. Where a Pi is linked its
// own environment rules, not this program's.
func (s *Scene) Off() bool { return s.Settings.Disabled && !s.Linked }

// ahead is how far a time may lie before the clock, which is read but once a
// second, without its age being unknown.
const ahead = 5 * time.Second

// Since is how long ago a time was; ok is false for an unknown time, which is zero,
// and one to come.
func Since(at, now time.Time) (ago time.Duration, ok bool) {
	if at.IsZero() {
		return 0, false
	}
	ago = now.Sub(at)
	return max(0, ago), ago >= -ahead
}

// Since is how long ago a time in milliseconds since 1970 was; ok is false for an
// unknown time and one to come.
func (s *Scene) Since(ms int64) (ago time.Duration, ok bool) {
	if ms == 0 {
		return 0, false
	}
	return Since(time.UnixMilli(ms), s.Now)
}

// Clock is a time of day, with the day where it is not today's, and how long ago
// it was.
func Clock(ms int64, now time.Time) string {
	at := time.UnixMilli(ms).In(now.Location())
	layout := "15:04:05"
	if at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		layout = "2006-01-02 15:04"
	}
	age := "ahead of this clock"
	if ago, ok := Since(at, now); ok {
		age = format.Age(ago)
	}
	return at.Format(layout) + " (" + age + ")"
}
