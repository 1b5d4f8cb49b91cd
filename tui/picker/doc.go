// Package picker is the list of sessions to choose another one from.
//
// It owns the list, its search and the cursor. It must not look for sessions
// itself: the root hands them in, and switching is asked of the root.
package picker
