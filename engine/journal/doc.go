// Package journal is the only code that opens a session for appending. It also
// writes the files that lie beside one: the seed index and the handoff.
//
// It owns how a contextfold.fold entry gets into a file that nobody locks and
// that a running Pi may be writing to: one write of one whole line, checked
// against what the caller has read, its parent re-read immediately before, looked
// at again afterwards and repaired where another writer slipped in between, then
// synced. It decides nothing about what is folded, and never rewrites a session:
// the one thing it takes back is its own line that the disk took only in part.
//
// Invariants. A session is only ever appended to, only with whole lines, only
// with entries of type custom and customType contextfold.fold, each with an id
// that is new to the file and a parent that is in it. Where Append or Repair
// returns without an error the chain of the newest entry reaches every entry that
// the newest entry before it reached. A file that is not what the caller has read
// is refused before anything is written, with an *Error of one line.
//
// A running Pi that is not linked never reads its file again: it sees a record
// once it opens the session anew (/resume, or a restart). What it appends
// meanwhile leaves the record on a side branch, where restoring, which reads all
// entries, finds it.
//
// As the exception in the engine this package uses the operating system; the
// clock still comes in as an argument.
package journal
