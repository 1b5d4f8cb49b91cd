package journal

import (
	"bufio"
	"io/fs"
	"os"
	"sync"
	"time"

	"cfold/engine/session"
)

// Options are what a Journal cannot know from the file.
type Options struct {
	// Now is the clock; required.
	Now func() time.Time
	// Known reports whether an entry among the bytes the caller has read has that
	// id. Without it Open reads the whole file to find out.
	Known func(id string) bool
}

// Journal appends to one session. It holds no file open between calls. Its
// methods may be called from several goroutines; they take turns.
type Journal struct {
	path string
	opts Options

	mu     sync.Mutex
	seen   Seen
	marked mark
	taken  ids
	lines  *bufio.Reader
}

// Result is what came of an Append or Repair.
type Result struct {
	// ID and Parent are the entry's that now stands for the record, Offset is the
	// byte its line starts at. All are zero after a Repair that had nothing to do.
	ID, Parent string
	Offset     int64
	// Copies is how many entries were appended once more, with the right parent:
	// what had been broken before, and what others broke meanwhile.
	Copies int
	// Contested says that others appended meanwhile. A program has the session
	// open then; it sees the record once it opens the session again.
	Contested bool
	// TimeKept says that the modification time was put back, since the session was
	// not the newest of its folder: pi -c opens the newest.
	TimeKept bool
}

// Open gets ready to append to the session at path, of which the caller has read
// what seen says. It writes nothing. A file that may not be appended to, or is
// not the one that was read, is refused: the errors up to ErrNoParent.
func Open(path string, seen Seen, opts Options) (*Journal, error) {
	j := &Journal{path: path, opts: opts, seen: seen, taken: ids{}, lines: bufio.NewReaderSize(nil, blockSize)}
	f, info, err := j.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if j.marked, err = findMark(f, info.Size()); err != nil {
		return nil, failed(path, err)
	}
	from := int64(0)
	if opts.Known != nil {
		from = seen.Size
	}
	return j, failed(path, j.taken.noteAll(f, from, info.Size()))
}

// open opens the session and refuses one that is not what was seen.
func (j *Journal) open() (*os.File, fs.FileInfo, error) {
	f, info, err := open(j.path, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return nil, nil, err
	}
	if err := j.seen.verify(j.path, f, info); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Append appends one record, after repairing what an earlier writer may have left
// broken. On an error of a kind after ErrNoRoom something was written; the error
// says what.
func (j *Journal) Append(r Record) (Result, error) {
	return j.do(r.data, func(v *visit) error {
		if err := v.settle(); err != nil {
			return err
		}
		if err := v.write(r.data, v.at.last.id); err != nil {
			return err
		}
		return v.settle()
	})
}

// Repair mends what a writer that was killed between an append and its repair has
// left: a last entry with a fold record that does not follow the entry before it.
// Copies tells whether there was anything to mend.
func (j *Journal) Repair() (Result, error) {
	return j.do(nil, (*visit).settle)
}

// NeedsRepair reports whether Repair would have anything to do. It writes nothing.
// While others append to the session it may be so for a moment only.
func NeedsRepair(path string) (bool, error) {
	f, info, err := open(path, os.O_RDONLY)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if h, err := readHeader(path, f); err != nil || h.version < 2 || h.version > session.CurrentVersion {
		return false, err
	}
	m, err := findMark(f, info.Size())
	if err != nil {
		return false, failed(path, err)
	}
	t, err := readTail(f, bufio.NewReader(nil), m, func([]byte) {})
	return t.verdict(m).broken, failed(path, err)
}

// do opens the file for one action and sees to what every action ends with.
func (j *Journal) do(record []byte, act func(*visit) error) (Result, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	f, info, err := j.open()
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	v := &visit{Journal: j, f: f, keep: !newest(j.path, info), record: record, ids: map[string]bool{}}
	err = act(v)
	if v.wrote {
		// Whatever happened since, what was written is made to last.
		if end := v.finish(); err == nil {
			err = end
		}
	}
	return v.result, failed(j.path, err)
}
