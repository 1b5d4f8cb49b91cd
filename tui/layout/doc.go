// Package layout divides the terminal among the parts of the screen.
//
// It owns the arithmetic from size to rectangles and back from a cell to the
// part under it. It is pure: it renders nothing, measures nothing and keeps no
// state; the split ratio and the focus belong to the root model.
//
// Invariants, at every size: rectangles lie inside the screen, do not overlap
// and together cover it; from 40×10 on, every part that is shown has room for at
// least one cell and the body for at least five rows.
package layout
