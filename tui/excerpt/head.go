package excerpt

import (
	"strings"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/text"
	"cfold/tui/sanitize"
)

// headUnits is how much of a text its line shows, in UTF-16 units.
const headUnits = 160

// Head is what a block holds in one line: what a person said, what a tool was
// asked, or the first line of a text.
func Head(b *block.Block, body string) sanitize.Safe {
	if b.Kind == block.ToolCall {
		return sanitize.Line(argument(b.Tool, body))
	}
	return sanitize.Line(text.FirstLine(body, headUnits))
}

// argument is the first argument of a call that is a string, else all of them.
func argument(tool, body string) string {
	arguments := strings.TrimPrefix(body, tool+" ")
	raw, ok := jsjson.Scan([]byte(arguments))
	if ok {
		for _, m := range jsjson.Ordered(raw) {
			if m.Value.Kind() == jsjson.String {
				return text.Clip(m.Value.Text(), headUnits)
			}
		}
	}
	return text.Clip(arguments, headUnits)
}

// Digest is the first line of the digest that would stand for a block, without
// its tag.
func Digest(b *block.Block, body string) sanitize.Safe {
	digest, _, _ := strings.Cut(block.Digest(b, body), "\n")
	return sanitize.Line(strings.TrimPrefix(digest, block.Tag(block.Code(b.ID))+" "))
}
