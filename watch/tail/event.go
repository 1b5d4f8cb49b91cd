package tail

import "fmt"

// An Event is a Reset, Lines, Missing, Error or Notice.
type Event interface{ event() }

// Reset starts a generation: everything known from earlier Lines is void.
// Lines of the generation follow, beginning at offset 0.
type Reset struct {
	// Generation counts from 1.
	Generation int
	Reason     Reason
	// File gives access to the bytes of this generation on demand. It belongs to
	// the consumer, who closes it when the generation is no longer needed.
	File *File
	// Size is the size of the file in bytes when the generation was found.
	Size int64
}

// Lines carries whole lines of the current generation, or, with empty Data,
// only news about what follows them.
type Lines struct {
	Generation int
	// Base is the byte offset of Data in the file.
	Base int64
	// Data holds one or more whole lines including their LF, or nothing. It has
	// at most ChunkSize bytes unless it is a single longer line. It belongs to
	// the consumer, for as long as wanted; Release hands it back. It may lie in
	// a buffer of ChunkSize bytes, which is kept along with it.
	Data []byte
	// Partial is the number of bytes after the last LF, 0 while AtEnd is false.
	// They stand at Base+len(Data) and can be read from the generation's File: a
	// complete JSON value whose LF is still to come may be among them.
	Partial int64
	// AtEnd says that the end of the file was reached: with this event everything
	// that was there has been delivered.
	AtEnd bool

	pool *pool
}

// Release hands Data back to be reused. Neither Data nor anything that points
// into it may be used afterwards. Calling it is optional; it saves allocation
// while a large file is read for the first time.
func (l Lines) Release() {
	if l.pool != nil {
		l.pool.put(l.Data)
	}
}

// Missing says that the path does not exist, once until it does again. The
// current generation's File stays readable; when something appears at the path,
// a Reset follows.
type Missing struct{}

// Error says that the file cannot be followed at the moment, once per cause; what
// the system said is an fs.PathError.
// Following goes on: when the cause goes away, a Reset or Lines follow.
type Error struct{ Err error }

// Notice is one line for the user about the watch itself.
type Notice struct{ Text string }

func (Reset) event()   {}
func (Lines) event()   {}
func (Missing) event() {}
func (Error) event()   {}
func (Notice) event()  {}

// Reason says why a generation started.
type Reason int

const (
	// Opened: the first generation.
	Opened Reason = iota
	// Replaced: the path leads to another file.
	Replaced
	// Truncated: the file is shorter than what was delivered.
	Truncated
	// Rewritten: delivered bytes changed in place.
	Rewritten
	// CameBack: the path was missing in between.
	CameBack
)

// String gives the reason as the end of a sentence about the file.
func (r Reason) String() string {
	switch r {
	case Opened:
		return "was opened"
	case Replaced:
		return "was replaced by another file"
	case Truncated:
		return "was truncated"
	case Rewritten:
		return "was rewritten in place"
	case CameBack:
		return "came back"
	}
	return fmt.Sprintf("Reason(%d)", int(r))
}
