// Package alert tells a person who looks elsewhere: by a bell, and in tmux by a
// notice on the status line.
//
// It owns which moments are worth that (a fold is near, the cache's idle interval
// has passed, the history was compacted) and that each is told once. It must not
// read the clock: the scene has it.
//
// Invariants: what was so when a session was opened is told of no more; nothing of
// a session is in what is told, figures excepted.
package alert
