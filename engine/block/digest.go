package block

import (
	"strconv"
	"strings"

	"cfold/engine/lexicon"
	"cfold/engine/text"
)

// Limits of a digest: units of the first line it shows, and how many risk lines
// of how many units in all.
const (
	textUnits      = 120
	thoughtUnits   = 80
	firstLineUnits = 60
	riskLines      = 6
	riskUnits      = 400
)

// Digest is the text that stands for a block once it is folded: its tag, what it
// was, and the lines that must survive. body is the block's text; the kinds that
// never fold have none.
func Digest(b *Block, body string) string { return string(AppendDigest(nil, b, body)) }

// AppendDigest appends Digest to dst.
func AppendDigest(dst []byte, b *Block, body string) []byte {
	if !b.Kind.Foldable() {
		return dst
	}
	dst = append(append(dst, Tag(Code(b.ID))...), ' ')
	switch b.Kind {
	case Text:
		return append(dst, text.Clip(body, textUnits)...)
	case Thinking:
		dst = append(dst, "thought"...)
		return appendFirst(appendTokens(dst, " · ", text.Estimate(b.Units)), body, thoughtUnits)
	}
	return appendResult(dst, b, body)
}

func appendResult(dst []byte, b *Block, body string) []byte {
	dst = append(append(dst, b.Tool...), " → "...)
	lines := CountLines(body)
	switch {
	case b.IsError:
		dst = append(dst, "error"...)
	case lines == 0:
		dst = append(dst, "empty"...)
	case lines == 1:
		dst = append(dst, "1 line"...)
	default:
		dst = append(strconv.AppendInt(dst, int64(lines), 10), " lines"...)
	}
	if lines == 0 {
		return dst
	}
	dst = appendFirst(appendTokens(dst, ", ", b.Tokens), body, firstLineUnits)
	for _, line := range lexicon.RiskLines(body, riskLines, riskUnits) {
		dst = append(append(dst, '\n'), line...)
	}
	return dst
}

func appendTokens(dst []byte, before string, tokens int) []byte {
	dst = append(append(dst, before...), '~')
	return append(strconv.AppendInt(dst, int64(tokens), 10), " tok"...)
}

// appendFirst appends the first line that says anything, cut to so many units.
func appendFirst(dst []byte, body string, units int) []byte {
	if first := text.FirstLine(body, units); first != "" {
		dst = append(append(dst, " · "...), first...)
	}
	return dst
}

// CountLines counts the lines that are not blank, as a digest does.
func CountLines(s string) int {
	n := 0
	for s != "" {
		line := s
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			line, s = s[:i], s[i+1:]
		} else {
			s = ""
		}
		if !isBlank(line) {
			n++
		}
	}
	return n
}

func isBlank(line string) bool {
	for i := 0; i < len(line); {
		r, size := text.DecodeRune(line[i:])
		if !text.IsSpace(r) {
			return false
		}
		i += size
	}
	return true
}

// Cost is what a text costs as a block, in tokens.
func Cost[T string | []byte](s T) int { return text.Estimate(text.Len(s)) + Overhead }

// Headline describes a block in one line for display: what a person said or
// what a tool was asked. body is the block's text.
func Headline(b *Block, body string) string {
	switch b.Kind {
	case User:
		return "“" + text.Clip(body, 100) + "”"
	case ToolCall:
		return b.Tool + "(" + text.Clip(strings.TrimPrefix(body, b.Tool+" "), 70) + ")"
	}
	return text.FirstLine(body, thoughtUnits)
}
