// Package index is the pane of the seed index: the files, commands, error lines
// and identifiers of everything that was folded, each leading to its blocks.
//
// It owns the list of values, its search and what is said of one. The records
// are the engine's; nothing is extracted here.
package index
