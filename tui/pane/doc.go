// Package pane holds what the panes of the screen share: the scene they show, the
// pen they draw with, the keys that mean the same everywhere, and the messages
// with which they ask the root for what is not theirs to do.
//
// It owns the only call that turns text into styled output (Ink), which takes
// nothing but sanitize.Safe. It must not hold state of any pane and must not
// import one.
//
// Invariants: a Row is exactly as wide as it was made; nothing here reads a
// clock, a file or the environment.
package pane
