package session

import (
	"strings"

	"cfold/engine/jsjson"
	"cfold/engine/message"
	"cfold/engine/text"
)

// Prompt folds a session's system messages into the one Pi replays: contents
// joined, sections and tools by name, the last one ruling. The zero Prompt has
// seen none.
type Prompt struct {
	dated    bool
	texts    []string
	sections map[string]int // name → UTF-16 units
	tools    map[string]int
}

// Add takes in one system message, raw its JSON and m the same taken apart.
func (p *Prompt) Add(raw jsjson.Raw, m *message.Message) {
	if p.sections == nil {
		p.sections, p.tools = map[string]int{}, map[string]int{}
	}
	p.dated = p.dated || m.Timestamp != nil
	if s := m.Text(); s != "" {
		p.texts = append(p.texts, s)
	}
	for k, v := range raw.Get("sections").Members() {
		if v.Kind() == jsjson.Null {
			delete(p.sections, k.Text())
			continue
		}
		p.sections[k.Text()] = v.Units()
	}
	for _, tool := range raw.Get("toolsRemoved").Elements() {
		delete(p.tools, tool.Get("name").Text())
	}
	for _, tool := range raw.Get("toolsAdded").Elements() {
		p.tools[tool.Get("name").Text()] = jsjson.StringifyUnits(tool)
	}
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
