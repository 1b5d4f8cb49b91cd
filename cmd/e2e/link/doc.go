// Package link tests the extension in a real Pi: what the provider receives, what the session holds, and what the
// person is told, in engine and in companion mode.
//
// It holds no code but tests and what they share.
package link
