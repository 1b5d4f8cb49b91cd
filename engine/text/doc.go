// Package text measures and cuts strings as JavaScript does, because the fold
// formats were defined there.
//
// Every length and position is in UTF-16 code units. A string is held as WTF-8:
// UTF-8 in which a lone surrogate stands as its own three-byte sequence
// (ED A0..BF xx), so that what JSON or a cut left behind is never lost. Text
// read from a file goes through Decode, text that leaves for a file, a hash or a
// terminal goes through UTF8; in between only WTF-8 exists.
//
// The package knows nothing of sessions or blocks. It holds no state.
package text
