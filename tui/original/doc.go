// Package original is the place where originals are read that may have left the
// context: compacted away, or of another branch.
//
// It owns the list of the blocks asked for, the text of the one that was opened
// and the search in it. Looking them up takes a pass over the session's file: it
// happens in commands, one at a time, ended when the place is closed. What was
// built for it lives as long as the place. It must not do anything with a text: it
// asks the root.
//
// Invariants: a text shown was verified against its fold record, or is said not to
// be; another generation of the file closes the place.
package original
