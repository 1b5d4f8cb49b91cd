// Package list is a list of any number of rows of which only those in sight are
// drawn: groups with headers, a cursor, marks, and a mode that follows what is
// newest.
//
// It owns the position of the cursor and of the window over the rows, the set of
// marked keys and the count of what came unseen. It must not know what a row is:
// the caller's Source says how many there are and draws those asked for. It
// reads no keys; panes call its methods.
//
// Invariants: View is exactly as high and as wide as the size set; the cursor is
// in sight after every move and is a row of the source as long as there is one;
// the work of every method is bounded by the height, but for the search of JumpTo
// and Group and the distance of Scroll.
package list
