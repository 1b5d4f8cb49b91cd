// Package detail is the pane of one block: what is known of it, its original,
// what the model sees of it, or both.
//
// It owns which block is shown, how it is scrolled and what is searched in it.
// Reading and hashing happen in a command, one at a time; while one is under way
// the newest wish waits. It must not do anything with a block: it asks the root.
//
// Invariants: what is drawn of a block was read under the scene's generation;
// work per frame is bounded by the rows in sight, however long the text.
package detail
