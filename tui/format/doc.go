// Package format writes figures the one way the program shows them: tokens,
// dollars, shares, durations, ages and counts, short enough for a narrow pane.
//
// It must not style, measure or know where a figure comes from. Every result is
// printable ASCII, so its width is its length.
package format
