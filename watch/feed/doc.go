// Package feed ties together everything a viewer shows of one session (its file,
// the engine's state of it, its seed index, the settings file, the window of its
// model, whether Pi runs) and delivers the latest of it on one channel.
//
// It owns which session is followed: the one that was named, or the newest of a
// directory, and when a newer one takes its place. It interprets nothing itself
// and writes nothing; texts in an Update are as hostile as the session.
//
// # Invariants
//
// A slow consumer holds nothing up: what it has not taken is replaced by what is
// newer, except notices, which accumulate. An Update is complete in itself and
// never changes after it was sent. Whatever happened to the file on the way, once
// it is left alone the last Snapshot equals that of opening it afresh. A session
// that was named never becomes another one by itself. Every goroutine ends with
// the context, and only then Updates closes.
package feed
