// Package follow tests how the program follows a session: how soon what is appended stands on the screen, and, beside a
// real Pi, whether what the screen shows is what the session holds.
//
// It holds no code but tests and what they share. What the session holds is read from its lines as plain JSON, not with
// the engine under test.
package follow
