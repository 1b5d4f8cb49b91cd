package journal

import (
	"bytes"
	"errors"
	"os"
	"time"
)

// visit is one action on the open file.
type visit struct {
	*Journal
	f *os.File
	// at is the end of the file as last read.
	at tail
	// keep says to put the modification time back, old is what it was before the
	// first write.
	keep bool
	old  time.Time

	// record is what the action appends, nil for a repair; result tells of it.
	record []byte
	ids    map[string]bool // of the entries that were there before, and of its own
	wrote  bool
	end    int64 // where its last line ends
	result Result
}

// maxCopies bounds how often a record is appended again in one go.
const maxCopies = 100

// settle reads the end of the file and, while the newest entry skips others,
// appends a copy of it that does not.
func (v *visit) settle() error {
	for range maxCopies {
		at, err := readTail(v.f, v.lines, v.marked, v.taken.note)
		if err != nil {
			return err
		}
		v.at = at
		for _, l := range at.window {
			if !v.wrote {
				v.ids[l.id] = true
			}
			v.result.Contested = v.result.Contested || !v.ids[l.id]
		}
		judged := at.verdict(v.marked)
		if !judged.broken {
			v.marked = at.next
			v.seen.Size, v.seen.Last = at.next.end, at.next.last.id
			return nil
		}
		if err := v.write(judged.record, judged.right); err != nil {
			return err
		}
		v.result.Copies++
	}
	return fail(v.path, ErrContended, nil)
}

// write appends one entry that follows parent.
func (v *visit) write(record []byte, parent string) error {
	if v.at.any && parent == "" {
		return fail(v.path, ErrNoParent, nil)
	}
	if err := checkRoom(v.f, v.at.size, entryBytes(record, parent)); err != nil {
		return fail(v.path, ErrNoRoom, err)
	}
	id := v.taken.fresh(v.opts.Known)
	var line []byte
	if v.at.torn {
		line = append(line, '\n')
	}
	start := len(line)
	line = appendEntry(line, record, id, parent, v.opts.Now())
	if !v.wrote {
		v.old = v.at.info.ModTime()
	}
	offset, err := appendOnce(v.f, line)
	if errors.Is(err, errTorn) {
		v.wrote = true
		return fail(v.path, ErrTorn, nil)
	}
	if err != nil {
		return err
	}
	if offset < v.at.size {
		// The file was cut short since its last entry was read: that entry may be
		// gone, and a line that follows nothing empties the conversation.
		if withdraw(v.f, offset+int64(len(line)), int64(len(line))) {
			return fail(v.path, ErrShrank, nil)
		}
		v.wrote = true
		return fail(v.path, ErrLost, nil)
	}
	v.wrote, v.ids[id], v.end = true, true, offset+int64(len(line))
	if v.record == nil || bytes.Equal(v.record, record) {
		v.result.ID, v.result.Parent, v.result.Offset = id, parent, offset+int64(start)
	}
	if ok, err := standsAt(v.f, line, offset); err != nil || !ok {
		return fail(v.path, ErrLost, err)
	}
	return nil
}

// finish syncs what was written, sees whether it went into the file at the path,
// and puts the modification time back where that is called for.
func (v *visit) finish() error {
	if err := v.f.Sync(); err != nil {
		return fail(v.path, ErrNotSynced, err)
	}
	now, err := os.Stat(v.path)
	if err != nil || !os.SameFile(now, v.seen.File) {
		return fail(v.path, ErrMoved, err)
	}
	if v.keep && !v.result.Contested {
		v.result.TimeKept, err = keepTime(v.f, v.path, v.end, v.old, v.opts.Now)
	}
	return failed(v.path, err)
}
