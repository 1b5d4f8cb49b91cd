package host

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/seed"
)

// Event is one fold event: what is persisted for it, in this order, before
// anything renders folded.
type Event struct {
	Folds []layer.Record
	Index seed.Record
	Layer layer.Layer
	// Saved is what the event saves per turn, in tokens; each block counts.
	Saved int
	// Collisions names the blocks dropped from the event because their code stands
	// for another block.
	Collisions []Collision
}

// Collision is a block whose code stands for another one.
type Collision struct{ Code, ID, Owner string }

// event makes the event of a frame in state Fold. It is nil when every block of
// the frame collides.
func (h *Host) event(f ladder.Frame, c Call) (*Event, error) {
	e := &Event{}
	masked := h.admit(f.Mask, e)
	if len(masked) == 0 {
		return nil, nil
	}
	source := h.source()
	e.Layer = layer.Layer{Seq: h.nextSeq(), Entry: noEntry}
	at := map[string]int{}
	for _, i := range masked {
		b := &h.messages.blocks[i]
		body, _ := h.messages.Text(i)
		digest := layer.Digest{ID: b.ID, Text: block.Digest(b, body)}
		e.Saved += b.Tokens - h.messages.folded[i]
		record := seed.FoldRecord(b, body)
		if n, again := at[b.ID]; again {
			e.Layer.Entries[n] = digest // the last block of an id stands
			e.record(record)
			continue
		}
		at[b.ID] = len(e.Layer.Entries)
		e.Layer.Entries = append(e.Layer.Entries, digest)
		if have, ok := h.set.RecordOf(b.ID); !ok || have.SHA256 != record.SHA256 {
			e.record(record)
		}
	}
	fields, err := seed.Extract(source, masked)
	if err != nil {
		return nil, err
	}
	spans, err := seed.Spans(source, masked, e.recorded(&h.set, masked, source.Blocks))
	if err != nil {
		return nil, err
	}
	e.Index = seed.Record{
		Harness: seed.Harness, Session: h.session, Seq: e.Layer.Seq, At: seed.Time(c.At),
		Trigger: f.Trigger.String(), Usage: seed.UsageOf(f.Used, c.Window), Fields: fields, Spans: spans,
	}
	return e, nil
}

// admit drops from the masked blocks those whose code stands for another, be it
// one of the same event.
func (h *Host) admit(mask []int, e *Event) []int {
	taken := map[string]string{}
	var list []int
	for _, i := range mask {
		id := h.messages.blocks[i].ID
		code := block.Code(id)
		if owner, ok := taken[code]; ok && owner != id {
			h.rejected[id] = true
			e.Collisions = append(e.Collisions, Collision{code, id, owner})
			continue
		}
		taken[code] = id
		list = append(list, i)
	}
	return list
}

// record adds a fold record; of two with one block the last one stands.
func (e *Event) record(r layer.Record) {
	if n := slices.IndexFunc(e.Folds, func(have layer.Record) bool { return have.BlockID == r.BlockID }); n >= 0 {
		e.Folds[n] = r
		return
	}
	e.Folds = append(e.Folds, r)
}

// recorded is the fold records of the masked blocks as they stand once the event
// is persisted.
func (e *Event) recorded(before *layer.Set, masked []int, blocks []block.Block) *layer.Set {
	set := &layer.Set{}
	for _, i := range masked {
		if r, ok := before.RecordOf(blocks[i].ID); ok {
			set.Record(r)
		}
	}
	for _, r := range e.Folds {
		set.Record(r)
	}
	return set
}

func (h *Host) source() seed.Source {
	return seed.Source{Blocks: h.messages.blocks, Text: h.messages.Text}
}

// Commit takes in the pending event, all of which has been persisted.
func (h *Host) Commit() {
	e := h.pending
	if e == nil {
		return
	}
	h.pending = nil
	for _, r := range e.Folds {
		h.set.Record(r)
	}
	h.set.Commit(e.Layer)
}

// Reject gives up the pending event and reports which one it was; nil without
// one. Its seq is not used again, since parts of it may have been persisted.
func (h *Host) Reject() *Event {
	e := h.pending
	if e != nil {
		h.pending = nil
		h.Floor(e.Layer.Seq)
	}
	return e
}
