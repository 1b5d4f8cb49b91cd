package tui

import (
	"io"
	"time"

	"cfold/theme"
	"cfold/tui/blocks"
	"cfold/watch/feed"
	"cfold/watch/route"
	"cfold/watch/sessions"
)

// Source is where sessions come from; *feed.Feed is one.
type Source interface {
	Updates() <-chan feed.Update
	Switch(path string)
}

// Options are what the program is made of.
type Options struct {
	Feed  Source
	Theme *theme.Theme
	// Sessions lists the sessions one can pick; nil when there is no picking.
	Sessions func() ([]sessions.Info, error)
	// ReadFile reads the file that holds a tool's whole output.
	ReadFile func(path string) (string, error)
	// Desk is where decisions take their way; nil where nothing can be written.
	Desk *route.Desk
	// Remember keeps the preferences for the next run; nil forgets them.
	Remember func(Prefs)
	Prefs    Prefs
	// Now is the clock; nil is the system's.
	Now     func() time.Time
	Version string
	// Demo is the path of the built-in session, empty without one.
	Demo string
	// Input is where keys come from; nil is the standard input.
	Input io.Reader
}

// Prefs is what is remembered from one run to the next. The zero value is what a
// first run has.
type Prefs struct {
	// Split is the list's share of the width, 0 for the usual one.
	Split  float64      `json:"split,omitempty"`
	Blocks blocks.Prefs `json:"blocks"`
	// Alert is whether what is about to happen is told by a bell and in tmux.
	Alert bool `json:"alert,omitempty"`
}
