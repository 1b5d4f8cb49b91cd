package host

import (
	"errors"
	"maps"

	"cfold/engine/block"
	"cfold/engine/jsjson"
)

// ErrGap is a call whose messages do not join those the host has: it has to be
// handed all of them.
var ErrGap = errors.New("the messages do not join the ones known: send them from 0")

// messages is the list of one call, kept for the next one, which mostly adds to
// it.
type messages struct {
	raw     []jsjson.Raw
	after   []mark // alongside raw: where the lists end after each message
	blocks  []block.Block
	folded  []int // alongside blocks: what each would cost as a digest, in tokens
	count   map[string]int
	newest  map[string]int // id → last block with it
	edits   map[string]string
	builder block.Builder
}

// mark is what has to be known to cut the list back.
type mark struct {
	blocks   int
	counters block.Counters
}

// take makes the first from messages known so far, followed by list, the current
// ones. edits maps the base id of a message (block id without part) to the
// context edit in force on it.
func (m *messages) take(from int, list []jsjson.Raw, edits map[string]string, cost func(b *block.Block, body string) int) error {
	if from < 0 || from > len(m.raw) {
		return ErrGap
	}
	if !maps.Equal(edits, m.edits) {
		list = append(m.raw[:from:from], list...)
		from = 0
	}
	m.edits = edits
	m.cut(from)
	for _, raw := range list {
		m.add(raw, cost)
	}
	return nil
}

// cut drops all but the first n messages.
func (m *messages) cut(n int) {
	if n == len(m.raw) && m.count != nil {
		return
	}
	var last mark
	if n > 0 {
		last = m.after[n-1]
	}
	m.raw, m.after = m.raw[:n:n], m.after[:n:n]
	m.blocks, m.folded = m.blocks[:last.blocks:last.blocks], m.folded[:last.blocks:last.blocks]
	m.builder.Counters = last.counters
	m.count, m.newest = map[string]int{}, map[string]int{}
	for i := range m.blocks {
		m.number(i)
	}
}

func (m *messages) number(i int) {
	id := m.blocks[i].ID
	m.count[id]++
	m.newest[id] = i
}

func (m *messages) add(raw jsjson.Raw, cost func(b *block.Block, body string) int) {
	from := len(m.blocks)
	m.blocks = m.builder.Add(m.blocks, raw, m.edits[BaseID(raw)])
	for i := from; i < len(m.blocks); i++ {
		m.number(i)
		b := &m.blocks[i]
		m.folded = append(m.folded, cost(b, block.TextOf(raw, b.Kind, b.Part)))
	}
	m.raw = append(m.raw, raw)
	m.after = append(m.after, mark{len(m.blocks), m.builder.Counters})
}

// BaseID is what a message is known by: the id of its block, without the part of
// an assistant's; empty for a message that makes no durable block.
func BaseID(raw jsjson.Raw) string {
	prefix, known := "", jsjson.Raw(nil)
	switch role := raw.Get("role"); {
	case role.Equals("user"):
		prefix, known = "u:", raw.Get("timestamp")
	case role.Equals("toolResult"):
		prefix, known = "r:", raw.Get("toolCallId")
	case role.Equals("assistant"):
		if prefix, known = "a:", raw.Get("responseId"); known.Text() == "" {
			prefix, known = "a:t", raw.Get("timestamp")
		}
	default:
		prefix, known = "s:", raw.Get("timestamp")
	}
	switch known.Kind() {
	case jsjson.String:
		if s := known.Text(); s != "" {
			return prefix + s
		}
	case jsjson.Number:
		return prefix + jsjson.Stringify(known)
	}
	return ""
}

// Len, Block, Find and Text make the list the live blocks of a recall.

func (m *messages) Len() int                 { return len(m.blocks) }
func (m *messages) Block(i int) *block.Block { return &m.blocks[i] }

func (m *messages) Find(id string) (int, bool) {
	i, ok := m.newest[id]
	return i, ok
}

func (m *messages) Text(i int) (string, error) {
	b := &m.blocks[i]
	return block.TextOf(m.raw[b.Message], b.Kind, b.Part), nil
}
