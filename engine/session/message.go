package session

import (
	"io"

	"cfold/engine/jsjson"
	"cfold/engine/message"
)

// Read fetches the JSON of entry i from the file the index was built on. It
// fails with io.ErrUnexpectedEOF or ErrChanged when the file no longer holds
// what was indexed.
func (x *Index) Read(file io.ReaderAt, i int) (jsjson.Raw, error) {
	e := x.entries.At(int(i))
	raw, err := ReadLine(file, e.Offset, e.Size)
	if err == nil && x.header.Version >= 2 && raw.Get("id").Text() != x.ID(i) {
		err = ErrChanged
	}
	return raw, err
}

// ReadLine fetches the JSON of the line of size bytes at offset, with the errors
// of Read.
func ReadLine(file io.ReaderAt, offset int64, size int32) (jsjson.Raw, error) {
	line := make([]byte, size)
	if n, err := file.ReadAt(line, offset); n < len(line) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	raw, ok := jsjson.Scan(line)
	if !ok {
		return nil, ErrChanged
	}
	return raw, nil
}

// Messages lists the messages that an entry puts into the context, as Pi builds
// them: none, one, or for a compaction that carries a system message two. edit is
// the JSON of the context edit in force on it, absent without one.
func Messages(entry, edit jsjson.Raw) []jsjson.Raw {
	said, _ := AppendSaid(nil, entry, edit)
	list := make([]jsjson.Raw, len(said))
	for n := range said {
		list[n] = said[n].Raw
	}
	return list
}

// Said is a message as an entry puts it into the context: its JSON, and the same
// taken apart.
type Said struct {
	Raw jsjson.Raw
	message.Message
}

// AppendSaid appends Messages, taken apart, to dst, of whose free elements the room
// is used again. line has not been checked yet; ok is false when it is not one JSON
// object.
func AppendSaid(dst []Said, line []byte, edit jsjson.Raw) (list []Said, ok bool) {
	from := len(dst)
	dst = another(dst)
	e := spoken{said: &dst[from]}
	entry, ok := jsjson.Walk(line, e.member)
	if !ok {
		return dst[:from], false
	}
	list = dst[:from]
	switch kindOf(e.typ) {
	case Message:
		if e.said.Raw.Kind() == jsjson.Object {
			list = dst
			e.said.set(e.withContent())
		}
	case CustomMessage:
		list = appendRaw(list, customMessage(entry))
	case BranchSummary:
		if s := entry.Get("summary"); s.Truthy() {
			list = appendRaw(list, summaryMessage("branchSummary", entry, "fromId"))
		}
	case Compaction:
		if system := entry.Get("systemMessage"); system.Truthy() {
			list = appendRaw(list, system)
		}
		list = appendRaw(list, summaryMessage("compactionSummary", entry, "tokensBefore"))
	}
	if edit == nil {
		return list, true
	}
	replacement := edit.Get("replacement")
	if replacement.Kind() == jsjson.Null {
		return list[:from], true
	}
	for n := from; n < len(list); n++ {
		list[n].set(edited(list[n].Raw, replacement.Get("content")))
	}
	return list, true
}

// another is list with one element more, empty but for the room it has.
func another(list []Said) []Said {
	n := len(list)
	if n < cap(list) {
		list = list[:n+1]
	} else {
		list = append(list, Said{})
	}
	list[n].Raw = nil
	list[n].Reset()
	return list
}

func appendRaw(list []Said, raw jsjson.Raw) []Said {
	list = another(list)
	list[len(list)-1].set(raw)
	return list
}

// set makes raw the message, taking it apart unless it is what stands there.
func (s *Said) set(raw jsjson.Raw) {
	if len(raw) != len(s.Raw) || &raw[0] != &s.Raw[0] {
		s.Raw = raw
		s.Read(raw)
	}
}

// spoken is an entry's message and what decides how it enters the context, found
// in one pass.
type spoken struct {
	typ  jsjson.Raw
	said *Said
}

func (e *spoken) member(k jsjson.Key, v jsjson.Cursor) int {
	switch string(k) {
	case `"type"`:
		return v.Value(&e.typ)
	case `"message"`:
		e.said.Reset()
		return v.Span(&e.said.Raw, v.Object(e.said.Member))
	}
	return v.Skip()
}

// withContent gives a message whose content is missing an empty one, and the
// older role hookMessage its present name.
func (e *spoken) withContent() jsjson.Raw {
	m := e.said.Raw
	if e.said.Role.Equals("hookMessage") {
		m = replaced(m, "role", jsjson.Raw(`"custom"`))
	}
	if k := e.said.Content; k != jsjson.Absent && k != jsjson.Null {
		return m
	}
	switch roleOf(e.said.Role) {
	case System:
		return replaced(m, "content", jsjson.Raw(`""`))
	case User, Assistant, ToolResult:
		return replaced(m, "content", jsjson.Raw(`[]`))
	}
	return m
}

func edited(m, content jsjson.Raw) jsjson.Raw {
	switch roleOf(m.Get("role")) {
	case Assistant, ToolResult:
		if content.Kind() == jsjson.String {
			part := append([]byte(`[{"type":"text","text":`), content...)
			content = append(part, `}]`...)
		}
	case User, CustomRole:
	default:
		return m
	}
	return replaced(m, "content", content)
}

// replaced is the object m with one member set, at its place or at the end; the
// member is removed when value is absent.
func replaced(m jsjson.Raw, name string, value jsjson.Raw) jsjson.Raw {
	out := []byte{'{'}
	put := func(k []byte, v jsjson.Raw) {
		if v == nil {
			return
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, k...), ':'), v...)
	}
	found := false
	for _, member := range jsjson.Ordered(m) {
		if member.Key.Is(name) {
			found = true
			member.Value = value
		}
		put(member.Key, member.Value)
	}
	if !found {
		put(jsjson.AppendQuote(nil, name), value)
	}
	return append(out, '}')
}

func customMessage(entry jsjson.Raw) jsjson.Raw {
	content := entry.Get("content")
	if k := content.Kind(); k == jsjson.Absent || k == jsjson.Null {
		content = jsjson.Raw(`[]`)
	}
	return object(
		"role", jsjson.Raw(`"custom"`),
		"customType", entry.Get("customType"),
		"content", content,
		"display", entry.Get("display"),
		"details", entry.Get("details"),
		"timestamp", entryTime(entry),
	)
}

func summaryMessage(role string, entry jsjson.Raw, extra string) jsjson.Raw {
	return object(
		"role", jsjson.Raw(jsjson.AppendQuote(nil, role)),
		"summary", entry.Get("summary"),
		extra, entry.Get(extra),
		"timestamp", entryTime(entry),
	)
}

// object builds an object from names and values, absent values left out.
func object(pairs ...any) jsjson.Raw {
	out := []byte{'{'}
	for i := 0; i < len(pairs); i += 2 {
		value := pairs[i+1].(jsjson.Raw)
		if value == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(jsjson.AppendQuote(out, pairs[i].(string)), ':'), value...)
	}
	return append(out, '}')
}

func entryTime(entry jsjson.Raw) jsjson.Raw {
	ms, ok := parseTime(entry.Get("timestamp"))
	if !ok {
		return jsjson.Raw("null")
	}
	return jsjson.AppendNumber(nil, float64(ms))
}
