package ledger

import (
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
	"cfold/engine/text"
)

// Len is the number of blocks.
func (l *Ledger) Len() int { return len(l.blocks) }

// Block is block i. It is the ledger's own: read only.
func (l *Ledger) Block(i int) *block.Block { return &l.blocks[i] }

// Blocks lists all blocks in order. The slice is the ledger's own: read only.
func (l *Ledger) Blocks() []block.Block { return l.blocks }

// Find is the position of the last block with an id.
func (l *Ledger) Find(id string) (i int, ok bool) {
	i, ok = l.newest[id]
	return i, ok
}

// Text reads the text of block i. The error is session.ErrChanged or
// io.ErrUnexpectedEOF when the file no longer holds it.
func (l *Ledger) Text(i int) (string, error) {
	m, err := l.read(l.sources[i])
	if err != nil {
		return "", err
	}
	return l.textIn(m, i)
}

// Each visits the texts of all blocks in order, reading each entry once, until
// visit returns false. It fails as Text does.
func (l *Ledger) Each(visit func(i int, body string) bool) error {
	var last source
	var m jsjson.Raw
	for i, s := range l.sources {
		if m == nil || s != last {
			var err error
			if m, err = l.read(s); err != nil {
				return err
			}
			last = s
		}
		body, err := l.textIn(m, i)
		if err != nil {
			return err
		}
		if !visit(i, body) {
			return nil
		}
	}
	return nil
}

func (l *Ledger) read(s source) (jsjson.Raw, error) {
	raw, err := session.ReadLine(l.file, s.offset, s.size)
	if err != nil {
		return nil, err
	}
	m := message(s.kind, raw)
	if m == nil {
		return nil, session.ErrChanged
	}
	return m, nil
}

// textIn is block i's text in its message. One of another length is not what was
// listed: the file was rewritten.
func (l *Ledger) textIn(m jsjson.Raw, i int) (string, error) {
	b := &l.blocks[i]
	body := block.TextOf(m, b.Kind, b.Part)
	if text.Len(body) != b.Units {
		return "", session.ErrChanged
	}
	return body, nil
}
