package layer

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/jsjson"
)

// Kind is what a record does.
type Kind uint8

// The kinds of record. Ignored stands for a kind this package does not know and
// for one without its fields.
const (
	Ignored Kind = iota
	Fold
	Commit
	Unfold
)

// Record is a fold record: a block that was folded once, and how its original is
// recognised.
type Record struct {
	BlockID string
	Code    string // as stored, or computed where the record has none
	Tool    string // the tool's name, or the kind of other blocks
	IsError bool
	Bytes   int64 // of the original in UTF-8
	// SHA256 is the hash of the original in UTF-8, hex; empty for the old
	// spellings of the record, whose hash is not to be trusted.
	SHA256         string
	FullOutputPath string
}

// Digest is the text that stands for a block, exactly as committed.
type Digest struct {
	ID   string
	Text string
}

// Layer is one fold event's digests.
type Layer struct {
	Seq     int
	Entries []Digest
	// Entry is the index of the session entry it came from; −1 where it came
	// from no file.
	Entry int
}

// Set is the restored state. The zero Set is empty and ready.
type Set struct {
	records  []Record       // in order of first appearance
	byBlock  map[string]int // block id → position in records
	layers   []Layer        // by ascending seq
	frozen   map[string]place
	unfolded map[string]bool
	owner    map[string]string // code → id of the block it stands for
}

type place struct {
	seq    int
	digest string
}

// Add takes in the data of one record, found in the session entry at that
// index, and returns what it was.
func (s *Set) Add(data jsjson.Raw, entry int) Kind {
	switch kind := data.Get("kind"); {
	case kind.Equals("fold"):
		return s.addRecord(data.Get("entry"), true)
	case kind.Equals("spool"), kind.Equals("gate"):
		return s.addRecord(data.Get("entry"), false)
	case kind.Equals("layer"):
		return s.addLayer(data.Get("layer"), entry)
	case kind.Equals("unfold"):
		ids := data.Get("ids")
		if ids.Kind() != jsjson.Array {
			return Ignored
		}
		for _, id := range ids.Elements() {
			if id.Kind() == jsjson.String {
				s.Unfold(id.Text())
			}
		}
		return Unfold
	}
	return Ignored
}

func (s *Set) addRecord(e jsjson.Raw, trusted bool) Kind {
	r := Record{
		BlockID:        e.Get("blockId").Text(),
		Code:           e.Get("code").Text(),
		Tool:           e.Get("tool").Text(),
		IsError:        e.Get("isError").IsTrue(),
		Bytes:          e.Get("bytes").Int(),
		FullOutputPath: e.Get("fullOutputPath").Text(),
	}
	if r.BlockID == "" {
		return Ignored
	}
	if r.Code == "" {
		r.Code = block.Code(r.BlockID)
	}
	if trusted {
		r.SHA256 = e.Get("sha256").Text()
	}
	s.Record(r)
	return Fold
}

// Record takes in a fold record; it replaces an earlier one of the same block.
func (s *Set) Record(r Record) {
	if s.byBlock == nil {
		s.byBlock = map[string]int{}
	}
	if i, ok := s.byBlock[r.BlockID]; ok {
		s.records[i] = r
	} else {
		s.byBlock[r.BlockID] = len(s.records)
		s.records = append(s.records, r)
	}
	s.own(r.BlockID)
}

// own gives a block its code unless another block has it: the first one keeps it.
func (s *Set) own(id string) {
	if s.owner == nil {
		s.owner = map[string]string{}
	}
	if code := s.Code(id); s.owner[code] == "" {
		s.owner[code] = id
	}
}

// Taken reports whether the code of a block that was never folded stands for
// another block, so that it has to stay raw.
func (s *Set) Taken(id string) bool {
	owner, ok := s.owner[block.Code(id)]
	return ok && owner != id
}

// Codes is the number of codes that stand for a block. It only grows.
func (s *Set) Codes() int { return len(s.owner) }

func (s *Set) addLayer(raw jsjson.Raw, entry int) Kind {
	seq, entries := raw.Get("seq"), raw.Get("entries")
	if seq.Kind() != jsjson.Number || entries.Kind() != jsjson.Array {
		return Ignored
	}
	l := Layer{Seq: int(seq.Int()), Entry: entry}
	for _, d := range entries.Elements() {
		id, text := d.Get("id"), d.Get("digestText")
		if id.Kind() == jsjson.String && text.Kind() == jsjson.String {
			l.Entries = append(l.Entries, Digest{id.Text(), text.Text()})
		}
	}
	s.Commit(l)
	return Commit
}

// Commit takes in a layer; it replaces an earlier one of the same seq, and what
// only that one held is folded no longer.
func (s *Set) Commit(l Layer) {
	for _, d := range l.Entries {
		s.own(d.ID)
	}
	at, found := slices.BinarySearchFunc(s.layers, l.Seq, func(have Layer, seq int) int { return have.Seq - seq })
	if found {
		s.layers[at] = l
		s.frozen = map[string]place{}
		for _, have := range s.layers {
			s.freeze(have)
		}
		return
	}
	s.layers = slices.Insert(s.layers, at, l)
	s.freeze(l)
}

// freeze lets a layer's digests stand, unless a later layer holds the block.
func (s *Set) freeze(l Layer) {
	if s.frozen == nil {
		s.frozen = map[string]place{}
	}
	for _, d := range l.Entries {
		if have, ok := s.frozen[d.ID]; !ok || have.seq <= l.Seq {
			s.frozen[d.ID] = place{l.Seq, d.Text}
		}
	}
}

// Unfold marks a block as unfolded for good.
func (s *Set) Unfold(id string) {
	if s.unfolded == nil {
		s.unfolded = map[string]bool{}
	}
	s.unfolded[id] = true
}

// Frozen is the digest that stands for a block and the layer it came from; ok is
// false when the block is in no layer or was unfolded.
func (s *Set) Frozen(id string) (digest string, seq int, ok bool) {
	p, ok := s.frozen[id]
	if !ok || s.unfolded[id] {
		return "", 0, false
	}
	return p.digest, p.seq, true
}

// Layered reports whether a layer holds the block, unfolded or not.
func (s *Set) Layered(id string) bool {
	_, ok := s.frozen[id]
	return ok
}

// Stored is the digest that a layer holds for the block, unfolded or not.
func (s *Set) Stored(id string) (digest string, ok bool) {
	p, ok := s.frozen[id]
	return p.digest, ok
}

// SeqOf is the layer that holds the block, unfolded or not; 0 for none.
func (s *Set) SeqOf(id string) int { return s.frozen[id].seq }

// Unfolded reports whether a block was unfolded.
func (s *Set) Unfolded(id string) bool { return s.unfolded[id] }

// RecordOf is the fold record of a block.
func (s *Set) RecordOf(id string) (Record, bool) {
	i, ok := s.byBlock[id]
	if !ok {
		return Record{}, false
	}
	return s.records[i], true
}

// Records lists the fold records in order of each block's first one. The slice
// is the set's own: read only.
func (s *Set) Records() []Record { return s.records }

// Layers lists the layers by ascending seq. The slice is the set's own: read
// only.
func (s *Set) Layers() []Layer { return s.layers }

// MaxSeq is the highest seq of any layer; 0 without one.
func (s *Set) MaxSeq() int {
	if n := len(s.layers); n > 0 {
		return s.layers[n-1].Seq
	}
	return 0
}

// Code is the code a block answers to: its record's, else the computed one.
func (s *Set) Code(id string) string {
	if r, ok := s.RecordOf(id); ok {
		return r.Code
	}
	return block.Code(id)
}
