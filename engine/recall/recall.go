package recall

import (
	"errors"

	"cfold/engine/block"
	"cfold/engine/layer"
	"cfold/engine/text"
)

// Blocks is a list of blocks whose texts can be read; package ledger has it.
type Blocks interface {
	Len() int
	Block(i int) *block.Block
	// Find is the position of the last block with an id.
	Find(id string) (i int, ok bool)
	Text(i int) (string, error)
}

// Source is what recall reads from. Nothing in it is changed.
type Source struct {
	// Folds is the restored state of the session.
	Folds *layer.Set
	// Ledger holds every block of the session file, Live those of the active
	// context in order, edits applied.
	Ledger, Live Blocks
	// ReadFile reads a tool's full-output file, decoded as text.Decode does it;
	// nil where none can be read.
	ReadFile func(path string) (string, error)
}

// Answer is what a code was served with.
type Answer struct {
	Code, BlockID string
	// Label is the tool's name, or the kind of other blocks.
	Label string
	// Text is what is served, Units the length of all there is, in UTF-16 units.
	Text  string
	Units int
	// Verified is true when the original has the hash its fold record names.
	Verified bool
	// Note says, where it matters, where the text came from; empty for the
	// verified original.
	Note string
}

// Notes on where a text came from.
const (
	noteUnverified = "no trustworthy hash was recorded: unverified"
	noteFile       = "from the tool's full-output file"
	noteLive       = "from the live context: "
)

// target is a block that a code stands for.
type target struct {
	id     string
	record layer.Record // zero without one
}

// find resolves a code: to the block of a fold record with it, unfolded or not,
// else to a layer's block without a record.
func (s Source) find(code string) (target, bool) {
	for _, r := range s.Folds.Records() {
		if r.Code == code {
			return target{r.BlockID, r}, true
		}
	}
	for _, l := range s.Folds.Layers() {
		for _, d := range l.Entries {
			if _, recorded := s.Folds.RecordOf(d.ID); !recorded && block.Code(d.ID) == code {
				return target{id: d.ID}, true
			}
		}
	}
	return target{}, false
}

// Recall serves the block that a code stands for. The code may be typed in any
// form block.ParseCode reads. An *Error says why nothing is served.
func (s Source) Recall(typed string, o Options) (Answer, error) {
	code := block.ParseCode(typed)
	t, ok := s.find(code)
	if !ok {
		return Answer{}, &Error{code, ErrUnknown}
	}
	return s.serve(code, t, o)
}

// Original serves a block whole by its id, as a person asks for it who sees the
// block and not its code: folded or not, in the context or not. An *Error says
// why nothing is served.
func (s Source) Original(id string) (Answer, error) {
	r, _ := s.Folds.RecordOf(id)
	return s.serve(s.Folds.Code(id), target{id, r}, Options{Full: true})
}

// serve reads what a code was found to stand for: the verified original, else what
// is live of it.
func (s Source) serve(code string, t target, o Options) (Answer, error) {
	a := Answer{Code: code, BlockID: t.id, Label: t.record.Tool}
	body, err := s.original(t)
	switch {
	case err == nil:
		a.Verified = t.record.SHA256 != ""
		if !a.Verified {
			a.Note = noteUnverified
		}
		if full, ok := s.fullOutput(t, o); ok {
			body, a.Note = full, noteFile
		}
	default:
		i, live := s.Live.Find(t.id)
		if !live {
			return Answer{}, &Error{code, err}
		}
		a.Note = noteLive + err.Error()
		if body, err = s.Live.Text(i); err != nil {
			return Answer{}, &Error{code, err}
		}
	}
	if a.Label == "" {
		a.Label = s.label(t.id)
	}
	a.Units = text.Len(body)
	a.Text = Slice(body, o)
	return a, nil
}

// original reads a block's text from the ledger and verifies it.
func (s Source) original(t target) (string, error) {
	i, ok := s.Ledger.Find(t.id)
	if !ok {
		return "", ErrNotFound
	}
	body, err := s.Ledger.Text(i)
	if err != nil {
		return "", err
	}
	if t.record.SHA256 == "" {
		return body, nil
	}
	if sum, _ := block.Hash(body); sum != t.record.SHA256 {
		return "", ErrMismatch
	}
	return body, nil
}

// fullOutput is the whole output that a truncated result names, for reads by
// lines or term.
func (s Source) fullOutput(t target, o Options) (string, bool) {
	if s.ReadFile == nil || o.Lines == "" && o.Grep == "" {
		return "", false
	}
	path := t.record.FullOutputPath
	if path == "" {
		if i, ok := s.Ledger.Find(t.id); ok {
			path = s.Ledger.Block(i).FullOutputPath
		}
	}
	if path == "" {
		return "", false
	}
	body, err := s.ReadFile(path)
	return body, err == nil
}

func (s Source) label(id string) string {
	if i, ok := s.Ledger.Find(id); ok {
		return s.Ledger.Block(i).Label()
	}
	if i, ok := s.Live.Find(id); ok {
		return s.Live.Block(i).Label()
	}
	return ""
}

// Unfold resolves a code to the block that an unfold would hold from now on: one
// that is folded and live, or was unfolded before. An *Error wraps ErrCompacted
// for a block that has left the context and ErrUnknown for any other code.
func (s Source) Unfold(typed string) (id string, err error) {
	code := block.ParseCode(typed)
	t, ok := s.find(code)
	if !ok {
		return "", &Error{code, ErrUnknown}
	}
	if _, live := s.Live.Find(t.id); !live {
		return "", &Error{code, ErrCompacted}
	}
	if !s.Folds.Layered(t.id) {
		return "", &Error{code, ErrUnknown}
	}
	return t.id, nil
}

// IsFailure reports whether err is a code that could not be served, not a read
// that failed.
func IsFailure(err error) bool {
	for _, reason := range []error{ErrUnknown, ErrNotFound, ErrMismatch, ErrCompacted} {
		if errors.Is(err, reason) {
			return true
		}
	}
	return false
}
