// Package ladderview is the pane of the fold ladder: how far the next fold is,
// which condition binds, and block by block what it would mask.
//
// It owns the words of the gauge, the estimate of calls to the next fold and the
// preview's table. The rules themselves are the ladder's; nothing here decides a
// fold.
package ladderview
