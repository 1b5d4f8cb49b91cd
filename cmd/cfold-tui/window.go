package main

import (
	"cfold/engine/ladder"
	"cfold/tui/format"
	"cfold/watch/feed"
)

// windowOf is the window to replay a session in: --window, else where a viewer
// would take it from. A guess is said to be one.
func (a *app) windowOf(w *whole) (int, error) {
	if a.window > 0 {
		return a.window, nil
	}
	u, err := feed.Load(a.options(w.info.Path))
	if err != nil {
		return 0, err
	}
	defer u.Close()
	if u.Snapshot.Window == 0 {
		a.note("the window of the model is not known; taking %d tokens (give it with --window)", ladder.DefaultWindow)
		return ladder.DefaultWindow, nil
	}
	return u.Snapshot.Window, nil
}

// windowText is a window's size for people.
func windowText(tokens int) string {
	if tokens == 0 {
		return "unknown"
	}
	return format.Tokens(tokens)
}
