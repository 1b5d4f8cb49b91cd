// Package cost says in words what an action would do to the context and the bill,
// before it is done.
//
// It owns these words for the dialogs and the command line alike. It must not
// work out any figure (package live does) nor draw. What it returns is printable
// text of its own and holds no text of a session.
package cost
