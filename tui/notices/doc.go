// Package notices is the pane of what there is to tell the person: the advisories
// of the session, the idle clock, and every notice since the program started.
//
// It owns the history of notices, which of them is the newest and displaces the one
// before, and how long it is fresh: for some seconds, or until Settle. It must not
// decide what is worth a notice.
//
// Invariants: a notice is never lost while the program runs, up to Most of them;
// what is drawn is sanitised already.
package notices
