// Package knobs is the pane of the settings: what each stands at, where that
// comes from, and what is wrong with a value that is passed over.
//
// It shows; it changes nothing. Values and reasons are the engine's.
package knobs
