// Package lexicon finds what is worth keeping in a text that is about to be
// folded: error markers, file names and paths, commands, exact values, decisions
// and identifiers.
//
// It owns the risk lexicon (Categorize), the risk lines of a digest (RiskLines)
// and the harvest behind a seed-index record (Harvest). The patterns were defined
// as JavaScript regular expressions without the u flag; the scanners here give the
// same matches: leftmost-first, greedy, non-overlapping, counted in UTF-16 units,
// so a count may end between the halves of a surrogate pair and leave a lone one.
//
// Texts are WTF-8 as package text defines it. \w and \b are ASCII, white space is
// JavaScript's. Every scan is linear in the text, allocates nothing until it has
// found something, and holds no state between calls.
//
// The package knows nothing of blocks, sessions or digests, and makes nothing safe
// for a terminal: what it returns is as hostile as the text it came from.
package lexicon
