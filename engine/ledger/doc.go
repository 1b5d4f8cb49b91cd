// Package ledger lists every block a session file ever held, in file order: the
// blocks of each message entry and of each summary, those of dead branches and
// compacted history included. It is where a folded original is looked up.
//
// Order, turn and positional ids run over the whole file, as if its messages
// were one list; context edits do not apply. A Ledger holds no text: a block's
// text is read from the file when it is asked for, one line in memory at a time.
// The package knows nothing of folding and writes nothing.
package ledger
