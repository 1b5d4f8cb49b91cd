package active

import (
	"io"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
	"cfold/engine/text"
)

// Ref places a block's message in the session file: the nth message that an
// entry makes under an edit. It needs no index to be read, so it stays good
// while the index grows.
type Ref struct {
	// Entry is the index of the source entry.
	Entry int32

	offset, editOffset int64
	size, editSize     int32
	nth                int32
}

func (c *Context) ref(item session.Item, nth int) Ref {
	e := c.index.Entry(item.Entry)
	r := Ref{Entry: int32(item.Entry), offset: e.Offset, size: e.Size, nth: int32(nth)}
	if item.Edit != session.None {
		edit := c.index.Entry(item.Edit)
		r.editOffset, r.editSize = edit.Offset, edit.Size
	}
	return r
}

// Message reads the message the ref leads to. The error is session.ErrChanged or
// io.ErrUnexpectedEOF when the file no longer holds it.
func (r Ref) Message(file io.ReaderAt) (jsjson.Raw, error) {
	entry, err := session.ReadLine(file, r.offset, r.size)
	if err != nil {
		return nil, err
	}
	var edit jsjson.Raw
	if r.editSize > 0 {
		if edit, err = session.ReadLine(file, r.editOffset, r.editSize); err != nil {
			return nil, err
		}
	}
	messages := session.Messages(entry, edit)
	if int(r.nth) >= len(messages) {
		return nil, session.ErrChanged
	}
	return messages[r.nth], nil
}

// Text reads the text of the block b that the ref belongs to. A text of another
// length than the block's is session.ErrChanged: the file was rewritten.
func (r Ref) Text(file io.ReaderAt, b *block.Block) (string, error) {
	m, err := r.Message(file)
	if err != nil {
		return "", err
	}
	s := block.TextOf(m, b.Kind, b.Part)
	if text.Len(s) != b.Units {
		return "", session.ErrChanged
	}
	return s, nil
}
