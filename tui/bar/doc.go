// Package bar draws the fold bar, the window as one row, and its label.
//
// It owns the apportionment of tokens to half cells and the shortening of the
// label. It must not decide what a token is counted as (the caller's segments
// do), nor colours and glyphs (the theme does).
//
// Invariants: a bar is exactly as wide as asked; a label never wider; every
// category with tokens is seen, as long as there are as many places as
// categories; shares follow tokens otherwise, to within one place and what the
// smallest categories are granted.
package bar
