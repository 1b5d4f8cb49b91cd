// Package tui is the program's screen: the root model that lays out panes, routes
// messages and shows notices.
//
// It owns the places of the screen, focus, the split, the feed's one outstanding
// wait, and the one place where an action on blocks takes its route. Panes, each
// a package below, own their state, keys, help and view. It must not read a
// file, the clock or the environment in Update or View: commands do, on values.
//
// Invariants: a frame has exactly as many lines as the screen, none wider; text
// of a session is drawn only as sanitize.Safe; results of another generation of
// the file are dropped; a key that cannot act says why.
package tui
