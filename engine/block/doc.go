// Package block cuts messages into blocks, the unit everything else counts,
// folds and shows: what each is called, what it costs, and the digest that
// stands for it once it is folded.
//
// Ids, fold codes, token figures and digests are exact: sessions written by
// other implementations of the format hold the same bytes. A Block holds no
// text; text is read from its message when it is needed. The package decides
// nothing about folding and keeps no state beyond a Builder's counters.
package block
