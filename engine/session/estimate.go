package session

import (
	"strings"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// imageChars is what Pi counts for an image, in UTF-16 units.
const imageChars = 4800

// EstimateTokens is Pi's estimate of a message as it stands in the context: a
// quarter of its characters, rounded up. In tokens.
func EstimateTokens(m jsjson.Raw) int {
	return text.Estimate(messageUnits(m))
}

func messageUnits(m jsjson.Raw) int {
	switch roleOf(m.Get("role")) {
	case System:
		return systemUnits(m)
	case User, CustomRole, ToolResult:
		return contentUnits(m.Get("content"))
	case Assistant:
		return assistantUnits(m.Get("content"))
	case BashExecution:
		return m.Get("command").Units() + m.Get("output").Units()
	case BranchSummaryRole, CompactionSummaryRole:
		return m.Get("summary").Units()
	}
	return 0
}

func contentUnits(content jsjson.Raw) int {
	if content.Kind() == jsjson.String {
		return content.Units()
	}
	n := 0
	for _, part := range content.Elements() {
		switch typ := part.Get("type"); {
		case typ.Equals("text"):
			n += part.Get("text").Units()
		case typ.Equals("image"):
			n += imageChars
		}
	}
	return n
}

func assistantUnits(content jsjson.Raw) int {
	n := 0
	for _, part := range content.Elements() {
		switch typ := part.Get("type"); {
		case typ.Equals("text"):
			n += part.Get("text").Units()
		case typ.Equals("thinking"):
			n += part.Get("thinking").Units()
		case typ.Equals("toolCall"):
			n += part.Get("name").Units()
			if args := part.Get("arguments"); args != nil {
				n += text.Len(jsjson.AppendStringify(nil, args))
			}
		}
	}
	return n
}

func systemUnits(m jsjson.Raw) int {
	n := contentUnits(m.Get("content"))
	for _, v := range m.Get("sections").Members() {
		n += v.Units()
	}
	if tools := m.Get("toolsAdded"); tools.Truthy() {
		n += text.Len(jsjson.AppendStringify(nil, tools))
	}
	return n
}

// Prompt folds a session's system messages into the one Pi replays: contents
// joined, sections and tools by name, the last one ruling. The zero Prompt has
// seen none.
type Prompt struct {
	dated    bool
	texts    []string
	sections map[string]int // name → UTF-16 units
	tools    map[string]int
}

// Add takes in one message; others than system messages change nothing.
func (p *Prompt) Add(m jsjson.Raw) {
	if !m.Get("role").Equals("system") {
		return
	}
	if p.sections == nil {
		p.sections, p.tools = map[string]int{}, map[string]int{}
	}
	p.dated = p.dated || m.Get("timestamp") != nil
	if s := contentText(m.Get("content")); s != "" {
		p.texts = append(p.texts, s)
	}
	for k, v := range m.Get("sections").Members() {
		if v.Kind() == jsjson.Null {
			delete(p.sections, k.Text())
			continue
		}
		p.sections[k.Text()] = v.Units()
	}
	for _, tool := range m.Get("toolsRemoved").Elements() {
		delete(p.tools, tool.Get("name").Text())
	}
	for _, tool := range m.Get("toolsAdded").Elements() {
		p.tools[tool.Get("name").Text()] = text.Len(jsjson.AppendStringify(nil, tool))
	}
}

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

// Estimate is Pi's estimate of the replayed system message, in tokens; 0 when
// there is none.
func (p *Prompt) Estimate() int {
	if !p.dated && len(p.tools) == 0 {
		return 0
	}
	n := text.Len(strings.Join(p.texts, "\n\n"))
	for _, units := range p.sections {
		n += units
	}
	if len(p.tools) > 0 {
		n += 2 + len(p.tools) - 1 // brackets and commas
		for _, units := range p.tools {
			n += units
		}
	}
	return text.Estimate(n)
}
