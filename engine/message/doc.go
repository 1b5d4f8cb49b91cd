// Package message takes a message apart: one pass over its JSON finds every
// field that naming, weighing and showing it needs.
//
// A Message is spans of the JSON it was read from and holds no copies. It knows
// what fields messages have, not what any of them is for.
package message
