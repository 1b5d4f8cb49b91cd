package lexicon

import (
	"slices"
	"strings"

	"cfold/engine/text"
)

// hasOther reports whether the risk lexicon finds anything but errors and frames in
// s, taken as it is.
func hasOther(s string) bool {
	if _, _, _, ok := nextExactValue(s, 0); ok {
		return true
	}
	if _, _, ok := nextFileName(s, 0, riskExtensions); ok {
		return true
	}
	if _, _, ok := nextSourcePath(s, 0); ok {
		return true
	}
	if _, _, ok := nextPrompt(s, 0); ok {
		return true
	}
	if _, _, ok := riskInvocation.next(s, 0); ok {
		return true
	}
	_, _, ok := nextDecisionWord(s, 0)
	return ok
}

// findsError reports whether Categorize puts an error into its bucket: a marker in
// a line is none when its value is one of the line's paths or commands.
func findsError(line string) bool {
	var b Buckets
	b.addPaths(line)
	b.addCommands(line)
	b.addErrors(line)
	return len(b.Errors) > 0
}

// riskLineUnits is the length in UTF-16 units over which a risk line is cut.
const riskLineUnits = 200

// RiskLines picks the lines of s that the lexicon finds something in, trimmed, no
// line twice, those with an error first, each group in order. A line over 200 units
// is cut to 199 and "…". The lines end at maxLines, or before the one (not the
// first) whose length and that of those before it, each counted with a line end,
// come to more than maxUnits. nil when there is none. Lines share the memory of s.
func RiskLines(s string, maxLines, maxUnits int) []string {
	r := riskLines{text: s, maxLines: maxLines, maxUnits: maxUnits}
	at := 0
	for {
		i, _, ok := errorHints.next(s, at)
		if !ok {
			break
		}
		start, end := lineAt(s, i)
		r.takeOthers(start)
		r.takeError(text.Trim(s[start:end]))
		if r.errors.full {
			return r.errors.lines
		}
		at, r.done = end, end
	}
	r.takeOthers(len(s))
	lines := r.errors
	for _, line := range r.others.whole {
		lines.take(line, maxLines, maxUnits)
	}
	return lines.lines
}

// lineAt is the line that position i is in, without its end.
func lineAt(s string, i int) (start, end int) {
	return strings.LastIndexByte(s[:i], '\n') + 1, find(s, i, '\n')
}

// riskLines is a collection under way. Lines without an error matter only as far as
// they would be kept if no error came after them.
type riskLines struct {
	text               string
	maxLines, maxUnits int
	errors, others     lineList
	// done is how far text was looked through for lines without an error.
	done int
}

// A lineList holds lines cut to their length, and each as it was, for repeats are
// judged on the whole line.
type lineList struct {
	lines []string
	whole []string
	units int
	full  bool
}

// take adds a line that is not a repeat; the list is full when it does not fit.
func (l *lineList) take(line string, maxLines, maxUnits int) {
	if l.full || slices.Contains(l.whole, line) {
		return
	}
	cut := clipRisk(line)
	units := text.Len(cut)
	if len(l.lines) >= maxLines || len(l.lines) > 0 && l.units+units > maxUnits {
		l.full = true
		return
	}
	if l.lines == nil {
		room := min(maxLines, 8)
		l.lines, l.whole = make([]string, 0, room), make([]string, 0, room)
	}
	l.lines = append(l.lines, cut)
	l.whole = append(l.whole, line)
	l.units += units + 1
	l.full = len(l.lines) == maxLines
}

func clipRisk(line string) string {
	if len(text.Slice(line, riskLineUnits)) < len(line) {
		return text.Slice(line, riskLineUnits-1) + "…"
	}
	return line
}

// takeError takes a line with an error marker or a stack frame in it.
func (r *riskLines) takeError(line string) {
	if slices.Contains(r.errors.whole, line) || slices.Contains(r.others.whole, line) {
		return
	}
	if findsError(line) {
		r.errors.take(line, r.maxLines, r.maxUnits)
	} else {
		r.others.take(line, r.maxLines, r.maxUnits)
	}
}

// takeOthers takes the lines up to position end, none of which has an error.
func (r *riskLines) takeOthers(end int) {
	for r.done < end && !r.others.full {
		i := nextSuspect(r.text, r.done, end)
		if i == end {
			break
		}
		start, stop := lineAt(r.text, i)
		if line := text.Trim(r.text[start:stop]); hasOther(line) {
			r.others.take(line, r.maxLines, r.maxUnits)
		}
		r.done = stop
	}
}
