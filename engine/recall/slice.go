package recall

import (
	"strconv"
	"strings"

	"cfold/engine/text"
)

// Options narrow what is served of a text. Lines rules over Grep; neither means
// the whole.
type Options struct {
	// Lines is a range "a-b" of line numbers, from 1, both included.
	Lines string `json:"lines,omitempty"`
	// Grep keeps the lines that hold the term, in any case.
	Grep string `json:"grep,omitempty"`
	// Full lifts every limit. It is for a person, never for a model.
	Full bool `json:"-"`
}

// limits bound an answer: tokens for all lines together, UTF-16 units for one
// line. Zero is no limit.
type limits struct{ tokens, units int }

var (
	readLimits   = limits{2000, 7200}
	grepLimits   = limits{500, 320}
	searchLimits = limits{1000, 320}
)

func (o Options) limit(l limits) limits {
	if o.Full {
		return limits{}
	}
	return l
}

// Slice is what is served of a text: exactly the text the options ask for, within
// the limits.
func Slice(body string, o Options) string {
	switch {
	case o.Lines != "":
		return sliceLines(body, o.Lines, o.limit(readLimits))
	case o.Grep != "":
		return sliceGrep(body, o.Grep, o.limit(grepLimits))
	}
	l := o.limit(readLimits)
	if l.tokens == 0 || text.Estimate(text.Len(body)) <= l.tokens {
		return body
	}
	kept := keeper{limits: l}
	for _, line := range lines(body) {
		if !kept.add(clip(line, l.units, 0)) {
			break
		}
	}
	return kept.String()
}

func sliceLines(body, spec string, l limits) string {
	first, last, ok := parseRange(spec)
	if !ok {
		return ""
	}
	kept := keeper{limits: l}
	for n, line := range lines(body) {
		if n < first {
			continue
		}
		if n > last || !kept.add(numbered(n, clip(line, l.units, 0))) {
			break
		}
	}
	return kept.String()
}

func sliceGrep(body, term string, l limits) string {
	kept := keeper{limits: l}
	for n, line := range matches(body, term, l.units) {
		if !kept.add(numbered(n, line)) {
			break
		}
	}
	return kept.String()
}

// parseRange reads "a-b", white space around the numbers allowed. A number too
// large to matter is cut.
func parseRange(spec string) (first, last int, ok bool) {
	a, b, found := strings.Cut(spec, "-")
	if !found {
		return 0, 0, false
	}
	first, okFirst := parseLine(a)
	last, okLast := parseLine(b)
	return first, last, okFirst && okLast
}

func parseLine(s string) (int, bool) {
	const most = 1 << 40
	n := 0
	s = text.Trim(s)
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = min(n*10+int(c-'0'), most)
	}
	return n, s != ""
}

// lines yields the lines of a text with their numbers from 1. They end at LF
// only, and there is always one.
func lines(body string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.SplitSeq(body, "\n") {
			n++
			if !yield(n, line) {
				return
			}
		}
	}
}

// matches yields the lines that hold the term, clipped around its first place,
// with their numbers. Case is judged as JavaScript's toLowerCase leaves it, and
// so is the place.
func matches(body, term string, units int) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		needle, rest := lower(term), lower(body)
		for n, line := range lines(body) {
			low, after, _ := strings.Cut(rest, "\n")
			rest = after
			at := strings.Index(low, needle)
			if at >= 0 && !yield(n, clip(line, units, text.Len(low[:at]))) {
				return
			}
		}
	}
}

func numbered(n int, line string) string { return strconv.Itoa(n) + ": " + line }

// clip cuts a line that is longer than units: to its start, or to a window around
// a place that lies past half of that.
func clip(line string, units, around int) string {
	if units == 0 || len(line) <= units {
		return line // a line never has more units than bytes
	}
	length := text.Len(line)
	if length <= units {
		return line
	}
	if around <= units/2 {
		return text.Slice(line, units) + "…[line clipped: " + strconv.Itoa(length) +
			" chars — grep=<term> targets content inside it]"
	}
	start := min(around-units/2, length-units)
	return "[…chars " + strconv.Itoa(start+1) + "-" + strconv.Itoa(start+units) + " of " + strconv.Itoa(length) +
		"…] " + text.Slice(text.Cut(line, start, length), units) + "…"
}

// keeper collects lines while their cost stays within the limit. The first is
// always kept.
type keeper struct {
	limits
	cost int
	any  bool
	out  strings.Builder
}

// add keeps a line and reports whether there was room for it.
func (k *keeper) add(line string) bool {
	k.cost += cost(line)
	if k.any && k.tokens > 0 && k.cost > k.tokens {
		return false
	}
	if k.any {
		k.out.WriteByte('\n')
	}
	k.any = true
	k.out.WriteString(line)
	return true
}

func (k *keeper) String() string { return k.out.String() }

// cost is what a printed line costs, in tokens.
func cost(line string) int { return text.Estimate(text.Len(line)) + 1 }
