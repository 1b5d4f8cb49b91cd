package ledger

import (
	"io"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Ledger is the list. It only grows, through Add; everything else reads and may
// be called from several goroutines while nothing is added.
type Ledger struct {
	file    io.ReaderAt
	builder block.Builder
	blocks  []block.Block
	sources []source       // alongside blocks
	newest  map[string]int // id → last block with it
}

// source is where a block's message lies.
type source struct {
	offset int64
	size   int32
	kind   session.Kind
}

// New returns an empty ledger over a session file.
func New(file io.ReaderAt) *Ledger {
	return &Ledger{file: file, newest: map[string]int{}}
}

// Build reads every message of the file that x is the index of. It fails where
// the file cannot be read or no longer holds what was indexed.
func Build(x *session.Index, file io.ReaderAt) (*Ledger, error) {
	l := New(file)
	for i := range x.Len() {
		e := x.Entry(i)
		if !Bears(e.Kind) {
			continue
		}
		raw, err := x.Read(file, i)
		if err != nil {
			return nil, err
		}
		l.Add(e, raw)
	}
	return l, nil
}

// Bears reports whether entries of the kind may hold a message of the ledger.
func Bears(k session.Kind) bool {
	return k == session.Message || k == session.Compaction || k == session.BranchSummary
}

// Add takes in an entry of the file that follows those already taken in: its
// place and its JSON. Entries that hold no message change nothing.
func (l *Ledger) Add(e session.Entry, raw jsjson.Raw) {
	m := message(e.Kind, raw)
	if m == nil {
		return
	}
	from := len(l.blocks)
	l.blocks = l.builder.Add(l.blocks, m, "")
	for i := from; i < len(l.blocks); i++ {
		l.sources = append(l.sources, source{e.Offset, e.Size, e.Kind})
		l.newest[l.blocks[i].ID] = i
	}
}

// message is what an entry puts into the ledger: its message, or its summary;
// absent for nothing.
func message(kind session.Kind, raw jsjson.Raw) jsjson.Raw {
	switch kind {
	case session.Message:
		if raw.Get("message").Kind() != jsjson.Object {
			return nil
		}
	case session.Compaction, session.BranchSummary:
		if s := raw.Get("summary"); s.Kind() != jsjson.String || !s.Truthy() {
			return nil
		}
	default:
		return nil
	}
	// A compaction's system message, if it has one, comes first.
	list := session.Messages(raw, nil)
	return list[len(list)-1]
}
