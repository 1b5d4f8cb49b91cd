package sessions

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"cfold/engine/jsjson"
)

// headerLimit is how far, in bytes, a header is looked for, as in Pi's own
// discovery.
const headerLimit = 1 << 20

// Header is the first entry of a session.
type Header struct {
	// Version is 1 when the header names none.
	Version int
	ID      string
	// Cwd is the working directory as recorded, empty when absent.
	Cwd string
	// Created is zero when the time is absent or malformed.
	Created time.Time
	// Parent is the path of the session this one was forked from, or empty.
	Parent string
}

// ReadHeader reads the header of the session at path. The rule is Pi's: the
// first line that is JSON and not blank, null, false, 0 or "" must be an object
// of type "session" with a string id; lines before it that do not parse are
// skipped, a last line without LF counts. Errors are of type *Error.
func ReadHeader(path string) (Header, error) {
	f, err := openSession(path)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	h, err := scanHeader(f)
	if err != nil {
		return Header{}, fileError(path, err)
	}
	return h, nil
}

// openSession opens a regular file without ever waiting for another process.
func openSession(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fileError(path, err)
	}
	info, err := f.Stat()
	switch {
	case err == nil && info.IsDir():
		err = ErrDirectory
	case err == nil && !info.Mode().IsRegular():
		err = ErrNotRegular
	}
	if err != nil {
		f.Close()
		return nil, fileError(path, err)
	}
	return f, nil
}

// fileError makes the line for what went wrong with the file at path.
func fileError(path string, err error) error {
	e := &Error{Subject: path}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		e.Kind, e.Hint = ErrMissing, "check the path, or list what there is with: cfold-tui sessions"
	case errors.Is(err, ErrDirectory):
		e.Kind, e.Hint = ErrDirectory, "name a session file inside it, or an id"
	case errors.Is(err, ErrNotRegular):
		e.Kind, e.Hint = ErrNotRegular, "name the session's own file, or an id"
	case errors.Is(err, ErrNotSession):
		e.Kind, e.Hint = ErrNotSession, `its first entry has to be {"type":"session","id":…}`
	case errors.Is(err, ErrEmpty):
		e.Kind, e.Hint = ErrEmpty, "Pi writes it with the first message"
	default:
		e.Kind, e.Cause = ErrUnreadable, err
		switch {
		case errors.Is(err, fs.ErrPermission):
			e.Hint = "check its permissions"
		case errors.Is(err, syscall.ELOOP):
			e.Hint = "the link leads in a circle"
		}
	}
	return e
}

// scanHeader finds the header at the start of r. Without one it fails with
// ErrEmpty while one may still be written, that is after nothing but blank lines
// and an unfinished one, else with ErrNotSession.
func scanHeader(r io.Reader) (Header, error) {
	limited := &io.LimitedReader{R: r, N: headerLimit}
	br := bufio.NewReader(limited)
	junk := false
	for {
		line, err := br.ReadBytes('\n')
		if entry, ok := parse(line); ok {
			return headerOf(entry)
		}
		if errors.Is(err, io.EOF) {
			if junk || limited.N == 0 {
				return Header{}, ErrNotSession
			}
			return Header{}, ErrEmpty
		}
		junk = junk || len(bytes.TrimSpace(line)) > 0
		if err != nil {
			return Header{}, err
		}
	}
}

// parse decodes one line as Pi does and reports whether Pi counts it as an entry:
// valid JSON that JavaScript does not hold for false.
func parse(line []byte) (jsjson.Raw, bool) {
	entry, ok := jsjson.Scan(line)
	return entry, ok && entry.Truthy()
}

func headerOf(entry jsjson.Raw) (Header, error) {
	if !entry.Get("type").Equals("session") || entry.Get("id").Kind() != jsjson.String {
		return Header{}, ErrNotSession
	}
	h := Header{
		Version: max(1, int(entry.Get("version").Int())),
		ID:      entry.Get("id").Text(),
		Cwd:     entry.Get("cwd").Text(),
		Parent:  entry.Get("parentSession").Text(),
	}
	// A malformed time leaves the zero time, which means unknown.
	h.Created, _ = time.Parse(time.RFC3339, entry.Get("timestamp").Text())
	return h, nil
}
