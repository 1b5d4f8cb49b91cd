package block

import (
	"strings"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// message is a message's fields, found in one pass over it.
type message struct {
	role, timestamp, responseID, model jsjson.Raw
	callID, toolName, isError, details jsjson.Raw
	summary                            jsjson.Raw
	content                            jsjson.Raw // where it is a plain string
	parts                              []part
}

// part is one part of a message's content.
type part struct{ typ, text, thinking, name, id, arguments jsjson.Raw }

func (m *message) read(raw jsjson.Raw) {
	*m = message{parts: m.parts[:0]}
	jsjson.Walk(raw, m.member)
}

func (m *message) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"role"`:
		return v.Value(&m.role)
	case `"content"`:
		m.parts, m.content = m.parts[:0], nil
		if v.Kind() == jsjson.String {
			return v.Value(&m.content)
		}
		return v.Array(func(_ int, v jsjson.Cursor) int {
			m.parts = append(m.parts, part{})
			return v.Object(m.parts[len(m.parts)-1].member)
		})
	case `"timestamp"`:
		return v.Value(&m.timestamp)
	case `"responseId"`:
		return v.Value(&m.responseID)
	case `"model"`:
		return v.Value(&m.model)
	case `"toolCallId"`:
		return v.Value(&m.callID)
	case `"toolName"`:
		return v.Value(&m.toolName)
	case `"isError"`:
		return v.Value(&m.isError)
	case `"details"`:
		return v.Value(&m.details)
	case `"summary"`:
		return v.Value(&m.summary)
	}
	return v.Skip()
}

func (p *part) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"type"`:
		return v.Value(&p.typ)
	case `"text"`:
		return v.Value(&p.text)
	case `"thinking"`:
		return v.Value(&p.thinking)
	case `"name"`:
		return v.Value(&p.name)
	case `"id"`:
		return v.Value(&p.id)
	case `"arguments"`:
		return v.Value(&p.arguments)
	}
	return v.Skip()
}

// kind is what block an assistant's part makes; ok is false for a part of
// another type.
func (p *part) kind() (k Kind, ok bool) {
	switch {
	case p.typ.Equals("text"):
		return Text, true
	case p.typ.Equals("thinking"):
		return Thinking, true
	case p.typ.Equals("toolCall"):
		return ToolCall, true
	}
	return 0, false
}

// units is the length of the part's text in UTF-16 units.
func (p *part) units(kind Kind) int {
	switch kind {
	case Text:
		return p.text.Units()
	case Thinking:
		return p.thinking.Units()
	}
	return text.Len(p.body(ToolCall))
}

// body is the part's text.
func (p *part) body(kind Kind) string {
	switch kind {
	case Text:
		return p.text.Text()
	case Thinking:
		return p.thinking.Text()
	}
	name := p.name.Text()
	if name == "" {
		name = anyTool
	}
	return name + " " + p.args()
}

// args is a call's arguments as JSON; {} where there are none.
func (p *part) args() string {
	if k := p.arguments.Kind(); k == jsjson.Absent || k == jsjson.Null {
		return "{}"
	}
	return jsjson.Stringify(p.arguments)
}

// units is the length of the text parts joined with LF, in UTF-16 units.
func (m *message) units() int {
	if m.content != nil {
		return m.content.Units()
	}
	n, texts := 0, 0
	for i := range m.parts {
		if m.parts[i].typ.Equals("text") {
			n += m.parts[i].text.Units()
			texts++
		}
	}
	return n + max(0, texts-1)
}

// TextOf is the text of the block of that kind that is part of message m; part
// is −1 for a block that is the whole message.
func TextOf(raw jsjson.Raw, kind Kind, part int) string {
	var m message
	m.read(raw)
	switch {
	case part >= len(m.parts):
		return ""
	case part >= 0:
		return m.parts[part].body(kind)
	case kind == Text:
		return m.summary.Text()
	case m.content != nil:
		return m.content.Text()
	}
	var texts []string
	for i := range m.parts {
		if m.parts[i].typ.Equals("text") {
			texts = append(texts, m.parts[i].text.Text())
		}
	}
	return strings.Join(texts, "\n")
}
