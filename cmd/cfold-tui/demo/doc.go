// Package demo makes the built-in session: a small, invented piece of work in a
// web shop, with everything in it that a viewer shows.
//
// It owns the story, the texts in it and a model of the provider's prompt cache,
// so that usage and prices hang together. What folds, and every record of it, is
// computed by the engine as for a real session: replaying the demo gives its own
// layers. The same start time gives the same bytes.
//
// It must not be mistaken for a session recorder: nothing in here writes to a
// session that is not its own.
package demo
