// Package chart draws the cache figures of a session's responses over its
// course: stacked tokens or the hit ratio, over a row of marks.
//
// It owns the choice of what a column shows when there are more responses than
// columns, the scale and the drawing. It must not compute a cache figure or
// decide what is a miss: both come in with the responses.
//
// Invariants: exactly as many rows as asked, each exactly as wide; a marked
// response is never lost to downsampling; in colour a series that is not
// nothing is seen as far as the column has steps for it; no series and no mark is told by colour
// alone.
package chart
