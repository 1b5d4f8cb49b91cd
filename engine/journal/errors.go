package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Why a session was not appended to, or not as it should have been: to be asked
// for with errors.Is. All up to ErrNoRoom say that nothing was written.
var (
	// ErrGone: nothing is at the path any more.
	ErrGone = errors.New("it is no longer there")
	// ErrNotSession: no regular file, or its first entry is no session header.
	ErrNotSession = errors.New("it is not a Pi session")
	// ErrReadOnly: the file, its file system or its permissions forbid writing.
	ErrReadOnly = errors.New("it is read-only")
	// ErrShrank: the file is shorter than what was read of it.
	ErrShrank = errors.New("it shrank since it was read; open it again")
	// ErrReplaced: the path leads to another file than the one read.
	ErrReplaced = errors.New("it was replaced by another file since it was read; open it again")
	// ErrRewritten: the file no longer holds what was read of it.
	ErrRewritten = errors.New("it was rewritten since it was read; open it again")
	// ErrOldVersion: version 1, whose entries have no ids to append to.
	ErrOldVersion = errors.New("its format is too old to append to; opening it once in Pi brings it up to date")
	// ErrNewVersion: a format newer than this program knows.
	ErrNewVersion = errors.New("its format is newer than this program knows, so it is only read")
	// ErrNoParent: the last entry has no id, so nothing can follow it.
	ErrNoParent = errors.New("its last entry has no id, so nothing can be appended after it")
	// ErrNoRoom: the disk, a quota or a size limit has no room for the line.
	ErrNoRoom = errors.New("there is no room for the record; nothing was written")

	// ErrTorn: part of the line was written, and others have written since, so
	// that it could not be taken back.
	ErrTorn = errors.New("only part of the record was written and could not be taken back; the torn line is skipped by all readers")
	// ErrLost: the line does not stand where it was written.
	ErrLost = errors.New("the record does not stand where it was written; another program overwrites the file, or its file system cannot append safely")
	// ErrMoved: the path led to another file once the line had been written.
	ErrMoved = errors.New("it was replaced or deleted while it was appended to, so the record is lost with the old file")
	// ErrContended: the record is in the file, but others wrote so fast that it
	// could not be given the right parent; Repair does that later.
	ErrContended = errors.New("the record is in the file, but others kept writing between it and its parent")
	// ErrNotSynced: the record is in the file, but the disk did not confirm it.
	ErrNotSynced = errors.New("the record was written, but the disk did not confirm it")
	// ErrFailed: the system refused for another reason, which Cause gives.
	ErrFailed = errors.New("the system refused")
)

// Error is a failure to append. Error gives one line.
type Error struct {
	// Path is the file, as given; it may hold any bytes.
	Path string
	// Kind is one of the errors above.
	Kind error
	// Cause is what the system said, or nil.
	Cause error
}

// Error names the file, quoted where its name holds anything unprintable.
func (e *Error) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("cannot append to %s: %v", quote(e.Path), e.Kind)
	}
	return fmt.Sprintf("cannot append to %s: %v (%v)", quote(e.Path), e.Kind, innermost(e.Cause))
}

// Is matches the kind.
func (e *Error) Is(target error) bool { return target == e.Kind }

// Unwrap is the system's error.
func (e *Error) Unwrap() error { return e.Cause }

// innermost is err without the paths that were put around it.
func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

func quote(s string) string {
	if q := fmt.Sprintf("%q", s); s == "" || q != `"`+s+`"` {
		return q
	}
	return s
}

// kindOf sorts what the system said about opening, reading or writing.
func kindOf(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ErrGone
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	case errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ENXIO):
		return ErrNotSession
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return ErrNoRoom
	}
	return ErrFailed
}

// fail makes an *Error of a kind.
func fail(path string, kind, cause error) error { return &Error{Path: path, Kind: kind, Cause: cause} }

// failed makes an *Error of what the system said; an *Error stays as it is.
func failed(path string, err error) error {
	var already *Error
	if err == nil || errors.As(err, &already) {
		return err
	}
	return fail(path, kindOf(err), err)
}
