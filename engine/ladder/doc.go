// Package ladder decides when stale results fold, and frames what the model
// sees: which blocks are frozen, held, protected or maskable now, and how far
// the next fold is.
//
// Step is a pure function of its input; the same input gives the same frame. It
// changes nothing: a frame in state Fold names the blocks that one event masks,
// and committing them is the caller's, in the order the format demands.
package ladder
