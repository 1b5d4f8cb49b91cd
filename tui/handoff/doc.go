// Package handoff is the place where a session is handed over: the goal of the
// fresh one is typed, the seed that it will start from is shown, and written.
//
// It owns the goal, its editing and the scrolling of the preview. It must not
// render the seed's content itself (package seed does) nor write it: the root's
// commands do.
//
// Invariants: the goal outlives closing the place, until it has been written; what
// is typed or pasted is drawn sanitised like any other text.
package handoff
