// Package journal holds the tests that let a real Pi open a session after each kind of write that engine/journal makes,
// and look at what the model then receives.
//
// It owns nothing but these tests. Invariant: what the model receives is compared with what it received from the same
// session before the write, message by message.
package journal
