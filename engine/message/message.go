package message

import (
	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// Message is a message's fields; what it has not is absent. The last of repeated
// keys rules.
type Message struct {
	Role, Timestamp                          jsjson.Raw
	ResponseID, Provider, Model, Stop, Usage jsjson.Raw // an assistant's
	ToolCallID, ToolName, IsError, Details   jsjson.Raw // a tool result's
	Command, Output                          jsjson.Raw // a shell execution's
	Summary                                  jsjson.Raw
	// Content is what the content is, Plain its text where that is a string, Parts
	// its elements where it is a list.
	Content jsjson.Kind
	Plain   jsjson.Raw
	Parts   []Part

	plainUnits int
}

// Part is one part of a message's content.
type Part struct {
	Type, Text, Thinking, Name, ID, Arguments jsjson.Raw
	// TextUnits and ThinkingUnits are the lengths of Text and Thinking in UTF-16
	// units.
	TextUnits, ThinkingUnits int
}

// Read takes apart the message raw. Parts is used again.
func (m *Message) Read(raw jsjson.Raw) {
	m.Reset()
	jsjson.Walk(raw, m.Member)
}

// Reset empties the message, keeping the room its parts took.
func (m *Message) Reset() { *m = Message{Parts: m.Parts[:0]} }

// Member takes in one member of the message: the visitor of a walk over it.
func (m *Message) Member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"role"`:
		return v.Value(&m.Role)
	case `"content"`:
		return m.content(v)
	case `"timestamp"`:
		return v.Value(&m.Timestamp)
	case `"responseId"`:
		return v.Value(&m.ResponseID)
	case `"provider"`:
		return v.Value(&m.Provider)
	case `"model"`:
		return v.Value(&m.Model)
	case `"stopReason"`:
		return v.Value(&m.Stop)
	case `"usage"`:
		return v.Value(&m.Usage)
	case `"toolCallId"`:
		return v.Value(&m.ToolCallID)
	case `"toolName"`:
		return v.Value(&m.ToolName)
	case `"isError"`:
		return v.Value(&m.IsError)
	case `"details"`:
		return v.Value(&m.Details)
	case `"command"`:
		return v.Value(&m.Command)
	case `"output"`:
		return v.Value(&m.Output)
	case `"summary"`:
		return v.Value(&m.Summary)
	}
	return v.Skip()
}

func (m *Message) content(v jsjson.Cursor) int {
	m.Content, m.Plain, m.plainUnits, m.Parts = v.Kind(), nil, 0, m.Parts[:0]
	if v.Kind() == jsjson.String {
		return v.Measured(&m.Plain, &m.plainUnits)
	}
	return v.Array(func(_ int, v jsjson.Cursor) int {
		m.Parts = append(m.Parts, Part{})
		return v.Object(m.Parts[len(m.Parts)-1].member)
	})
}

func (p *Part) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"type"`:
		return v.Value(&p.Type)
	case `"text"`:
		return v.Measured(&p.Text, &p.TextUnits)
	case `"thinking"`:
		return v.Measured(&p.Thinking, &p.ThinkingUnits)
	case `"name"`:
		return v.Value(&p.Name)
	case `"id"`:
		return v.Value(&p.ID)
	case `"arguments"`:
		return v.Value(&p.Arguments)
	}
	return v.Skip()
}

// Text is the text parts joined with LF, or the plain content.
func (m *Message) Text() string { return string(m.AppendText(make([]byte, 0, m.Units()))) }

// AppendText appends Text to dst.
func (m *Message) AppendText(dst []byte) []byte {
	if m.Plain != nil {
		return m.Plain.AppendText(dst)
	}
	texts := 0
	for i := range m.Parts {
		if !m.Parts[i].Type.Equals("text") {
			continue
		}
		if texts++; texts > 1 {
			dst = append(dst, '\n')
		}
		dst = m.Parts[i].Text.AppendText(dst)
	}
	return dst
}

// Units is the length of Text in UTF-16 units, found without decoding it.
func (m *Message) Units() int {
	n, texts := m.plainUnits, 0
	for i := range m.Parts {
		if m.Parts[i].Type.Equals("text") {
			n += m.Parts[i].TextUnits
			texts++
		}
	}
	return n + max(0, texts-1)
}

// imageUnits is what Pi counts for an image, in UTF-16 units.
const imageUnits = 4800

// Estimate is Pi's estimate of the message as it stands in the context, in
// tokens: a quarter of its characters, rounded up. raw is the message's JSON.
func (m *Message) Estimate(raw jsjson.Raw) int { return text.Estimate(m.weight(raw)) }

func (m *Message) weight(raw jsjson.Raw) int {
	switch role := m.Role; {
	case role.Equals("user"), role.Equals("toolResult"), role.Equals("custom"):
		return m.contentUnits()
	case role.Equals("assistant"):
		return m.spokenUnits()
	case role.Equals("system"):
		return m.contentUnits() + systemUnits(raw)
	case role.Equals("bashExecution"):
		return m.Command.Units() + m.Output.Units()
	case role.Equals("branchSummary"), role.Equals("compactionSummary"):
		return m.Summary.Units()
	}
	return 0
}

func (m *Message) contentUnits() int {
	n := m.plainUnits
	for i := range m.Parts {
		switch p := &m.Parts[i]; {
		case p.Type.Equals("text"):
			n += p.TextUnits
		case p.Type.Equals("image"):
			n += imageUnits
		}
	}
	return n
}

func (m *Message) spokenUnits() int {
	n := 0
	for i := range m.Parts {
		switch p := &m.Parts[i]; {
		case p.Type.Equals("text"):
			n += p.TextUnits
		case p.Type.Equals("thinking"):
			n += p.ThinkingUnits
		case p.Type.Equals("toolCall"):
			n += p.Name.Units() + jsjson.StringifyUnits(p.Arguments)
		}
	}
	return n
}

// systemUnits is what a system message holds beyond its content.
func systemUnits(raw jsjson.Raw) int {
	n := 0
	for _, v := range raw.Get("sections").Members() {
		n += v.Units()
	}
	if tools := raw.Get("toolsAdded"); tools.Truthy() {
		n += jsjson.StringifyUnits(tools)
	}
	return n
}
