package jsjson

import "cfold/engine/text"

// Cursor is a place in a line that is being checked and read at once: the start
// of a value. Each value a visitor is handed must be consumed by exactly one of
// its methods; they return the position after it, -1 where the line is no valid
// JSON, which the visitor hands on as its result.
type Cursor struct {
	line  []byte
	at    int
	depth int // how many values it stands in
}

// Walk checks that line holds one JSON object and calls visit for each of its
// members, in one pass. ok is false for anything else; what visit was handed
// before that was noticed is then not to be relied on.
func Walk(line []byte, visit func(k Key, v Cursor) int) (object Raw, ok bool) {
	start := skipSpace(line, 0)
	if start >= len(line) || line[start] != '{' {
		return nil, false
	}
	end := Cursor{line, start, 0}.Object(visit)
	if end < 0 || skipSpace(line, end) != len(line) {
		return nil, false
	}
	return Raw(line[start:end]), true
}

// Kind is the type of the value.
func (c Cursor) Kind() Kind {
	if c.at >= len(c.line) {
		return Absent
	}
	return Raw(c.line[c.at:]).Kind()
}

// Value consumes the value and stores it in dst.
func (c Cursor) Value(dst *Raw) int { return c.Span(dst, c.Skip()) }

// Measured consumes the value, stores it in dst, and in units what Units would
// find.
func (c Cursor) Measured(dst *Raw, units *int) int {
	if c.Kind() != String {
		*units = 0
		return c.Value(dst)
	}
	end, escapes := scanString(c.line, c.at)
	if end < 0 {
		return end
	}
	*dst = Raw(c.line[c.at:end])
	switch body := c.line[c.at+1 : end-1]; {
	case text.IsASCII(body):
		*units = len(body) - escapes
	case isWellFormed(body):
		*units = text.Len(body) - escapes
	default:
		*units = dst.Units()
	}
	return end
}

// Span stores in dst the value that another method has consumed up to end.
func (c Cursor) Span(dst *Raw, end int) int {
	if end >= 0 {
		*dst = Raw(c.line[c.at:end])
	}
	return end
}

// Skip consumes the value.
func (c Cursor) Skip() int { return skipValue(c.line, c.at, c.depth) }

// Object consumes the value and visits its members if it is an object.
func (c Cursor) Object(visit func(k Key, v Cursor) int) int {
	if c.at >= len(c.line) || c.line[c.at] != '{' || c.depth >= maxDepth {
		return c.Skip()
	}
	return scanObject(c.line, c.at, func(k Key, at int) int { return visit(k.plain(), Cursor{c.line, at, c.depth + 1}) })
}

// Array consumes the value and visits its elements if it is an array.
func (c Cursor) Array(visit func(n int, v Cursor) int) int {
	if c.at >= len(c.line) || c.line[c.at] != '[' || c.depth >= maxDepth {
		return c.Skip()
	}
	return scanArray(c.line, c.at, func(n, at int) int { return visit(n, Cursor{c.line, at, c.depth + 1}) })
}
