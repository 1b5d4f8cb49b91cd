package host

import (
	"cfold/engine/jsjson"
	"cfold/engine/layer"
)

// Host is the fold engine of one session. It is not safe for use by several
// goroutines at once.
type Host struct {
	session  string
	set      layer.Set
	rejected map[string]bool // blocks held raw because one of their event has their code
	floor    int             // highest seq the seed index names
	messages messages
	pending  *Event
}

// New returns the host of a session that nothing is known of yet; its id goes
// into the seed index.
func New(session string) *Host {
	return &Host{session: session, rejected: map[string]bool{}}
}

// Restore takes in the data of one contextfold.fold entry of the session file,
// of whatever branch, in file order. Entries that others append later go in the
// same way, those the host's own events made only through Commit.
func (h *Host) Restore(data jsjson.Raw) layer.Kind { return h.set.Add(data, noEntry) }

// noEntry marks a layer that comes from no entry the host knows the place of.
const noEntry = -1

// Floor tells the host the highest seq that the seed index names; no layer and
// no record gets one at or below it.
func (h *Host) Floor(seq int) { h.floor = max(h.floor, seq) }

// Folds is the restored and committed state. Read only.
func (h *Host) Folds() *layer.Set { return &h.set }

// nextSeq is the seq of the next layer or record.
func (h *Host) nextSeq() int { return max(h.set.MaxSeq(), h.floor) + 1 }

// isRejected reports whether the block has to stay raw because its code stands
// for another.
func (h *Host) isRejected(id string) bool { return h.rejected[id] || h.set.Taken(id) }
