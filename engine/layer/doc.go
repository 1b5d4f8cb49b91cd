// Package layer holds what a session's contextfold.fold records say: which
// blocks were folded and are known by which code, the layers whose digest bytes
// are replayed verbatim, and what was unfolded for good.
//
// Records are read from every entry of the file, not only the active branch.
// The last record per block and the last layer per seq rule, unfolds add up, and
// kinds this package does not know are passed over. It owns the one encoding of
// records, key by key as other programs write it; it computes no digest and opens
// no file.
package layer
