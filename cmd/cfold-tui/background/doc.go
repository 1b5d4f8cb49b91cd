// Package background finds out whether a terminal is dark or light: by asking it,
// in a bounded way, and keeps what it answers too late from being taken for keys.
//
// It must only be used for an interactive screen: nothing is written to a terminal
// unless Ask is called.
package background
