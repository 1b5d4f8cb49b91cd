package sessions

import (
	"errors"
	"fmt"
	"strings"
)

// Kinds of failure, to be asked for with errors.Is. The errors themselves are of
// type *Error and say in one line what is wrong, where, and what to do.
var (
	// ErrMissing: nothing is at the path.
	ErrMissing = errors.New("no such session file")
	// ErrDirectory: a folder is at the path.
	ErrDirectory = errors.New("is a directory")
	// ErrNotRegular: a pipe, a device or a socket is at the path.
	ErrNotRegular = errors.New("not a regular file")
	// ErrUnreadable: the file is there and cannot be read.
	ErrUnreadable = errors.New("cannot be read")
	// ErrNotSession: the first entry of the file is not a session header.
	ErrNotSession = errors.New("not a Pi session")
	// ErrEmpty: the file has no entry yet.
	ErrEmpty = errors.New("no entries yet")
	// ErrUnknownID: no session has that id or a beginning of it.
	ErrUnknownID = errors.New("no session with that id")
	// ErrAmbiguous: several sessions have an id that begins so.
	ErrAmbiguous = errors.New("several sessions match")
	// ErrNone: the directory has no session yet.
	ErrNone = errors.New("no session for this directory")
)

// Error is a failure to find or open a session.
type Error struct {
	// Kind is one of the errors above.
	Kind error
	// Subject is the path, id or directory that was asked for, as found: it may
	// hold any bytes.
	Subject string
	// Hint says what to do.
	Hint string
	// Cause is what the system said, or nil.
	Cause error
	// Candidates are the sessions that match, for ErrAmbiguous.
	Candidates []Info
}

// Error is one line. Names in it are quoted where they hold anything unprintable.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", quote(e.Subject), e.Kind)
	if e.Cause != nil {
		fmt.Fprintf(&b, " (%v)", cause(e.Cause))
	}
	for i, c := range e.Candidates {
		b.WriteString([]string{": ", ", "}[min(i, 1)])
		if i == maxNamed {
			fmt.Fprintf(&b, "and %d more", len(e.Candidates)-i)
			break
		}
		fmt.Fprintf(&b, "%s (%s)", quote(c.ID), quote(c.Cwd))
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// maxNamed is how many candidates an error names.
const maxNamed = 8

// Is matches the kind.
func (e *Error) Is(target error) bool { return target == e.Kind }

// Unwrap is the system's error.
func (e *Error) Unwrap() error { return e.Cause }

// cause is err without the path, which the line has already.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// quote gives s as it is when all of it is printable, else as a Go literal.
func quote(s string) string {
	q := fmt.Sprintf("%q", s)
	if s != "" && q == `"`+s+`"` {
		return s
	}
	return q
}
