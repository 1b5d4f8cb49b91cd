package block

import (
	"strconv"

	"cfold/engine/jsjson"
	"cfold/engine/message"
	"cfold/engine/text"
)

// Builder cuts a list of messages into blocks, one message after the other. The
// zero Builder is ready.
type Builder struct {
	Counters
	message message.Message   // scratch
	names   map[string]string // JSON of a name → its text
}

// Counters is where in a list a Builder stands. A Builder whose Counters are set
// back goes on from there.
type Counters struct {
	turn, order, index int
	answered           int
}

// Len is the number of messages taken in.
func (c Counters) Len() int { return c.index }

// Answered is the number of messages up to and including the last assistant's.
// Tool results after them have not been delivered yet.
func (c Counters) Answered() int { return c.answered }

// Add appends the blocks of the next message of the list to dst. edit is the id
// of the context edit in force on the message; empty without one.
func (bd *Builder) Add(dst []Block, raw jsjson.Raw, edit string) []Block {
	bd.message.Read(raw)
	return bd.AddMessage(dst, &bd.message, edit)
}

// AddMessage is Add for a message already taken apart.
func (bd *Builder) AddMessage(dst []Block, m *message.Message, edit string) []Block {
	from := len(dst)
	switch {
	case m.Role.Equals("user"):
		bd.turn++
		dst = bd.whole(dst, m, Block{Kind: User, Units: m.Units()}, "u:", ":u")
	case m.Role.Equals("assistant"):
		dst = bd.assistant(dst, m)
		bd.answered = bd.index + 1
	case m.Role.Equals("toolResult"):
		dst = bd.result(dst, m)
	case m.Summary.Kind() == jsjson.String:
		dst = bd.whole(dst, m, Block{Kind: Text, Units: m.Summary.Units()}, "s:", ":s")
	}
	if edit != "" {
		for i := from; i < len(dst); i++ {
			dst[i].ID += ":edit:" + edit
			dst[i].FullOutputPath = ""
		}
	}
	bd.index++
	return dst
}

// put numbers a block and appends it, unless it is empty; results stay.
func (bd *Builder) put(dst []Block, b Block) []Block {
	if b.Units == 0 && b.Kind != ToolResult {
		return dst
	}
	b.Turn, b.Order, b.Message = bd.turn, bd.order, bd.index
	b.Tokens = text.Estimate(b.Units) + Overhead
	bd.order++
	return append(dst, b)
}

// name gives a block its id: the prefix and what the message is known by, or its
// position where the message has nothing to be known by.
func (bd *Builder) name(b *Block, prefix string, known jsjson.Raw, suffix string) {
	if id, ok := idText(known); ok {
		b.ID, b.Durable = prefix+id, true
		return
	}
	b.ID = "m" + strconv.Itoa(bd.index) + suffix
}

// idText is a string or number as a template literal prints it; ok is false for
// what identifies nothing.
func idText(v jsjson.Raw) (string, bool) {
	switch v.Kind() {
	case jsjson.String:
		s := v.Text()
		return s, s != ""
	case jsjson.Number:
		f, _ := v.Float()
		return string(jsjson.AppendNumber(nil, f)), true
	}
	return "", false
}

func (bd *Builder) whole(dst []Block, m *message.Message, b Block, prefix, suffix string) []Block {
	b.Part = -1
	bd.name(&b, prefix, m.Timestamp, suffix)
	return bd.put(dst, b)
}

func (bd *Builder) assistant(dst []Block, m *message.Message) []Block {
	model := bd.share(m.Model)
	prefix, known := "a:", m.ResponseID
	if _, ok := idText(known); !ok {
		prefix, known = "a:t", m.Timestamp
	}
	for j := range m.Parts {
		p := &m.Parts[j]
		kind, ok := kindOf(p)
		if !ok {
			continue
		}
		b := Block{Kind: kind, Part: j, Model: model, Units: unitsOf(p, kind)}
		if kind == ToolCall {
			b.Tool, b.CallID = bd.tool(p.Name), p.ID.Text()
		}
		suffix := ":p" + strconv.Itoa(j)
		bd.name(&b, prefix, known, suffix)
		if b.Durable {
			b.ID += suffix
		}
		dst = bd.put(dst, b)
	}
	return dst
}

func (bd *Builder) result(dst []Block, m *message.Message) []Block {
	b := Block{
		Kind: ToolResult, Part: -1,
		Units:          m.Units(),
		Tool:           bd.tool(m.ToolName),
		IsError:        m.IsError.IsTrue(),
		FullOutputPath: m.Details.Get("fullOutputPath").Text(),
	}
	for i := range m.Parts {
		if !m.Parts[i].Type.Equals("text") {
			b.Opaque = true
		}
	}
	bd.name(&b, "r:", m.ToolCallID, ":r")
	if b.Durable && m.ToolCallID.Kind() == jsjson.String {
		b.CallID = b.ID[len("r:"):]
	}
	return bd.put(dst, b)
}

func (bd *Builder) tool(name jsjson.Raw) string {
	if s := bd.share(name); s != "" {
		return s
	}
	return anyTool
}

// share decodes a name that recurs on many blocks, once.
func (bd *Builder) share(name jsjson.Raw) string {
	if s, ok := bd.names[string(name)]; ok {
		return s
	}
	if bd.names == nil {
		bd.names = map[string]string{}
	}
	s := name.Text()
	bd.names[string(name)] = s
	return s
}
