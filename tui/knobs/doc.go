// Package knobs is the pane of the settings: what each stands at, where that
// comes from, what is wrong with a value that is passed over; and the form that
// changes them.
//
// It owns which setting is edited, the checking as one types and what the next
// fold would become. Values, reasons and the ladder are the engine's; the file is
// written by commands that the root gives (Actions).
//
// Invariants: nothing that the setting does not accept is handed on to be saved;
// a file that does not parse is replaced only after a question.
package knobs
