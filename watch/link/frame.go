package link

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"cfold/engine/jsjson"
)

// Protocol is the version of the frames. Sides of different versions do not work
// together.
const Protocol = 1

// Code says what kind of failure an answer reports.
type Code string

// The codes.
const (
	UnknownOp  Code = "unknown_op"  // nobody knows the operation
	BadRequest Code = "bad_request" // a field is missing or of the wrong type
	OtherSide  Code = "protocol"    // the sides speak different versions
	Gap        Code = "gap"         // messages are missing: all are to be sent
	Refused    Code = "refused"     // understood, and not done; the message says why
	Failed     Code = "failed"      // it was tried and went wrong
)

// Failure is a failed request. Its message is one line.
type Failure struct {
	Code    Code `json:"code"`
	Message Text `json:"message"`
}

func (f *Failure) Error() string { return string(f.Message) }

// Failuref makes a failure.
func Failuref(code Code, format string, args ...any) *Failure {
	return &Failure{code, Text(fmt.Sprintf(format, args...))}
}

// Text is a JavaScript string: unlike a string it keeps lone surrogates through
// JSON.
type Text string

// MarshalJSON writes the text as JSON.stringify does.
func (t Text) MarshalJSON() ([]byte, error) { return jsjson.AppendQuote(nil, string(t)), nil }

// UnmarshalJSON reads a JSON string.
func (t *Text) UnmarshalJSON(data []byte) error {
	raw, ok := jsjson.Scan(data)
	if !ok || raw.Kind() != jsjson.String {
		return errors.New("not a string")
	}
	*t = Text(raw.Text())
	return nil
}

// Frame is one line of the protocol.
type Frame struct {
	ID    int             `json:"id,omitempty"`
	Op    string          `json:"op,omitempty"`
	Event string          `json:"event,omitempty"`
	OK    json.RawMessage `json:"ok,omitempty"`
	Error *Failure        `json:"error,omitempty"`
}

// value is what an answer holds, or its failure as a *Failure.
func (f Frame) value() (json.RawMessage, error) {
	if f.Error != nil {
		return nil, f.Error
	}
	return f.OK, nil
}

// Reader reads frames of any length.
type Reader struct{ r *bufio.Reader }

// readAhead is how much of the stream is taken at a time, in bytes.
const readAhead = 64 << 10

// NewReader returns a reader of frames.
func NewReader(r io.Reader) *Reader { return &Reader{bufio.NewReaderSize(r, readAhead)} }

// Next reads one line and keeps no part of it; blank lines are passed over. The
// error is that of the stream; io.EOF also where its last line is torn.
func (r *Reader) Next() ([]byte, error) {
	for {
		line, err := r.r.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

// Writer writes frames, each with one write. Its methods may be called from
// several goroutines.
type Writer struct {
	mu sync.Mutex
	w  io.Writer
}

// NewWriter returns a writer of frames.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes one frame.
func (w *Writer) Write(frame any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(frame); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.w.Write(b.Bytes())
	return err
}

// Answer answers the request of that id.
func (w *Writer) Answer(id int, value any, err error) error {
	if err == nil {
		if value == nil {
			value = struct{}{}
		}
		return w.Write(struct {
			ID int `json:"id"`
			OK any `json:"ok"`
		}{id, value})
	}
	var f *Failure
	if !errors.As(err, &f) {
		f = &Failure{Failed, Text(err.Error())}
	}
	return w.Write(struct {
		ID    int      `json:"id"`
		Error *Failure `json:"error"`
	}{id, f})
}
