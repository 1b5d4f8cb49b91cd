package ledger

import (
	"io"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Ledger is a list of blocks. It only grows, through Add; everything else reads
// and may be called from several goroutines while nothing is added.
type Ledger struct {
	index   *session.Index
	file    io.ReaderAt
	builder block.Builder
	blocks  []block.Block
	sources []source       // alongside blocks
	newest  map[string]int // id → last block with it
}

// source is where a block's text lies.
type source struct {
	entry, edit int32
	// message is the position among the messages the entry yields; whole is true
	// for a ledger's one message per entry.
	message int8
	whole   bool
}

// New returns an empty ledger over an index and the file it was built on.
func New(x *session.Index, file io.ReaderAt) *Ledger {
	return &Ledger{index: x, file: file, newest: map[string]int{}}
}

// Build reads every message of the file. It fails where the file cannot be read
// or no longer holds what was indexed.
func Build(x *session.Index, file io.ReaderAt) (*Ledger, error) {
	l := New(x, file)
	for i := range x.Len() {
		if k := x.Entry(i).Kind; !bears(k) || k == session.CustomMessage {
			continue
		}
		raw, err := x.Read(file, i)
		if err != nil {
			return nil, err
		}
		l.Add(i, raw)
	}
	return l, nil
}

// Project reads the messages that items put into the context, edits applied. It
// fails as Build does.
func Project(x *session.Index, file io.ReaderAt, items []session.Item) (*Ledger, error) {
	l := New(x, file)
	for _, item := range items {
		if item.Omit || !bears(x.Entry(item.Entry).Kind) {
			continue
		}
		s := source{entry: int32(item.Entry), edit: int32(item.Edit)}
		messages, err := l.messages(s)
		if err != nil {
			return nil, err
		}
		edit := ""
		if item.Edit != session.None {
			edit = x.ID(item.Edit)
		}
		for n, m := range messages {
			s.message = int8(n)
			l.put(m, edit, s)
		}
	}
	return l, nil
}

// bears reports whether entries of the kind may yield a message.
func bears(k session.Kind) bool {
	switch k {
	case session.Message, session.CustomMessage, session.Compaction, session.BranchSummary:
		return true
	}
	return false
}

// Add takes in an entry of the file that follows those already taken in; entry is
// its index and raw its JSON. Entries that hold no message change nothing.
func (l *Ledger) Add(entry int, raw jsjson.Raw) {
	if m := message(l.index.Entry(entry).Kind, raw); m != nil {
		l.put(m, "", source{entry: int32(entry), edit: session.None, whole: true})
	}
}

func (l *Ledger) put(m jsjson.Raw, edit string, s source) {
	from := len(l.blocks)
	l.blocks = l.builder.Add(l.blocks, m, edit)
	for i := from; i < len(l.blocks); i++ {
		l.sources = append(l.sources, s)
		l.newest[l.blocks[i].ID] = i
	}
}

// message is what an entry puts into the whole file's ledger: its message, or
// its summary; absent for nothing.
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

// messages reads the messages of a source.
func (l *Ledger) messages(s source) ([]jsjson.Raw, error) {
	raw, err := l.index.Read(l.file, int(s.entry))
	if err != nil {
		return nil, err
	}
	if s.whole {
		return []jsjson.Raw{message(l.index.Entry(int(s.entry)).Kind, raw)}, nil
	}
	if s.edit == session.None {
		return session.Messages(raw, nil), nil
	}
	edit, err := l.index.Read(l.file, int(s.edit))
	if err != nil {
		return nil, err
	}
	return session.Messages(raw, edit), nil
}
