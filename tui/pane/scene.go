package pane

import (
	"time"

	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/engine/settings"
	"cfold/theme"
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
	// Path is the session's file.
	Path string
	// Index is the seed index, nil without one.
	Index    *seed.Log
	Settings settings.Resolved
	// SettingsPath is the settings file, SettingsErr what is wrong with it.
	SettingsPath string
	SettingsErr  error
}

// Since is how long ago a time in milliseconds since 1970 was; 0 for an unknown
// time or one to come.
func (s *Scene) Since(ms int64) time.Duration {
	if ms == 0 {
		return 0
	}
	return max(0, s.Now.Sub(time.UnixMilli(ms)))
}
