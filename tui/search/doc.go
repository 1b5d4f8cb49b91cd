// Package search looks for a term in the whole texts of blocks, folded originals
// included, a chunk at a time so that hits come in while it goes on.
//
// It owns the order of a search, its numbering and its end. Texts are read in
// commands, never in an update. It must not draw or move a cursor.
//
// Invariants: only the newest search of a Searcher yields hits; a cancelled one
// stops at the next block; a block is looked at once; matching is by letters,
// their case aside.
package search
