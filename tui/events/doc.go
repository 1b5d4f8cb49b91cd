// Package events is the pane of what happened in the session: folds, unfolds,
// compactions, edits, model changes, branches, in the order of the file.
//
// It owns the words for an event. It must not judge; figures are the snapshot's.
package events
