package block

import (
	"cfold/engine/jsjson"
	"cfold/engine/message"
)

// anyTool is what a tool without a name is called.
const anyTool = "tool"

// kindOf is what block an assistant's part makes; ok is false for a part of
// another type.
func kindOf(p *message.Part) (k Kind, ok bool) {
	switch {
	case p.Type.Equals("text"):
		return Text, true
	case p.Type.Equals("thinking"):
		return Thinking, true
	case p.Type.Equals("toolCall"):
		return ToolCall, true
	}
	return 0, false
}

// unitsOf is the length of an assistant's part in UTF-16 units.
func unitsOf(p *message.Part, kind Kind) int {
	switch kind {
	case Text:
		return p.TextUnits
	case Thinking:
		return p.ThinkingUnits
	}
	name := p.Name.Units()
	if name == 0 {
		name = len(anyTool)
	}
	if hasArguments(p) {
		return name + 1 + jsjson.StringifyUnits(p.Arguments)
	}
	return name + 1 + len(noArguments)
}

func partText(p *message.Part, kind Kind) string {
	switch kind {
	case Text:
		return p.Text.Text()
	case Thinking:
		return p.Thinking.Text()
	}
	name := p.Name.Text()
	if name == "" {
		name = anyTool
	}
	return name + " " + arguments(p)
}

// noArguments stands for a call's arguments where there are none.
const noArguments = "{}"

func hasArguments(p *message.Part) bool {
	k := p.Arguments.Kind()
	return k != jsjson.Absent && k != jsjson.Null
}

// arguments is a call's arguments as JSON.
func arguments(p *message.Part) string {
	if hasArguments(p) {
		return jsjson.Stringify(p.Arguments)
	}
	return noArguments
}

// TextOf is the text of the block of that kind that is part of message raw; part
// is −1 for a block that is the whole message.
func TextOf(raw jsjson.Raw, kind Kind, part int) string {
	var m message.Message
	m.Read(raw)
	return TextIn(&m, kind, part)
}

// TextIn is TextOf for a message already taken apart.
func TextIn(m *message.Message, kind Kind, part int) string {
	switch {
	case part >= len(m.Parts):
		return ""
	case part >= 0:
		return partText(&m.Parts[part], kind)
	case kind == Text:
		return m.Summary.Text()
	}
	return m.Text()
}

// AppendText appends TextIn to dst.
func AppendText(dst []byte, m *message.Message, kind Kind, part int) []byte {
	switch {
	case kind == Thinking && part >= 0 && part < len(m.Parts):
		return m.Parts[part].Thinking.AppendText(dst)
	case kind != Text && part < 0:
		return m.AppendText(dst)
	}
	return append(dst, TextIn(m, kind, part)...)
}
