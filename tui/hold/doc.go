// Package hold is the question whether blocks are to be held raw: folded ones
// unfolded, others kept from folding.
//
// It owns which of the blocks asked for can be held, why the others cannot, and
// how what it costs is drawn. It must not write anything: the root's command does.
//
// Invariants: the figures shown are those of the scene's snapshot, also when it
// changes while the question stands; blocks are followed by their ids.
package hold
