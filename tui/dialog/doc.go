// Package dialog asks the person before something is done that costs or lasts.
//
// It owns the keys that say yes and no, and the scrolling of what there is to
// know. It must not know what is asked about nor do it: whoever asks gives the
// lines to show and the command that a yes starts.
//
// Invariants: a question is answered once; no key but those named yes does
// anything besides scrolling or closing it.
package dialog
