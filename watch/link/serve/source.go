package serve

import (
	"bytes"
	"errors"
	"io"
	"os"

	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/ledger"
	"cfold/engine/live"
	"cfold/engine/session"
)

// source is the session as far as it has been read.
type source struct {
	path   string // empty while the session has no file
	file   io.ReaderAt
	close  func() error
	offset int64 // bytes taken in

	state    *live.State
	index    *session.Index // the state's
	restored int            // entries of the index whose folds were handed on
	ledger   *ledger.Ledger
	listed   int // entries of the index that the ledger has
}

func newSource(path string, file io.ReaderAt, close func() error) *source {
	state := live.New(file)
	return &source{path: path, file: file, close: close, state: state, index: state.Index(), ledger: ledger.New(file)}
}

// memory is a session without a file: its lines as they came.
type memory struct{ lines []byte }

// ReadAt reads the lines as a file of them would be read.
func (m *memory) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(m.lines).ReadAt(p, at)
}

func inMemory(id string) *source {
	m := &memory{}
	s := newSource("", m, func() error { return nil })
	m.lines = append(jsjson.AppendQuote([]byte(`{"type":"session","version":3,"id":`), id), "}\n"...)
	return s
}

func openFile(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return newSource(path, f, f.Close), nil
}

// add appends entries to a session without a file.
func (s *source) add(entries jsjson.Raw) {
	m := s.file.(*memory)
	for _, e := range entries.Elements() {
		m.lines = append(append(m.lines, e...), '\n')
	}
}

// span is how much is read at a time, in bytes.
const span = 1 << 20

// errShrank says that the file is no longer the one that was read.
var errShrank = errors.New("the session file was replaced or cut")

// read takes in the whole lines that have come since, and hands the data of each
// fold entry to restore.
func (s *source) read(restore func(data jsjson.Raw) layer.Kind) error {
	if f, ok := s.file.(*os.File); ok {
		if info, err := f.Stat(); err != nil || info.Size() < s.offset {
			return errors.Join(err, errShrank)
		}
	}
	buf := make([]byte, span)
	have := 0
	for {
		n, err := s.file.ReadAt(buf[have:], s.offset+int64(have))
		have += n
		whole := bytes.LastIndexByte(buf[:have], '\n') + 1
		if whole > 0 {
			s.state.Ingest(s.offset, buf[:whole])
			s.offset += int64(whole)
			if err := s.restore(restore); err != nil {
				return err
			}
			have = copy(buf, buf[whole:have])
		}
		if err == io.EOF {
			return s.state.Settle()
		}
		if err != nil {
			return err
		}
		if have == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// restore hands on the folds among the entries that are new.
func (s *source) restore(take func(data jsjson.Raw) layer.Kind) error {
	for ; s.restored < s.index.Len(); s.restored++ {
		if !s.index.IsFold(s.restored) {
			continue
		}
		entry, err := s.index.Read(s.file, s.restored)
		if err != nil {
			return err
		}
		take(entry.Get("data"))
	}
	return nil
}

// blocks is every block of the session, for a recall.
func (s *source) blocks() (*ledger.Ledger, error) {
	for ; s.listed < s.index.Len(); s.listed++ {
		if e := s.index.Entry(s.listed); ledger.Bears(e.Kind) {
			raw, err := s.index.Read(s.file, s.listed)
			if err != nil {
				return nil, err
			}
			s.ledger.Add(e, raw)
		}
	}
	return s.ledger, nil
}

// branch is the entries from the root to the leaf of that id; to the newest entry
// where there is none.
func (s *source) branch(leaf string) []int32 {
	at := s.index.Lookup(leaf)
	if leaf == "" || at == session.None {
		at = s.index.Leaf()
	}
	return s.index.Branch(at)
}
