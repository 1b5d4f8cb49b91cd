// Package gauge says in words how far it is to the next fold.
//
// It owns these words for the screen and the command line alike. It must not work
// out any figure (package ladder does) nor draw. What it returns is printable text
// of its own and holds no text of a session.
package gauge
