// Package active holds the active context of a session: the messages of the
// current branch as Pi projects them, cut into blocks, with the usage figure Pi
// would report.
//
// A Context grows entry by entry at the cost of the entry. A branch switch, a
// compaction or a context edit is followed by reading again what changed. Block
// texts are not kept; they are read from the file when asked for. What is folded
// is no concern of this package.
package active
