package active

import (
	"io"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/message"
	"cfold/engine/session"
	"cfold/engine/text"
)

// ref places a block's message: the nth message that an entry makes under an edit.
type ref struct{ entry, edit, nth int32 }

// Refs is, alongside the blocks of a context, where each block's text is read from.
// It stays good while the context grows.
type Refs struct {
	list   []ref
	places session.Places
}

// Entry is the index of the entry that block i comes from.
func (r Refs) Entry(i int) int { return int(r.list[i].entry) }

// message reads the message of block i. The error is session.ErrChanged or
// io.ErrUnexpectedEOF when the file no longer holds it.
func (r Refs) message(file io.ReaderAt, i int) (*message.Message, error) {
	from := r.list[i]
	entry, err := r.line(file, from.entry)
	if err != nil {
		return nil, err
	}
	var edit jsjson.Raw
	if from.edit != session.None {
		if edit, err = r.line(file, from.edit); err != nil {
			return nil, err
		}
	}
	said, _ := session.AppendSaid(nil, entry, edit)
	if int(from.nth) >= len(said) {
		return nil, session.ErrChanged
	}
	return &said[from.nth].Message, nil
}

func (r Refs) line(file io.ReaderAt, entry int32) (jsjson.Raw, error) {
	offset, size := r.places.Of(int(entry))
	return session.ReadLine(file, offset, size)
}

// Text reads the text of block i, which is b. A text of another length than the
// block's is session.ErrChanged: the file was rewritten.
func (r Refs) Text(file io.ReaderAt, i int, b *block.Block) (string, error) {
	m, err := r.message(file, i)
	if err != nil {
		return "", err
	}
	s := block.TextIn(m, b.Kind, b.Part)
	if text.Len(s) != b.Units {
		return "", session.ErrChanged
	}
	return s, nil
}
