package cache

import "slices"

// LayerCost is both sides of one fold event, in tokens.
type LayerCost struct {
	// Layer is its seq and Saved what it saves per turn.
	Layer, Saved int
	// At is when it was committed, in milliseconds since 1970.
	At int64
	// Response is the index of the row that paid for it, -1 while none has.
	Response int
	// Reprefill is what that response wrote; ReprefillKnown is false while none
	// has answered or the provider has never reported a write.
	Reprefill      int
	ReprefillKnown bool
	// With is the seq of the later fold event that one response paid for along
	// with this one, and whose Reprefill holds the payment; else 0.
	With int
	// Net is what it has saved since, less Reprefill, up to a change of model. It
	// is known when Reprefill is.
	Net int
}

// layerEntry is a fold event as booked. start is the account's accruals then, so
// what it has saved is counted rather than kept.
type layerEntry struct {
	layer, saved int
	at           int64
	epoch, start int
	response     int
	reprefill    int
	with         int
}

// epoch is what a restart leaves behind of an account.
type epoch struct {
	accruals  int
	everWrote bool
}

// layerLedger books fold events. Both lists only grow, so that a clipped copy
// stays as it is; what is not paid for yet waits apart.
type layerLedger struct {
	settled []layerEntry
	unpaid  []layerEntry
	closed  []epoch
}

func (l layerLedger) snapshot() layerLedger {
	return layerLedger{slices.Clip(l.settled), slices.Clip(l.unpaid), slices.Clip(l.closed)}
}

func (l *layerLedger) fold(layer, saved int, at int64, account Telemetry) {
	l.unpaid = append(l.unpaid, layerEntry{
		layer: layer, saved: saved, at: at,
		epoch: len(l.closed), start: account.accruals, response: -1,
	})
}

// pay books what the response in that row wrote. Fold events it answers together
// share one payment, held by the last of them.
func (l *layerLedger) pay(row, written int) {
	last := len(l.unpaid) - 1
	for i, e := range l.unpaid {
		e.response = row
		if i == last {
			e.reprefill = written
		} else {
			e.with = l.unpaid[last].layer
		}
		l.settled = append(l.settled, e)
	}
	l.unpaid = nil
}

// restart closes the account's epoch: what was folded for the other model stops
// counting, paid for or not.
func (l *layerLedger) restart(account Telemetry) {
	l.settled = append(l.settled, l.unpaid...)
	l.unpaid = nil
	l.closed = append(l.closed, epoch{account.accruals, account.everWrote})
}

// Layers is the cost of every fold event, in the order they happened.
func (s Series) Layers() []LayerCost {
	open := epoch{s.account.accruals, s.account.everWrote}
	costs := make([]LayerCost, 0, len(s.ledger.settled)+len(s.ledger.unpaid))
	for _, entries := range [][]layerEntry{s.ledger.settled, s.ledger.unpaid} {
		for _, e := range entries {
			in := open
			if e.epoch < len(s.ledger.closed) {
				in = s.ledger.closed[e.epoch]
			}
			costs = append(costs, e.cost(in))
		}
	}
	return costs
}

func (e layerEntry) cost(in epoch) LayerCost {
	return LayerCost{
		Layer: e.layer, Saved: e.saved, At: e.at,
		Response:       e.response,
		Reprefill:      e.reprefill,
		ReprefillKnown: e.response >= 0 && in.everWrote,
		With:           e.with,
		Net:            e.saved*(in.accruals-e.start) - e.reprefill,
	}
}
