package journal

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"os"
	"syscall"

	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Seen is what a caller has read of a session. What it then wants to append was
// decided on that, so a file that is something else now is refused.
type Seen struct {
	// File describes the file that was read, from its open handle.
	File fs.FileInfo
	// Size is how many bytes were read, up to the end of a whole line.
	Size int64
	// Session is the header's id.
	Session string
	// Last is the id of the last entry among those bytes; empty without one, or
	// where it has no id.
	Last string
}

// headerLimit is how far into a file its header may begin, in bytes: as far as
// Pi looks for one.
const headerLimit = 1 << 20

// Look reads what stands at path now: the Seen of a caller who wants to append to
// whatever is there. It reads the header and the last entry only.
func Look(path string) (Seen, error) {
	f, info, err := open(path, os.O_RDONLY)
	if err != nil {
		return Seen{}, err
	}
	defer f.Close()
	h, err := readHeader(path, f)
	if err != nil {
		return Seen{}, err
	}
	last, end, err := lastEntry(f, info.Size())
	if err != nil {
		return Seen{}, failed(path, err)
	}
	return Seen{File: info, Size: end, Session: h.id, Last: last.id}, nil
}

// open opens a regular file. Opening never waits, even if a pipe is at the path.
func open(path string, flag int) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, failed(path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fail(path, ErrNotSession, nil)
	}
	if err != nil {
		f.Close()
		return nil, nil, failed(path, err)
	}
	return f, info, nil
}

// header is what the session's first line says.
type header struct {
	id      string
	version int // 1 when the file names none
}

// readHeader reads the first JSON object of a file, passing over lines that are
// none as Pi does.
func readHeader(path string, r io.ReaderAt) (header, error) {
	lines := bufio.NewReader(io.NewSectionReader(r, 0, 1<<62))
	for read := 0; read < headerLimit; {
		line, err := lines.ReadBytes('\n')
		if object, ok := jsjson.Walk(line, func(_ jsjson.Key, v jsjson.Cursor) int { return v.Skip() }); ok {
			id := object.Get("id")
			if !object.Get("type").Equals("session") || id.Kind() != jsjson.String {
				break
			}
			h := header{id: id.Text(), version: 1}
			if v := object.Get("version"); v.Kind() == jsjson.Number {
				h.version = int(v.Int())
			}
			return h, nil
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return header{}, failed(path, err)
		}
		read += len(line)
	}
	return header{}, fail(path, ErrNotSession, nil)
}

// lastEntry is the last entry among the whole lines of the bytes [0, end), and
// where the last of those lines ends.
func lastEntry(r io.ReaderAt, end int64) (last link, stop int64, err error) {
	first := true
	err = backward(r, end, func(line []byte, at int64) bool {
		if first && unterminated(r, at) {
			return true
		}
		if first {
			first, stop = false, at
		}
		var ok bool
		last, ok = readLink(line)
		return !ok
	})
	return last, stop, err
}

// unterminated tells that no LF stands before the byte at stop.
func unterminated(r io.ReaderAt, stop int64) bool {
	var b [1]byte
	_, err := r.ReadAt(b[:], stop-1)
	return err == nil && b[0] != '\n'
}

// verify refuses a file that may not be appended to or is not what was seen.
func (s Seen) verify(path string, f *os.File, now fs.FileInfo) error {
	switch {
	case !os.SameFile(s.File, now):
		return fail(path, ErrReplaced, nil)
	case now.Size() < s.Size:
		return fail(path, ErrShrank, nil)
	case now.Mode().Perm()&0o222 == 0:
		// Said even to the superuser, whom the system would let write.
		return fail(path, ErrReadOnly, nil)
	}
	h, err := readHeader(path, f)
	switch {
	case err != nil:
		return err
	case h.id != s.Session:
		return fail(path, ErrRewritten, nil)
	case h.version > session.CurrentVersion:
		return fail(path, ErrNewVersion, nil)
	case h.version < 2:
		return fail(path, ErrOldVersion, nil)
	}
	last, _, err := lastEntry(f, s.Size)
	if err == nil && last.id != s.Last {
		return fail(path, ErrRewritten, nil)
	}
	return failed(path, err)
}

// standsAt reports whether line stands at the byte offset at.
func standsAt(r io.ReaderAt, line []byte, at int64) (bool, error) {
	have := make([]byte, len(line))
	n, err := r.ReadAt(have, at)
	if err == io.EOF {
		err = nil
	}
	return bytes.Equal(have[:n], line), err
}
