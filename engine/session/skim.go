package session

import (
	"cfold/engine/cache"
	"cfold/engine/jsjson"
	"cfold/engine/message"
)

// Line is what one pass over an entry's line yields. The Raws alias the line. A
// Line may be used again for the next one; lines can be skimmed side by side.
type Line struct {
	Raw     jsjson.Raw
	Kind    Kind
	Role    Role
	Message message.Message
	// Data is a custom entry's data, CustomType its type.
	Data       jsjson.Raw
	CustomType string

	size        int // of the line, in bytes
	valid       bool
	blank       bool
	isHeader    bool
	known       bool
	typ, id     jsjson.Raw
	parent      jsjson.Raw
	timestamp   jsjson.Raw
	usage       jsjson.Raw
	firstKept   jsjson.Raw
	firstIndex  jsjson.Raw
	system      jsjson.Raw
	target      jsjson.Raw
	replacement jsjson.Raw
	name        jsjson.Raw
	provider    jsjson.Raw
	model       jsjson.Raw
	report      jsjson.Raw
	customType  jsjson.Raw
}

// Skim reads a line without its LF into l.
func (l *Line) Skim(line []byte) {
	l.Message.Reset()
	*l = Line{Message: l.Message, size: len(line)}
	l.Raw, l.valid = jsjson.Walk(line, l.member)
	if !l.valid {
		l.blank = isBlank(line)
		return
	}
	if l.typ.Equals("session") {
		l.isHeader = true
		return
	}
	l.Kind = kindOf(l.typ)
	l.known = l.Kind != Other
	switch l.Kind {
	case Message:
		l.Role = roleOf(l.Message.Role)
		l.known = l.Role != OtherRole
	case Custom, CustomMessage:
		l.CustomType = l.customType.Text()
	}
}

func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

func (l *Line) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"type"`:
		return v.Value(&l.typ)
	case `"id"`:
		return v.Value(&l.id)
	case `"parentId"`:
		return v.Value(&l.parent)
	case `"timestamp"`:
		return v.Value(&l.timestamp)
	case `"message"`:
		l.Message.Reset()
		return v.Object(l.Message.Member)
	case `"data"`:
		return v.Value(&l.Data)
	case `"usage"`:
		return v.Value(&l.usage)
	case `"firstKeptEntryId"`:
		return v.Value(&l.firstKept)
	case `"firstKeptEntryIndex"`:
		return v.Value(&l.firstIndex)
	case `"systemMessage"`:
		return v.Value(&l.system)
	case `"targetId"`:
		return v.Value(&l.target)
	case `"replacement"`:
		return v.Value(&l.replacement)
	case `"name"`:
		return v.Value(&l.name)
	case `"customType"`:
		return v.Value(&l.customType)
	case `"provider"`:
		return v.Value(&l.provider)
	case `"modelId"`, `"model"`:
		return v.Value(&l.model)
	case `"kind"`:
		return v.Value(&l.report)
	}
	return v.Skip()
}

func (l *Line) header() Header {
	h := Header{ID: l.id.Text(), Version: 1, CWD: l.Raw.Get("cwd").Text(), ParentSession: l.Raw.Get("parentSession").Text()}
	if v := l.Raw.Get("version"); v.Kind() == jsjson.Number {
		h.Version = int(v.Int())
	}
	h.Time, _ = parseTime(l.timestamp)
	return h
}

// response is the accounting record of an assistant message or usage entry.
func (l *Line) response() (Response, bool) {
	switch {
	case l.Kind == UsageReport:
		r := Response{Model: cache.Model{Provider: l.provider.Text(), ID: l.model.Text()}, Report: l.report.Text()}
		if r.Report == "" {
			r.Report = "usage"
		}
		r.Usage, r.HasUsage = readUsage(l.usage)
		return r, true
	case l.Kind == Message && l.Role == Assistant:
		m := &l.Message
		r := Response{Model: cache.Model{Provider: m.Provider.Text(), ID: m.Model.Text()}, Stopped: m.Stop.Equals("aborted"), Failed: m.Stop.Equals("error")}
		r.Usage, r.HasUsage = readUsage(m.Usage)
		if m.Timestamp.Kind() == jsjson.Number {
			r.Started = m.Timestamp.Int()
		}
		return r, true
	}
	return Response{}, false
}

func readUsage(raw jsjson.Raw) (cache.Usage, bool) {
	if raw.Kind() != jsjson.Object {
		return cache.Usage{}, false
	}
	var u cache.Usage
	for k, v := range raw.Members() {
		switch string(k) {
		case `"input"`:
			u.Input = int(v.Int())
		case `"output"`:
			u.Output = int(v.Int())
		case `"cacheRead"`:
			u.CacheRead = int(v.Int())
		case `"cacheWrite"`:
			u.CacheWrite = int(v.Int())
		case `"totalTokens"`:
			u.TotalTokens = int(v.Int())
		case `"cost"`:
			u.Cost = readCost(v)
		}
	}
	return u, true
}

func readCost(raw jsjson.Raw) *cache.Cost {
	if raw.Kind() != jsjson.Object {
		return nil
	}
	var c cache.Cost
	for k, v := range raw.Members() {
		f, _ := v.Float()
		switch string(k) {
		case `"input"`:
			c.Input = f
		case `"output"`:
			c.Output = f
		case `"cacheRead"`:
			c.CacheRead = f
		case `"cacheWrite"`:
			c.CacheWrite = f
		case `"total"`:
			c.Total = f
		}
	}
	return &c
}

func kindOf(typ jsjson.Raw) Kind {
	for k, name := range kindNames {
		if name != "" && typ.Equals(name) {
			return Kind(k)
		}
	}
	return Other
}

func roleOf(role jsjson.Raw) Role {
	for r, name := range roleNames {
		if name != "" && role.Equals(name) {
			return Role(r)
		}
	}
	if role.Equals("hookMessage") {
		return CustomRole // what versions 1 and 2 called it
	}
	return OtherRole
}
