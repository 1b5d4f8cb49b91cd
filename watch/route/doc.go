// Package route carries what a person decides to where it takes effect: holding
// blocks, mending a session, a setting, a handoff.
//
// It owns the choice of the way there, made in one place (Desk), what is checked
// before the person is asked (Visit), and the sentence that says when Pi will see
// it. The way is the link where a linked Pi has the session open: Pi then writes,
// and says when it sees it. Otherwise it is the file: the record goes into the
// session, where a running Pi does not look until it opens the session anew. It
// decides nothing about what may be held and asks nobody; the bytes are written by
// Pi, engine/journal and watch/config.
//
// Invariants: nothing is written before a method is called that says so, and then
// to the session that the person was asked about or not at all; a settings file
// that does not parse is replaced only where Change.Replace says so, and kept
// beside; once something was asked of a Pi the file is not written as well, and an
// answer that does not come is told as that. Waiting is bounded. Errors are one line and may hold file names, which are as hostile as
// any other text.
package route
