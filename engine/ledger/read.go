package ledger

import (
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Len is the number of blocks.
func (l *Ledger) Len() int { return len(l.blocks) }

// Block is block i. It is the ledger's own: read only.
func (l *Ledger) Block(i int) *block.Block { return &l.blocks[i] }

// Blocks lists all blocks in order. The slice is the ledger's own: read only.
func (l *Ledger) Blocks() []block.Block { return l.blocks }

// Entry is the index of the session entry that block i came from.
func (l *Ledger) Entry(i int) int { return int(l.sources[i].entry) }

// Find is the position of the last block with an id.
func (l *Ledger) Find(id string) (i int, ok bool) {
	i, ok = l.newest[id]
	return i, ok
}

// Text reads the text of block i. It fails where the file cannot be read or no
// longer holds what was indexed.
func (l *Ledger) Text(i int) (string, error) {
	m, err := l.messages(l.sources[i])
	if err != nil {
		return "", err
	}
	return l.textIn(m, i)
}

// Each visits the texts of all blocks in order, reading each entry once, until
// visit returns false. It fails as Text does.
func (l *Ledger) Each(visit func(i int, body string) bool) error {
	r := l.Reader()
	for i := range l.blocks {
		body, err := r.Text(i)
		if err != nil {
			return err
		}
		if !visit(i, body) {
			return nil
		}
	}
	return nil
}

// Reader reads texts and keeps the entry it read last, which is worth it where
// neighbouring blocks are asked for in turn. It is for one goroutine.
type Reader struct {
	ledger   *Ledger
	last     source
	messages []jsjson.Raw
}

// Reader returns a new reader.
func (l *Ledger) Reader() *Reader { return &Reader{ledger: l} }

// Text is Ledger.Text.
func (r *Reader) Text(i int) (string, error) {
	s := r.ledger.sources[i]
	s.message = 0
	if r.messages == nil || s != r.last {
		m, err := r.ledger.messages(s)
		if err != nil {
			return "", err
		}
		r.messages, r.last = m, s
	}
	return r.ledger.textIn(r.messages, i)
}

func (l *Ledger) textIn(messages []jsjson.Raw, i int) (string, error) {
	n := int(l.sources[i].message)
	if n >= len(messages) {
		return "", session.ErrChanged
	}
	b := &l.blocks[i]
	return block.TextOf(messages[n], b.Kind, b.Part), nil
}
