// Package tail follows one file that others append to and yields its whole
// lines, each exactly once, as bytes.
//
// A line ends at LF and only there. What stands after the last LF is not a line
// yet: it is reported by its length and becomes part of Lines when its LF
// arrives. Reading goes in large pieces; the file is never held in memory, and
// a line longer than a piece is delivered alone, whole, however long it is.
//
// # Generations
//
// A generation is one state of the file that only grows. It starts with a Reset
// and ends with the next. The file is taken for another one, and a new
// generation starts at offset 0, when
//
//   - the path leads to another file (other device or inode),
//   - the file is shorter than what was delivered,
//   - bytes that were delivered are no longer there (the first 4 KiB and the
//     last 64 bytes before the offset are compared whenever size or time of
//     modification changed; where only the time changed, all of it),
//   - the path was missing in between.
//
// An in-place rewrite that keeps the first 4 KiB and the last 64 bytes and also
// grows is not told from an append. No writer of sessions does that.
//
// The bytes of a generation stay readable through its File after the path has
// been replaced or removed, until the consumer closes it. After a truncation or
// a rewrite in place they do not: then the old generation's File shows the new
// bytes.
//
// # Invariants
//
// Within a generation Lines events are contiguous: each Base is the previous
// Base plus the length of its Data, the first is 0. Whatever happens to the
// file, once it is left alone the Data of the last generation, joined, are the
// whole lines that a fresh Read gives. Every goroutine ends with the context.
package tail
