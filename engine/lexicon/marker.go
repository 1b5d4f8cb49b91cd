package lexicon

import (
	"slices"
	"strings"
)

// A form is one way an error marker is written.
type form struct {
	literal string
	// key is a rare trigram of literal, by which a scan finds it.
	key  string
	kind kind
}

type kind uint8

const (
	whole  kind = iota // the literal is a word
	suffix             // the word begins with a capital, has letters only and ends in the literal
	inside             // the literal stands anywhere
	frame              // not a marker: " at " of a stack frame, within one line
)

// forms are the error markers. No two can overlap in a text: a word is one marker
// at most, and no word of an anywhere form is a marker.
var forms = []form{
	{"error", "rro", whole}, {"Error", "rro", whole}, {"ERROR", "ERR", whole},
	{"Error", "rro", suffix}, {"Exception", "xce", suffix}, {"Warning", "rni", suffix},
	{"FAIL", "FAI", whole}, {"FAILED", "FAI", whole}, {"FAILURE", "FAI", whole},
	{"failed", "ail", whole}, {"Failed", "ail", whole},
	{"faileds", "ail", whole}, {"Faileds", "ail", whole},
	{"failure", "ail", whole}, {"Failure", "ail", whole},
	{"failures", "ail", whole}, {"Failures", "ail", whole},
	{"FATAL", "FAT", whole}, {"Fatal", "tal", whole}, {"fatal", "tal", whole},
	{"PANIC", "PAN", whole}, {"Panic", "nic", whole}, {"panic", "nic", whole},
	{"Aborted", "bor", whole}, {"aborted", "bor", whole},
	{"exception", "xce", whole}, {"Traceback", "eba", whole},
	{"ENOENT", "OEN", whole}, {"ECONNREFUSED", "NRE", whole},
	{"npm ERR!", "ERR", inside}, {"Segmentation fault", "aul", inside},
	{"core dumped", "dum", inside}, {"Permission denied", "rmi", inside},
	{"✗", "✗", inside}, {"✘", "✘", inside},
}

// A candidate is a form whose literal would begin off bytes before the pair that
// hints at it.
type candidate struct {
	form
	off int
}

// hints lead from two neighbouring bytes to the forms they may be part of. A key
// has two such pairs, one of which begins at an even distance from any starting
// point, so looking at every second position misses none.
type hints struct {
	group  [1 << 16]uint8
	groups [][]candidate
}

func newHints(forms []form) *hints {
	h := &hints{groups: make([][]candidate, 1)}
	for _, f := range forms {
		at := strings.Index(f.literal, f.key)
		for off := at; off < at+2; off++ {
			h.add(f.literal[off], f.literal[off+1], candidate{f, off})
		}
	}
	return h
}

func (h *hints) add(first, second byte, c candidate) {
	pair := uint16(first) | uint16(second)<<8
	if h.group[pair] == 0 {
		h.group[pair] = uint8(len(h.groups))
		h.groups = append(h.groups, nil)
	}
	h.groups[h.group[pair]] = append(h.groups[h.group[pair]], c)
}

var (
	markerHints = newHints(forms)
	// errorHints find stack frames too.
	errorHints = func() *hints {
		h := newHints(forms)
		at := form{literal: "at", kind: frame}
		h.add('a', 't', candidate{at, 0})
		for c := range 256 {
			// Any byte that may end white space, but LF: a frame that begins
			// its line has none before it.
			if b := byte(c); b != '\n' && (class[b]&blank != 0 || b >= 0x80 && b < 0xc0) {
				h.add(b, 'a', candidate{at, -1})
			}
		}
		return h
	}()
)

// next finds the first form that begins at from or later.
func (h *hints) next(s string, from int) (start, end int, ok bool) {
	i := from
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		if h.group[uint16(b[0])|uint16(b[1])<<8]|h.group[uint16(b[2])|uint16(b[3])<<8]|
			h.group[uint16(b[4])|uint16(b[5])<<8]|h.group[uint16(b[6])|uint16(b[7])<<8] == 0 {
			continue
		}
		for at := i; at < i+8; at += 2 {
			if start, end, ok = h.match(s, at, from); ok {
				return start, end, true
			}
		}
	}
	for ; i+1 < len(s); i += 2 {
		if start, end, ok = h.match(s, i, from); ok {
			return start, end, true
		}
	}
	return len(s), len(s), false
}

// match finds the form that the pair at i hints at.
func (h *hints) match(s string, i, from int) (start, end int, ok bool) {
	group := h.groups[h.group[uint16(s[i])|uint16(s[i+1])<<8]]
	for k := range group {
		c := &group[k]
		if start, ok = c.check(s, i-c.off, from); ok {
			return start, i - c.off + len(c.literal), true
		}
	}
	return 0, 0, false
}

// check reports whether the form's literal stands at i as its kind demands, and
// where the match starts, which is not before from.
func (f *form) check(s string, i, from int) (start int, ok bool) {
	if i < from || i >= len(s) || s[i] != f.literal[0] || !strings.HasPrefix(s[i:], f.literal) {
		return 0, false
	}
	end := i + len(f.literal)
	switch f.kind {
	case inside:
		return i, true
	case frame:
		return i, frameAt(s, i)
	case whole:
		return i, !wordBefore(s, i) && !wordAt(s, end)
	}
	if wordAt(s, end) {
		return 0, false
	}
	start = runBack(s, i, 0, word)
	return start, start >= from && isCompound(s[start:end], f.literal)
}

// isCompound reports whether the word w is a capital and letters before tail.
func isCompound(w, tail string) bool {
	head := len(w) - len(tail)
	if head < 1 || w[0] < 'A' || w[0] > 'Z' {
		return false
	}
	for i := 1; i < head; i++ {
		if c := w[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return w[head:] == tail
}

// isMarker reports whether w, a word, is an error marker by itself.
func isMarker(w string) bool {
	return slices.ContainsFunc(forms, func(f form) bool {
		return f.kind == whole && w == f.literal ||
			f.kind == suffix && strings.HasSuffix(w, f.literal) && isCompound(w, f.literal)
	})
}

// HasError reports whether an error marker stands anywhere in s.
func HasError(s string) bool {
	_, _, ok := markerHints.next(s, 0)
	return ok
}

// hasFrame reports whether s holds a stack frame: white space, "at", white space,
// characters, and a "(" among them but the first or after them. It may span lines.
func hasFrame(s string) bool {
	for i := 0; ; i += 2 {
		n := strings.Index(s[i:], "at")
		if n < 0 {
			return false
		}
		if i += n; spaceBefore(s, i) > 0 && frameTail(s, i+2, spaces) {
			return true
		}
	}
}

// frameAt is hasFrame for the "at" at i within its own line, of which the white
// space at both ends does not count.
func frameAt(s string, i int) bool {
	n := spaceBefore(s, i)
	if n == 0 || !frameTail(s, i+2, lineSpaces) {
		return false
	}
	for i > 0 && n > 0 && s[i-1] != '\n' {
		i -= n
		n = spaceBefore(s, i)
	}
	return i > 0 && n == 0
}

// frameTail matches what follows "at", skip passing over white space.
func frameTail(s string, i int, skip func(string, int) int) bool {
	token := skip(s, i)
	if token == i || token == len(s) {
		return false
	}
	end := solid(s, token)
	if end == token {
		return false // a line ends here
	}
	if strings.IndexByte(s[token+1:end], '(') >= 0 {
		return true
	}
	end = skip(s, end)
	return end < len(s) && s[end] == '('
}
