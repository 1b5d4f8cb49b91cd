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

// weighed is what the weight of a message depends on, found in one pass.
type weighed struct {
	role                     jsjson.Raw
	command, output, summary jsjson.Raw
	content                  int // as a user's or result's content
	spoken                   int // as an assistant's content
}

func messageUnits(m jsjson.Raw) int {
	var w weighed
	jsjson.Walk(m, w.member)
	switch roleOf(w.role) {
	case System:
		return w.content + systemUnits(m)
	case User, CustomRole, ToolResult:
		return w.content
	case Assistant:
		return w.spoken
	case BashExecution:
		return w.command.Units() + w.output.Units()
	case BranchSummaryRole, CompactionSummaryRole:
		return w.summary.Units()
	}
	return 0
}

func (w *weighed) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"role"`:
		return v.Value(&w.role)
	case `"content"`:
		w.content, w.spoken = 0, 0
		if v.Kind() == jsjson.String {
			var s jsjson.Raw
			end := v.Value(&s)
			w.content = s.Units()
			return end
		}
		return v.Array(w.part)
	case `"command"`:
		return v.Value(&w.command)
	case `"output"`:
		return v.Value(&w.output)
	case `"summary"`:
		return v.Value(&w.summary)
	}
	return v.Skip()
}

func (w *weighed) part(_ int, v jsjson.Cursor) int {
	var typ, words, thinking, name, args jsjson.Raw
	end := v.Object(func(k jsjson.Key, v jsjson.Cursor) int {
		switch string(k) {
		case `"type"`:
			return v.Value(&typ)
		case `"text"`:
			return v.Value(&words)
		case `"thinking"`:
			return v.Value(&thinking)
		case `"name"`:
			return v.Value(&name)
		case `"arguments"`:
			return v.Value(&args)
		}
		return v.Skip()
	})
	switch {
	case typ.Equals("text"):
		n := words.Units()
		w.content += n
		w.spoken += n
	case typ.Equals("image"):
		w.content += imageChars
	case typ.Equals("thinking"):
		w.spoken += thinking.Units()
	case typ.Equals("toolCall"):
		w.spoken += name.Units() + text.Len(jsjson.AppendStringify(nil, args))
	}
	return end
}

// systemUnits is what a system message holds beyond its content.
func systemUnits(m jsjson.Raw) int {
	n := 0
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
