package session

import (
	"cfold/engine/jsjson"
)

// skimmed is what one pass over a line yields.
type skimmed struct {
	isHeader   bool
	header     Header
	kind       Kind
	role       Role
	id, parent string
	hasID      bool
	time       int64
	known      bool

	response   *Response
	compaction *compactionDetail
	edit       *editDetail
	leafTarget string
	text       string // session name; custom type
	model      [2]string
}

type compactionDetail struct {
	firstKept      string
	firstKeptIndex int // version 1; None otherwise
	tokensBefore   int64
	hasSystem      bool
}

type editDetail struct {
	target string
	omit   bool
}

// skim reads one entry's fields. raw is a JSON object.
func skim(raw jsjson.Raw) skimmed {
	var s skimmed
	var message, usage, typ jsjson.Raw
	c := compactionDetail{firstKeptIndex: None}
	var e editDetail
	var name, customType, target, kind jsjson.Raw
	for k, v := range raw.Members() {
		switch string(k) {
		case `"type"`:
			typ = v
		case `"id"`:
			s.id, s.hasID = v.Text(), v.Kind() == jsjson.String
		case `"parentId"`:
			s.parent = v.Text()
		case `"timestamp"`:
			s.time, _ = parseTime(v)
		case `"message"`:
			message = v
		case `"usage"`:
			usage = v
		case `"firstKeptEntryId"`:
			c.firstKept = v.Text()
		case `"firstKeptEntryIndex"`:
			if v.Kind() == jsjson.Number {
				c.firstKeptIndex = int(v.Int())
			}
		case `"tokensBefore"`:
			c.tokensBefore = v.Int()
		case `"systemMessage"`:
			c.hasSystem = v.Truthy()
		case `"targetId"`:
			target = v
		case `"replacement"`:
			e.omit = v.Kind() == jsjson.Null
		case `"name"`:
			name = v
		case `"customType"`:
			customType = v
		case `"provider"`:
			s.model[0] = v.Text()
		case `"modelId"`, `"model"`:
			s.model[1] = v.Text()
		case `"kind"`:
			kind = v
		}
	}
	if typ.Equals("session") {
		s.isHeader, s.header = true, skimHeader(raw)
		return s
	}
	s.kind = kindOf(typ)
	s.known = s.kind != Other
	switch s.kind {
	case Message:
		s.skimMessage(message)
	case UsageReport:
		r := Response{Provider: s.model[0], Model: s.model[1], Report: kind.Text()}
		if r.Report == "" {
			r.Report = "usage"
		}
		r.Usage, r.HasUsage = readUsage(usage)
		s.response = &r
	case Compaction:
		s.compaction = &c
	case ContextEdit:
		e.target = target.Text()
		s.edit = &e
	case Leaf:
		s.leafTarget = target.Text()
	case SessionInfo:
		s.text = name.Text()
	case Custom, CustomMessage:
		s.text = customType.Text()
	}
	return s
}

func skimHeader(raw jsjson.Raw) Header {
	h := Header{ID: raw.Get("id").Text(), Version: 1, CWD: raw.Get("cwd").Text(), ParentSession: raw.Get("parentSession").Text()}
	if v := raw.Get("version"); v.Kind() == jsjson.Number {
		h.Version = int(v.Int())
	}
	h.Time, _ = parseTime(raw.Get("timestamp"))
	return h
}

func (s *skimmed) skimMessage(m jsjson.Raw) {
	var role, usage, stop jsjson.Raw
	var provider, model jsjson.Raw
	for k, v := range m.Members() {
		switch string(k) {
		case `"role"`:
			role = v
		case `"usage"`:
			usage = v
		case `"stopReason"`:
			stop = v
		case `"provider"`:
			provider = v
		case `"model"`:
			model = v
		}
	}
	s.role = roleOf(role)
	s.known = s.role != OtherRole
	if s.role != Assistant {
		return
	}
	r := Response{Provider: provider.Text(), Model: model.Text(), Stopped: stop.Equals("aborted"), Failed: stop.Equals("error")}
	r.Usage, r.HasUsage = readUsage(usage)
	s.response = &r
}

func readUsage(raw jsjson.Raw) (Usage, bool) {
	if raw.Kind() != jsjson.Object {
		return Usage{}, false
	}
	var u Usage
	for k, v := range raw.Members() {
		switch string(k) {
		case `"input"`:
			u.Input = v.Int()
		case `"output"`:
			u.Output = v.Int()
		case `"cacheRead"`:
			u.CacheRead = v.Int()
		case `"cacheWrite"`:
			u.CacheWrite = v.Int()
		case `"totalTokens"`:
			u.Total = v.Int()
		case `"cost"`:
			u.Cost, u.HasCost = readCost(v)
		}
	}
	return u, true
}

func readCost(raw jsjson.Raw) (Cost, bool) {
	if raw.Kind() != jsjson.Object {
		return Cost{}, false
	}
	var c Cost
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
	return c, true
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
