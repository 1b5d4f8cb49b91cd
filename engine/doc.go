// Package engine is the root of the fold engine: what a model's context window
// holds, computed from a session file alone.
//
// A session flows one way through its packages: bytes become lines and entries,
// entries a tree and its active branch (session), messages become blocks
// (block), blocks a view under the ladder's rules (ladder, layer), and the view
// the figures a person reads (live, cache). recall and seed read back what was
// folded, settings holds the table of knobs, and text, jsjson and lexicon are
// the exact text, JSON and vocabulary rules the formats rest on.
//
// The engine handles values only. It opens no file, reads no clock and no
// environment; readers and times come in as arguments. It imports the standard
// library and itself, nothing else.
package engine
