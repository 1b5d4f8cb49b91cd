// Package blocks is the pane of the context's blocks, in order and by turn.
//
// It owns which blocks are listed (kind, standing, a chosen set), in what order,
// where the cursor is, what is marked and what is searched. It must not read
// texts itself (packages excerpt and search do, in commands) and must not do
// anything with a block: it asks the root.
//
// Invariants: what is listed is always blocks of the scene's snapshot; work per
// snapshot is one pass over the blocks' figures, work per frame is bounded by
// the rows in sight.
package blocks
