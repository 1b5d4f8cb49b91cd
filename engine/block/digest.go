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
func Digest(b *Block, body string) string {
	tag := Tag(Code(b.ID)) + " "
	switch b.Kind {
	case Text:
		return tag + text.Clip(body, textUnits)
	case Thinking:
		d := tag + "thought · ~" + strconv.Itoa(text.Estimate(b.Units)) + " tok"
		if first := text.FirstLine(body, thoughtUnits); first != "" {
			d += " · " + first
		}
		return d
	case ToolResult:
		return tag + resultDigest(b, body)
	}
	return ""
}

func resultDigest(b *Block, body string) string {
	lines := CountLines(body)
	if lines == 0 {
		if b.IsError {
			return b.Tool + " → error"
		}
		return b.Tool + " → empty"
	}
	var d strings.Builder
	d.WriteString(b.Tool + " → ")
	switch {
	case b.IsError:
		d.WriteString("error")
	case lines == 1:
		d.WriteString("1 line")
	default:
		d.WriteString(strconv.Itoa(lines) + " lines")
	}
	d.WriteString(", ~" + strconv.Itoa(b.Tokens) + " tok")
	if first := text.FirstLine(body, firstLineUnits); first != "" {
		d.WriteString(" · " + first)
	}
	for _, line := range lexicon.RiskLines(body, riskLines, riskUnits) {
		d.WriteString("\n" + line)
	}
	return d.String()
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
func Cost(s string) int { return text.Estimate(text.Len(s)) + Overhead }

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
