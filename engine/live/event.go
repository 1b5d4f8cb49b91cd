package live

import (
	"cfold/engine/cache"
	"cfold/engine/session"
)

// EventKind is what happened.
type EventKind uint8

// The kinds of event, as they stand in the file; BranchSwitched is seen from one
// reading to the next.
const (
	LayerCommitted EventKind = iota
	Unfolded
	Compacted
	Edited
	ModelChanged
	Renamed
	BranchSummarised
	BranchSwitched
)

var eventNames = [...]string{"layer", "unfold", "compaction", "edit", "model", "name", "branch summary", "branch"}

// String is the kind in a word or two.
func (k EventKind) String() string { return eventNames[k] }

var eventOf = map[session.Kind]EventKind{
	session.Compaction:    Compacted,
	session.ContextEdit:   Edited,
	session.SessionInfo:   Renamed,
	session.BranchSummary: BranchSummarised,
}

// Event is one line of the event log.
type Event struct {
	Kind  EventKind
	Entry int   // index of the session entry
	Time  int64 // milliseconds since 1970, 0 when the entry has none
	Seq   int   // of a committed layer
	IDs   []string
	// Model is what a ModelChanged leads to.
	Model cache.Model
}
