package recall

import "errors"

// Why a code is not served. Every error of the package names the code and wraps
// one of these, or the error of a read that failed.
var (
	// ErrUnknown: no fold record and no layer knows the code.
	ErrUnknown = errors.New("no folded block has this code")
	// ErrNotFound: the block was folded, but the session file no longer holds it.
	ErrNotFound = errors.New("the folded block is not in the session file")
	// ErrMismatch: the session file holds other content than what was folded.
	ErrMismatch = errors.New("sha256 mismatch: the session file holds other content than was folded")
	// ErrCompacted: the block has left the context, so there is nothing to unfold.
	ErrCompacted = errors.New("the block was compacted out of the context: recall reads it back")
)

// Error is a code that could not be served.
type Error struct {
	Code string
	Err  error
}

func (e *Error) Error() string { return "{#" + e.Code + " FOLDED}: " + e.Err.Error() }

// Unwrap is the reason.
func (e *Error) Unwrap() error { return e.Err }
