package lexicon

import (
	"strings"

	"cfold/engine/text"
)

// nextValue finds a key `\w[\w.-]*` at a word boundary, : or =, tabs and spaces on
// both sides of it, and the run of non-white-space that follows.
func nextValue(s string, from int) (key, value string, next int, ok bool) {
	for i := from; ; i++ {
		for i < len(s) && s[i] != ':' && s[i] != '=' {
			i++
		}
		if i == len(s) {
			return "", "", i, false
		}
		end := runBack(s, i, from, tabSpace)
		start := run(s, runBack(s, end, from, word|mark), mark)
		if start >= end {
			continue
		}
		begin := run(s, i+1, tabSpace)
		if stop := solid(s, begin); stop > begin {
			return s[start:end], s[begin:stop], stop, true
		}
	}
}

// Lengths in UTF-16 units between which a value is worth keeping.
const (
	shortestValue = 3
	longestValue  = 59
)

// worthKeeping reports whether a key and its value count as an exact value.
func worthKeeping(key, value string) bool {
	if len(value) < shortestValue || len(value) > 3*longestValue {
		return false // a UTF-16 unit is at most three bytes
	}
	if n := text.Len(value); n < shortestValue || n > longestValue {
		return false
	}
	if len(key) > len("function") {
		return true
	}
	switch strings.ToLower(key) {
	case "the", "and", "for", "this", "that", "with", "from", "true", "false", "null",
		"const", "let", "var", "type", "return", "import", "export", "function":
		return false
	}
	return true
}

// nextExactValue is nextValue for those worth keeping. What is passed over is
// consumed all the same.
func nextExactValue(s string, from int) (key, value string, next int, ok bool) {
	for next = from; ; {
		key, value, next, ok = nextValue(s, next)
		if !ok || worthKeeping(key, value) {
			return key, value, next, ok
		}
	}
}
