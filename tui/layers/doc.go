// Package layers is the pane of fold events: when and why each came, what it
// saves, what the next response paid for it and what has come back since.
//
// It owns the table, its cursor and the words for one layer. Figures come from
// the snapshot; it computes none but sums.
package layers
