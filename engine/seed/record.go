package seed

import (
	"math"
	"strconv"
	"time"

	"cfold/engine/jsjson"
)

// Harness is who writes the records, which are of version 2.
const Harness = "pi-context-fold"

// Triggers of a record.
const (
	Threshold = "threshold"
	Cap       = "cap"
	Compact   = "compact"
)

// Record is one line of the seed index.
type Record struct {
	Harness, Session string
	Seq              int
	// At is the time as Time writes it.
	At      string
	Trigger string
	Usage   Usage
	Fields
	Spans []Span
}

// Usage is the context's fill when the record was made.
type Usage struct {
	Tokens, ContextWindow int
	// Fraction is Tokens over ContextWindow, kept to three decimals; 0 where the
	// window is unknown.
	Fraction float64
}

// UsageOf is the usage of that many tokens in a window; a window that is unknown
// is 0.
func UsageOf(tokens, window int) Usage {
	u := Usage{Tokens: tokens, ContextWindow: window}
	if window > 0 {
		u.Fraction = math.Floor(float64(tokens)/float64(window)*1000+0.5) / 1000
	}
	return u
}

// Fields is what was extracted.
type Fields struct {
	Files, Commands, Errors, Identifiers []string
	UserMessages                         []UserMessage
}

// UserMessage is the first line of what a person said in a turn.
type UserMessage struct {
	Turn      int
	FirstLine string
}

// Span points at the original of a folded block.
type Span struct {
	BlockID, Code, Tool string
	Turn                int
	// Bytes is the original's length in UTF-8, Lines the number of its lines.
	Bytes, Lines   int
	SHA256         string
	FullOutputPath string
}

// Time writes a time in milliseconds since 1970 as records hold it.
func Time(ms int64) string {
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

// AppendLine appends the record as one line of the index, its LF included.
func AppendLine(dst []byte, r Record) []byte { return append(r.AppendJSON(dst), '\n') }

// AppendRetraction appends the line that voids the earlier records of a seq, its
// LF included.
func AppendRetraction(dst []byte, seq int, at string) []byte {
	w := object(append(dst, `{"v":2,"kind":"fold-retract"`...))
	w.number("seq", seq)
	w.text("at", at)
	return append(w, "}\n"...)
}

// AppendJSON appends the record as JSON.stringify writes it.
func (r Record) AppendJSON(dst []byte) []byte {
	w := object(append(dst, `{"v":2,"kind":"fold-index"`...))
	w.text("harness", r.Harness)
	w.text("session", r.Session)
	w.number("seq", r.Seq)
	w.text("at", r.At)
	w.text("trigger", r.Trigger)
	w.usage(r.Usage)
	w.fields(r.Fields)
	w = append(w, `,"spans":[`...)
	for i, s := range r.Spans {
		if i > 0 {
			w = append(w, ',')
		}
		w.span(s)
	}
	return append(w, "]}"...)
}

// AppendJSON appends the fields as one object.
func (f Fields) AppendJSON(dst []byte) []byte {
	w := object(append(dst, '{'))
	w.fields(f)
	return append(w, '}')
}

// object is a JSON object being written.
type object []byte

func (w *object) key(name string) {
	if (*w)[len(*w)-1] != '{' {
		*w = append(*w, ',')
	}
	*w = append(append(append(*w, '"'), name...), '"', ':')
}

func (w *object) text(name, value string) {
	w.key(name)
	*w = jsjson.AppendQuote(*w, value)
}

func (w *object) number(name string, value int) {
	w.key(name)
	*w = strconv.AppendInt(*w, int64(value), 10)
}

func (w *object) texts(name string, values []string) {
	w.key(name)
	*w = append(*w, '[')
	for i, v := range values {
		if i > 0 {
			*w = append(*w, ',')
		}
		*w = jsjson.AppendQuote(*w, v)
	}
	*w = append(*w, ']')
}

func (w *object) usage(u Usage) {
	w.key("usage")
	*w = append(*w, '{')
	w.number("tokens", u.Tokens)
	w.number("contextWindow", u.ContextWindow)
	w.key("fraction")
	*w = append(jsjson.AppendNumber(*w, u.Fraction), '}')
}

func (w *object) fields(f Fields) {
	w.texts("files", f.Files)
	w.texts("commands", f.Commands)
	w.texts("errors", f.Errors)
	w.texts("identifiers", f.Identifiers)
	w.key("userMessages")
	*w = append(*w, '[')
	for i, m := range f.UserMessages {
		if i > 0 {
			*w = append(*w, ',')
		}
		*w = append(*w, '{')
		w.number("turn", m.Turn)
		w.text("firstLine", m.FirstLine)
		*w = append(*w, '}')
	}
	*w = append(*w, ']')
}

func (w *object) span(s Span) {
	*w = append(*w, '{')
	w.text("blockId", s.BlockID)
	w.text("code", s.Code)
	w.text("tool", s.Tool)
	w.number("turn", s.Turn)
	w.key("log")
	*w = append(*w, '{')
	w.number("bytes", s.Bytes)
	w.number("lines", s.Lines)
	*w = append(*w, '}')
	w.text("sha256", s.SHA256)
	if s.FullOutputPath != "" {
		w.text("fullOutputPath", s.FullOutputPath)
	}
	*w = append(*w, '}')
}
