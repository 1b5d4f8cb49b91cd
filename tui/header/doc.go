// Package header draws the top of the screen: the session and Pi's state, the
// fold bar and its label.
//
// It owns the words and what gives way to what where room is short. It is
// functions of the scene; it keeps nothing and reads nothing.
//
// Invariants: rows are exactly as wide as asked; a figure that is not known says
// so and never shows an old one; every state is said in words.
package header
