package block

import (
	"strconv"
	"strings"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// Builder cuts a list of messages into blocks, one message after the other. The
// zero Builder is ready.
type Builder struct {
	turn, order, index int
	answered           int
}

// Len is the number of messages taken in.
func (bd *Builder) Len() int { return bd.index }

// Answered is the number of messages up to and including the last assistant's.
// Tool results after them have not been delivered yet.
func (bd *Builder) Answered() int { return bd.answered }

// Add appends the blocks of the next message of the list to dst. source names
// the context edit in force on the message; empty without one.
func (bd *Builder) Add(dst []Block, m jsjson.Raw, edit string) []Block {
	from := len(dst)
	switch role := m.Get("role"); {
	case role.Equals("user"):
		bd.turn++
		dst = bd.whole(dst, m, User, "u:", m.Get("timestamp"), ":u")
	case role.Equals("assistant"):
		dst = bd.assistant(dst, m)
		bd.answered = bd.index + 1
	case role.Equals("toolResult"):
		dst = bd.result(dst, m)
	default:
		if m.Get("summary").Kind() == jsjson.String {
			dst = bd.whole(dst, m, Text, "s:", m.Get("timestamp"), ":s")
		}
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

func (bd *Builder) whole(dst []Block, m jsjson.Raw, kind Kind, prefix string, known jsjson.Raw, suffix string) []Block {
	b := Block{Kind: kind, Part: -1, Units: unitsOf(m, kind)}
	bd.name(&b, prefix, known, suffix)
	return bd.put(dst, b)
}

func (bd *Builder) assistant(dst []Block, m jsjson.Raw) []Block {
	model := m.Get("model").Text()
	prefix, known := "a:", m.Get("responseId")
	if _, ok := idText(known); !ok {
		prefix, known = "a:t", m.Get("timestamp")
	}
	for j, part := range m.Get("content").Elements() {
		b := Block{Part: j, Model: model}
		switch typ := part.Get("type"); {
		case typ.Equals("text"):
			b.Kind = Text
		case typ.Equals("thinking"):
			b.Kind = Thinking
		case typ.Equals("toolCall"):
			b.Kind, b.Tool, b.CallID = ToolCall, toolName(part.Get("name")), part.Get("id").Text()
		default:
			continue
		}
		b.Units = partUnits(part, b.Kind)
		p := ":p" + strconv.Itoa(j)
		bd.name(&b, prefix, known, p)
		if b.Durable {
			b.ID += p
		}
		dst = bd.put(dst, b)
	}
	return dst
}

func (bd *Builder) result(dst []Block, m jsjson.Raw) []Block {
	b := Block{
		Kind: ToolResult, Part: -1,
		Units:   unitsOf(m, ToolResult),
		Tool:    toolName(m.Get("toolName")),
		CallID:  m.Get("toolCallId").Text(),
		IsError: m.Get("isError").IsTrue(),
	}
	for _, part := range m.Get("content").Elements() {
		if !part.Get("type").Equals("text") {
			b.Opaque = true
		}
	}
	b.FullOutputPath = m.Get("details").Get("fullOutputPath").Text()
	bd.name(&b, "r:", m.Get("toolCallId"), ":r")
	return bd.put(dst, b)
}

func toolName(v jsjson.Raw) string {
	if s := v.Text(); s != "" {
		return s
	}
	return "tool"
}

// TextOf is the text of the block that is part of message m; part is −1 for a
// block that is the whole message.
func TextOf(m jsjson.Raw, kind Kind, part int) string {
	if part < 0 {
		if kind == Text {
			return m.Get("summary").Text()
		}
		return contentText(m.Get("content"))
	}
	for j, p := range m.Get("content").Elements() {
		if j == part {
			return partText(p, kind)
		}
	}
	return ""
}

// contentText joins a message's text parts with LF.
func contentText(content jsjson.Raw) string {
	if content.Kind() == jsjson.String {
		return content.Text()
	}
	var parts []string
	for _, part := range content.Elements() {
		if part.Get("type").Equals("text") {
			parts = append(parts, part.Get("text").Text())
		}
	}
	return strings.Join(parts, "\n")
}

func partText(part jsjson.Raw, kind Kind) string {
	switch kind {
	case Text:
		return part.Get("text").Text()
	case Thinking:
		return part.Get("thinking").Text()
	}
	return toolName(part.Get("name")) + " " + Arguments(part)
}

// Arguments is a tool call part's arguments as JSON; {} where there are none.
func Arguments(part jsjson.Raw) string {
	args := part.Get("arguments")
	if k := args.Kind(); k == jsjson.Absent || k == jsjson.Null {
		return "{}"
	}
	return jsjson.Stringify(args)
}

// unitsOf is the length in UTF-16 units of a block that is the whole message,
// without decoding it.
func unitsOf(m jsjson.Raw, kind Kind) int {
	if kind == Text {
		return m.Get("summary").Units()
	}
	content := m.Get("content")
	if content.Kind() == jsjson.String {
		return content.Units()
	}
	n, parts := 0, 0
	for _, p := range content.Elements() {
		if p.Get("type").Equals("text") {
			n += p.Get("text").Units()
			parts++
		}
	}
	return n + max(0, parts-1)
}

func partUnits(part jsjson.Raw, kind Kind) int {
	switch kind {
	case Text:
		return part.Get("text").Units()
	case Thinking:
		return part.Get("thinking").Units()
	}
	return text.Len(partText(part, ToolCall))
}
