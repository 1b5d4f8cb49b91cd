// Package recall reads folded originals back: by fold code whole, by lines or by
// a search term, and across all folded blocks at once.
//
// What it serves is bounded, so that one answer cannot flood the context that
// folding relieved; the limits and the text served within them are exact. An
// original is looked up in the ledger by its recomputed id and served only when
// it has the hash its fold record names, or has none to compare; a block still in
// the context is served from there, with the reason as a note.
//
// The package opens no file: the ledger reads the session through the reader it
// was given, and full-output files come through a callback. It changes nothing.
package recall
