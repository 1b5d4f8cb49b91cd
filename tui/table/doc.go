// Package table is a list with named columns.
//
// It owns the division of a row into columns, which of them a width has room
// for, and the row of their names. It must not know what a row is: the caller's
// Rows say what stands in each cell.
//
// Invariants: a view has exactly the lines and the width set; columns are shown
// or left out for all rows alike.
package table
