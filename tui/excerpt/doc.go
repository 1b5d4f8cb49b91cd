// Package excerpt reads, for the rows in sight, the one line that says what a
// block holds.
//
// It owns a cache of lines per block and the command that fills it. Blocks are
// read from the session file in the command, a batch at a time with at most one
// batch under way. It must not draw and must not decide which rows are in sight.
//
// Invariants: a line is read once per block and generation; a result of another
// generation is dropped; memory is bounded by Most lines.
package excerpt
