package block

import (
	"strconv"
	"strings"

	"cfold/engine/text"
)

// Code is the fold code of an id: 32-bit FNV-1a over its UTF-16 units, in base
// 36, padded to six characters and cut to the last six.
func Code(id string) string {
	h := uint32(0x811c9dc5)
	mix := func(unit rune) {
		h = (h ^ uint32(unit)) * 0x01000193
	}
	for i := 0; i < len(id); {
		r, size := text.DecodeRune(id[i:])
		if r > 0xffff {
			mix(0xd800 | (r-0x10000)>>10)
			mix(0xdc00 | (r-0x10000)&0x3ff)
		} else {
			mix(r)
		}
		i += size
	}
	s := strconv.FormatUint(uint64(h), 36)
	if len(s) < 6 {
		return strings.Repeat("0", 6-len(s)) + s
	}
	return s[len(s)-6:]
}

// Tag is how a code stands at the head of a digest.
func Tag(code string) string { return "{#" + code + " FOLDED}" }

// ParseCode reads a code as a person types it: bare, with #, or the whole tag,
// in any case, white space around it.
func ParseCode(s string) string {
	s = strings.ToLower(text.Trim(s))
	s = text.Trim(strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}"))
	s = text.Trim(strings.TrimPrefix(s, "#"))
	// "folded" by itself is a code as good as any.
	if code, ok := strings.CutSuffix(s, "folded"); ok && code != text.TrimEnd(code) {
		return text.TrimEnd(code)
	}
	return s
}
