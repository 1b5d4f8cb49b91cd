package excerpt

import (
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/tui/sanitize"
)

func TestHead(t *testing.T) {
	for _, c := range []struct {
		name string
		b    block.Block
		body string
		want sanitize.Safe
	}{
		{"first argument that is text", block.Block{Kind: block.ToolCall, Tool: "bash"}, `bash {"timeout":3,"command":"go  test\n./..."}`, "go test ./..."},
		{"no text among the arguments", block.Block{Kind: block.ToolCall, Tool: "f"}, `f {"n":1}`, `{"n":1}`},
		{"no arguments", block.Block{Kind: block.ToolCall, Tool: "f"}, `f {}`, "{}"},
		{"first line that is not blank", block.Block{Kind: block.ToolResult}, "\n  \n  two \nthree", "two"},
		{"hostile", block.Block{Kind: block.User}, "\x1b[31mred", "␛[31mred"},
		{"empty", block.Block{Kind: block.ToolResult}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Head(&c.b, c.body); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestDigestLeavesTheTagOut(t *testing.T) {
	b := block.Block{ID: "r:1", Kind: block.ToolResult, Tool: "bash", Tokens: 30, Durable: true}
	if got := string(Digest(&b, "one\ntwo")); got != "bash → 2 lines, ~30 tok · one" || strings.Contains(got, "FOLDED") {
		t.Errorf("%q", got)
	}
}
