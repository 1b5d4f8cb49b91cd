package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"cfold/engine/active"
	"cfold/engine/cache"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/session"
)

// The invented provider: a window, a prompt beyond the messages, and prices in
// dollars per token.
const (
	Window     = 24_000
	overhead   = 3_100 // system prompt and tools, in tokens
	priceIn    = 3e-6
	priceOut   = 15e-6
	priceRead  = 0.3e-6
	priceWrite = 3.75e-6
)

// Names of the invented session.
const (
	ID       = "0199d3e0-5eed-7000-8000-00000000de30"
	cwd      = "/home/you/shop"
	provider = "demo"
	model    = "demo-small"
)

// Step is what is written at once, and how long after the step before.
type Step struct {
	After time.Duration
	// Lines go to the session, Index to the seed index, before them.
	Lines, Index []byte
	calls        bool // a response is among the lines
}

// writer is the session as it grows, with the engine's view of it.
type writer struct {
	data  []byte // the file so far
	index *session.Index
	ctx   *active.Context
	folds layer.Set
	steps []Step
	step  Step // being filled

	clock time.Time // of the session
	pace  time.Duration
	count int // ids given
	last  string

	telemetry cache.Telemetry
	warm      []part // what the provider has cached
	config    ladder.Config
	maxSeq    int
}

// part is a piece of the prompt that caches as one.
type part struct {
	id     string
	tokens int
}

func newWriter(start time.Time) *writer {
	w := &writer{index: session.NewIndex(), clock: start, config: ladder.Default()}
	w.ctx = active.New(w.index, w, w.folds.Layered)
	return w
}

// ReadAt reads from the session so far.
func (w *writer) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(w.data).ReadAt(p, off)
}

// put appends an entry: its type's members, to which id, parent and time are
// added.
func (w *writer) put(kind string, members ...member) string {
	w.count++
	id := fmt.Sprintf("%08x", 0x5eed0000+w.count)
	line := append([]byte(`{"type":`), jsjson.AppendQuote(nil, kind)...)
	parent := json.RawMessage("null")
	if w.last != "" {
		parent = jsjson.AppendQuote(nil, w.last)
	}
	head := []member{{"id", id}, {"parentId", parent}, {"timestamp", stamp(w.clock)}}
	line = append(appendMembers(line, append(head, members...)), "}\n"...)
	w.line(line)
	w.last = id
	return id
}

// line appends one whole line to the session.
func (w *writer) line(line []byte) {
	at := int64(len(w.data))
	if line[len(line)-1] != '\n' {
		line = append(line, '\n')
	}
	w.data = append(w.data, line...)
	w.step.Lines = append(w.step.Lines, line...)
	i, l := w.index.Append(bytes.TrimSuffix(line, []byte("\n")), at)
	if i == session.None {
		return
	}
	if w.index.IsFold(i) {
		w.folds.Add(l.Data, i)
	}
	must(w.ctx.Extend(int32(i)))
}

// pause ends a step; the next one comes after d.
func (w *writer) pause(d time.Duration) {
	if len(w.step.Lines) > 0 {
		w.steps = append(w.steps, w.step)
	}
	w.step = Step{After: d}
}

// pass lets time of the session pass.
func (w *writer) pass(d time.Duration) { w.clock = w.clock.Add(d) }

// member is one member of an object that is written in order.
type member struct {
	name  string
	value any
}

// object is members that make an object.
type object []member

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	b := appendMembers([]byte{'{'}, o)
	if len(o) > 0 {
		b = append(b[:1], b[2:]...) // no comma before the first
	}
	return append(b, '}'), nil
}

// appendMembers appends each with a comma before it.
func appendMembers(dst []byte, members []member) []byte {
	for _, m := range members {
		dst = append(jsjson.AppendQuote(append(dst, ','), m.name), ':')
		dst = append(dst, encode(m.value)...)
	}
	return dst
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	must(e.Encode(v))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// must is for what can only fail if this package is wrong.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("demo: %v", err))
	}
}
