package lexicon

import "cfold/engine/text"

// maxClause is how many UTF-16 units of its clause a decision takes on each side.
const maxClause = 200

// decisionAt is the end of the decision word or phrase whose first word is
// s[start:end], in any ASCII case, or 0.
func decisionAt(s string, start, end int) int {
	if n := end - start; n < len("will") || n > len("standardized") {
		return 0
	}
	first, rest := "", ""
	switch s[start] | 0x20 {
	case 'd':
		first = "decided"
	case 'c':
		first = "chose"
	case 's':
		if first = "selected"; end-start != len(first) {
			first, rest = "standardized", " on"
		}
	case 'g':
		first, rest = "going", " with"
	case 'w':
		first, rest = "will", " use"
	case 'p':
		first = "picked"
	}
	if first == "" || len(first) != end-start || !equalFold(s[start:], first) || !equalFold(s[end:], rest) ||
		wordAt(s, end+len(rest)) {
		return 0
	}
	return end + len(rest)
}

// nextDecisionWord finds the first decision word at from or later.
func nextDecisionWord(s string, from int) (start, end int, ok bool) {
	for i := from; ; {
		start, end = nextWord(s, i)
		if start == len(s) {
			return start, end, false
		}
		if e := decisionAt(s, start, end); e > 0 {
			return start, e, true
		}
		i = end
	}
}

// A place is a position in UTF-16 units: a byte position, or with half the second
// half of the surrogate pair there.
type place struct {
	at   int
	half bool
}

// bytes is the byte position of the next whole character.
func (p place) bytes() int {
	if p.half {
		return p.at + 4
	}
	return p.at
}

// nextDecision finds up to 200 units of a sentence, a decision word and up to 200
// units more. The last word within reach of the start counts, as a greedy pattern
// has it.
func nextDecision(s string, from place) (value string, next place, ok bool) {
	first, last, ok := nextDecisionWord(s, from.bytes())
	if !ok {
		return "", from, false
	}
	start := clauseStart(s, first, from)
	room := maxClause
	if start.half {
		room--
	}
	limit, _ := reach(s, start.bytes(), room, stopSentence)
	for word, end := first, last; ok && word <= limit; word, end, ok = nextDecisionWord(s, end) {
		last = end
	}
	end, split := reach(s, last, maxClause, stopSentence)
	value = withHalf(s, start.bytes(), end, split)
	if start.half {
		value = text.Cut(s[start.at:start.bytes()], 1, 2) + value
	}
	return value, place{end, split}, true
}

// clauseStart goes back from i over at most 200 units of the sentence, not before
// low.
func clauseStart(s string, i int, low place) place {
	for n := maxClause; n > 0; n-- {
		if i == low.bytes() {
			return low
		}
		if stopSentence[s[i-1]] {
			break
		}
		i--
		for i > low.bytes() && s[i]&0xc0 == 0x80 {
			i--
		}
		if s[i] >= 0xf0 {
			if n--; n == 0 {
				return place{i, true}
			}
		}
	}
	return place{at: i}
}
