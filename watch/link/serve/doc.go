// Package serve is the fold engine as a child process of Pi: it answers the
// frames of package link that the extension writes to its standard input.
//
// It owns what has to be known of the session between calls: the engine's host,
// and the session as its file tells it (or, while there is no file, as the
// extension does). It writes nothing but the seed index and handoffs; entries of
// the session are appended by Pi itself, which is handed them and says what came
// of it. It ends when its input does.
//
// Invariants: requests are answered in order, each once. A fold event is
// confirmed by Pi in two steps (fold records, layer) and counts only after the
// second; one that is left open by the next call is retracted.
package serve
