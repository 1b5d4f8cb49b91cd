package block

import (
	"strings"
	"testing"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

func TestDigest(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, c := range []struct {
		name string
		b    Block
		body string
		want string
	}{
		{"text", Block{Kind: Text}, " a\n b ", "a b"},
		{"long text", Block{Kind: Text}, long, long[:119] + "…"},
		{"thinking", Block{Kind: Thinking}, "\n  first  line \nsecond", "thought · ~6 tok · first line"},
		{"blank thinking", Block{Kind: Thinking}, " \n ", "thought · ~1 tok"},
		{"long thinking", Block{Kind: Thinking}, strings.Repeat("x", 100), "thought · ~25 tok · " + strings.Repeat("x", 79) + "…"},
		{"empty result", Block{Kind: ToolResult, Tool: "ls"}, "", "ls → empty"},
		{"blank result", Block{Kind: ToolResult, Tool: "ls"}, " \n\u00a0\n", "ls → empty"},
		{"empty error", Block{Kind: ToolResult, Tool: "ls", IsError: true}, "", "ls → error"},
		{"one line", Block{Kind: ToolResult, Tool: "ls"}, "\nfile\n\n", "ls → 1 line, ~6 tok · file"},
		{"lines", Block{Kind: ToolResult, Tool: "ls"}, "a\n \nb\r\nc", "ls → 3 lines, ~6 tok · a"},
		{"U+2028 ends no line", Block{Kind: ToolResult, Tool: "ls"}, "a\u2028b", "ls → 1 line, ~5 tok · a b"},
		{"error", Block{Kind: ToolResult, Tool: "ls", IsError: true}, "gone\nError: no such file", "ls → error, ~10 tok · gone\nError: no such file"},
		{"risk lines, errors first", Block{Kind: ToolResult, Tool: "sh"}, "fine\nlimit=4200\nError: boom\nlimit=4200\n", "sh → 4 lines, ~14 tok · fine\nError: boom\nlimit=4200"},
		{"user", Block{Kind: User}, "x", ""}, {"call", Block{Kind: ToolCall, Tool: "ls"}, "ls {}", ""},
	} {
		c.b.ID, c.b.Units = "r:c", text.Len(c.body)
		c.b.Tokens = text.Estimate(c.b.Units) + Overhead
		want := Tag(Code("r:c")) + " " + c.want
		if !c.b.Kind.Foldable() {
			want = ""
		}
		if got := Digest(&c.b, c.body); got != want {
			t.Errorf("%s\n got %q\nwant %q", c.name, got, want)
		}
	}
}

func TestHeadline(t *testing.T) {
	for _, c := range []struct {
		b          Block
		body, want string
	}{
		{Block{Kind: User}, "please\n do", "“please do”"},
		{Block{Kind: ToolCall, Tool: "ls"}, `ls {"path":"."}`, `ls({"path":"."})`},
		{Block{Kind: ToolCall, Tool: "ls"}, "ls " + strings.Repeat("x", 100), "ls(" + strings.Repeat("x", 69) + "…)"},
		{Block{Kind: ToolResult, Tool: "ls"}, "\nfirst\nsecond", "first"},
	} {
		if got := Headline(&c.b, c.body); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestSubstitute(t *testing.T) {
	for _, c := range []struct {
		name, message string
		digests       map[int]string
		want          string
	}{
		{"a result's content becomes one part", `{"role":"toolResult", "toolCallId":"c","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"isError":false}`, map[int]string{-1: "d\"\u2028"},
			`{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"d\"` + "\u2028" + `"}],"isError":false}`},
		{"a result whole", `{"role":"toolResult","content":[ 1.0 ]}`, nil, `{"role":"toolResult","content":[1]}`},
		{"parts keep their other keys in order", `{"role":"assistant","content":[{"thinking":"long","type":"thinking","thinkingSignature":"s"},{"type":"text","text":"long","x":1.0},{"type":"toolCall","id":"c"}],"usage":{"input":1}}`, map[int]string{0: "t", 1: "x"},
			`{"role":"assistant","content":[{"thinking":"t","type":"thinking","thinkingSignature":"s"},{"type":"text","text":"x","x":1},{"type":"toolCall","id":"c"}],"usage":{"input":1}}`},
		{"keys in JavaScript's order", `{"role":"toolResult","b":1,"1":2,"content":[],"content":[2]}`, map[int]string{-1: "d"}, `{"1":2,"role":"toolResult","b":1,"content":[{"type":"text","text":"d"}]}`},
		{"plain assistant content stays", `{"role":"assistant","content":"said"}`, map[int]string{0: "d"}, `{"role":"assistant","content":"said"}`},
		{"summaries stay", `{"role":"compactionSummary","summary":"s"}`, map[int]string{-1: "d"}, `{"role":"compactionSummary","summary":"s"}`},
		{"users stay", `{"role":"user","content":"u"}`, map[int]string{-1: "d"}, `{"role":"user","content":"u"}`},
		{"a lone surrogate stays", `{"role":"toolResult","x":"\uD800","content":[]}`, map[int]string{-1: "\xed\xa0\x80"}, `{"role":"toolResult","x":"\ud800","content":[{"type":"text","text":"\ud800"}]}`},
	} {
		got := Substitute(raw(t, c.message), c.digests)
		if string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
		if _, ok := jsjson.Scan(got); !ok {
			t.Errorf("%s: no JSON: %s", c.name, got)
		}
	}
}
