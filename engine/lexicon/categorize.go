package lexicon

import (
	"slices"

	"cfold/engine/text"
)

// Buckets are what the risk lexicon finds in a text, each in order of appearance:
// at most three values a bucket, each trimmed and of at most 80 UTF-16 units, no
// value twice over all of them. They share the text's memory where they can.
type Buckets struct {
	Paths, Commands, Errors, ExactValues, Decisions []string
}

const (
	bucketSize = 3
	valueUnits = 80
	errorUnits = 60 // of an error marker and what follows it
)

// stackTrace is the error value that stands for a stack frame.
const stackTrace = "stack trace"

// Categorize fills the buckets from s.
func Categorize(s string) Buckets {
	var b Buckets
	b.addPaths(s)
	b.addCommands(s)
	b.addErrors(s)
	b.addExactValues(s)
	b.addDecisions(s)
	return b
}

// add puts a value into one of the buckets and reports whether that may take more.
// A value that any bucket holds is not added again.
func (b *Buckets) add(bucket *[]string, value string) (more bool) {
	if len(*bucket) == bucketSize {
		return false
	}
	value = text.Slice(text.Trim(value), valueUnits)
	if value == "" || b.holds(value) {
		return true
	}
	*bucket = append(*bucket, value)
	return len(*bucket) < bucketSize
}

func (b *Buckets) holds(value string) bool {
	return slices.Contains(b.Paths, value) || slices.Contains(b.Commands, value) ||
		slices.Contains(b.Errors, value) || slices.Contains(b.ExactValues, value) ||
		slices.Contains(b.Decisions, value)
}

func (b *Buckets) addPaths(s string) {
	for start, end, ok := nextFileName(s, 0, riskExtensions); ok; start, end, ok = nextFileName(s, end, riskExtensions) {
		if !b.add(&b.Paths, s[start:end]) {
			return
		}
	}
	for start, end, ok := nextSourcePath(s, 0); ok; start, end, ok = nextSourcePath(s, end) {
		if !b.add(&b.Paths, s[start:end]) {
			return
		}
	}
}

func (b *Buckets) addCommands(s string) {
	for start, end, ok := nextPrompt(s, 0); ok; start, end, ok = nextPrompt(s, end) {
		if !b.add(&b.Commands, s[start:end]) {
			return
		}
	}
	for value, next, ok := riskInvocation.next(s, 0); ok; value, next, ok = riskInvocation.next(s, next) {
		if !b.add(&b.Commands, value) {
			return
		}
	}
}

func (b *Buckets) addErrors(s string) {
	for start, end, ok := markerHints.next(s, 0); ok; start, end, ok = markerHints.next(s, end) {
		for end < len(s) && (s[end] == ':' || s[end] == ' ') {
			end++
		}
		end, _ = reach(s, end, errorUnits, stopLine)
		if !b.add(&b.Errors, text.Slice(s[start:end], errorUnits)) {
			return
		}
	}
	if hasFrame(s) {
		b.add(&b.Errors, stackTrace)
	}
}

func (b *Buckets) addExactValues(s string) {
	for key, value, next, ok := nextExactValue(s, 0); ok; key, value, next, ok = nextExactValue(s, next) {
		if !b.add(&b.ExactValues, key+"="+value) {
			return
		}
	}
}

func (b *Buckets) addDecisions(s string) {
	for value, next, ok := nextDecision(s, place{}); ok; value, next, ok = nextDecision(s, next) {
		if !b.add(&b.Decisions, value) {
			return
		}
	}
}
