package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Find is where term stands in s, letter case aside, without overlaps. An empty
// term is nowhere.
func Find(s, term Safe) []Span {
	var found []Span
	if term == "" {
		return nil
	}
	for i := 0; i < len(s); {
		if n := prefixFold(string(s[i:]), string(term)); n > 0 {
			found = append(found, Span{i, i + n})
			i += n
			continue
		}
		_, size := utf8.DecodeRuneInString(string(s[i:]))
		i += size
	}
	return found
}

// prefixFold is the length in bytes of the part at the start of s that equals
// term under simple case folding, 0 when there is none.
func prefixFold(s, term string) int {
	n := 0
	for _, t := range term {
		r, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 || r != t && !equalFold(r, t) {
			return 0
		}
		n += size
	}
	return n
}

func equalFold(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}

// Paint renders s with hit for what the spans cover and plain for the rest. The
// two have the shape of lipgloss's Style.Render. The spans are offsets in s as
// Find gives them; one that ends inside a character is widened to take it in.
func Paint(s Safe, spans []Span, plain, hit func(...string) string) string {
	var b strings.Builder
	at := 0
	for _, p := range spans {
		start := max(at, boundary(s, p.Start, -1))
		end := boundary(s, p.End, 1)
		if start >= end {
			continue
		}
		if at < start {
			b.WriteString(plain(string(s[at:start])))
		}
		b.WriteString(hit(string(s[start:end])))
		at = end
	}
	if at < len(s) {
		b.WriteString(plain(string(s[at:])))
	}
	return b.String()
}

// boundary moves offset i of s in the given direction until no character, and
// no mark and its base, is divided there.
func boundary(s Safe, i, direction int) int {
	i = min(max(i, 0), len(s))
	for i > 0 && i < len(s) {
		r, _ := utf8.DecodeRuneInString(string(s[i:]))
		if utf8.RuneStart(s[i]) && !unicode.Is(unicode.M, r) {
			break
		}
		i += direction
	}
	return i
}
