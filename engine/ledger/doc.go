// Package ledger lists blocks with their originals in reach: a Ledger knows each
// block's source entry and reads its text from the file when it is asked for,
// one line in memory at a time.
//
// Build lists every block the file ever held, in file order, those of dead
// branches and compacted history included; order, turn and positional ids run
// over the whole file as if its messages were one list, and context edits do not
// apply. It is where a folded original is looked up. Project lists the blocks of
// projected entries, with the edits in force on them: what the context holds.
//
// The package knows nothing of folding, keeps no text and writes nothing.
package ledger
