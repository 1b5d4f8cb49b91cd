package block

import (
	"fmt"
	"strings"
	"testing"

	"cfold/engine/jsjson"
)

func raw(t testing.TB, s string) jsjson.Raw {
	t.Helper()
	r, ok := jsjson.Scan([]byte(s))
	if !ok {
		t.Fatalf("no JSON: %s", s)
	}
	return r
}

// show is a block in a few words.
func show(b Block) string {
	s := fmt.Sprintf("%s %s turn %d order %d m%d.%d %du %dt", b.ID, b.Kind, b.Turn, b.Order, b.Message, b.Part, b.Units, b.Tokens)
	for _, f := range []struct {
		on   bool
		name string
	}{{b.Durable, "durable"}, {b.Opaque, "opaque"}, {b.IsError, "error"}} {
		if f.on {
			s += " " + f.name
		}
	}
	for _, f := range []string{b.Tool, b.CallID, b.Model, b.FullOutputPath} {
		if f != "" {
			s += " " + f
		}
	}
	return s
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name     string
		messages []string
		edits    []string // per message
		want     []string
	}{
		{"user", []string{`{"role":"user","content":"héllo 😀","timestamp":5}`}, nil, []string{"u:5 user turn 1 order 0 m0.-1 8u 6t durable"}},
		{"user parts", []string{`{"role":"user","content":[{"type":"text","text":"ab"},{"type":"image"},{"type":"text","text":""},{"type":"text","text":"c"}],"timestamp":5}`}, nil, []string{"u:5 user turn 1 order 0 m0.-1 5u 6t durable"}},
		{"an empty user message counts as a turn", []string{`{"role":"user","content":[],"timestamp":5}`, `{"role":"user","content":"x","timestamp":6}`}, nil, []string{"u:6 user turn 2 order 0 m1.-1 1u 5t durable"}},
		{"no timestamp", []string{`{"role":"user","content":"x"}`}, nil, []string{"m0:u user turn 1 order 0 m0.-1 1u 5t"}},
		{"null timestamp", []string{`{"role":"user","content":"x","timestamp":null}`}, nil, []string{"m0:u user turn 1 order 0 m0.-1 1u 5t"}},
		{"odd timestamps", []string{`{"role":"user","content":"x","timestamp":1e21}`, `{"role":"user","content":"x","timestamp":1.50}`, `{"role":"user","content":"x","timestamp":"t"}`}, nil,
			[]string{"u:1e+21 user turn 1 order 0 m0.-1 1u 5t durable", "u:1.5 user turn 2 order 1 m1.-1 1u 5t durable", "u:t user turn 3 order 2 m2.-1 1u 5t durable"}},
		{"assistant", []string{`{"role":"assistant","responseId":"R","model":"m","timestamp":7,"content":[{"type":"thinking","thinking":"t"},{"type":"odd"},{"type":"text","text":""},{"type":"text","text":"xy"},{"type":"toolCall","id":"c","name":"ls","arguments":{"1":1,"b":2.0,"0":0}}]}`}, nil,
			[]string{"a:R:p0 thinking turn 0 order 0 m0.0 1u 5t durable m", "a:R:p3 text turn 0 order 1 m0.3 2u 5t durable m", "a:R:p4 tool_call turn 0 order 2 m0.4 22u 10t durable ls c m"}},
		{"no response id", []string{`{"role":"assistant","responseId":"","timestamp":7,"content":[{"type":"text","text":"x"}]}`}, nil, []string{"a:t7:p0 text turn 0 order 0 m0.0 1u 5t durable"}},
		{"neither", []string{`{"role":"system","content":"s"}`, `{"role":"assistant","content":[{"type":"text","text":"x"}]}`}, nil, []string{"m1:p0 text turn 0 order 0 m1.0 1u 5t"}},
		{"plain assistant content is no part", []string{`{"role":"assistant","responseId":"R","content":"x"}`}, nil, nil},
		{"a call without name or arguments", []string{`{"role":"assistant","responseId":"R","content":[{"type":"toolCall"},{"type":"toolCall","name":"","arguments":null},{"type":"toolCall","name":"n","arguments":"s"}]}`}, nil,
			[]string{"a:R:p0 tool_call turn 0 order 0 m0.0 7u 6t durable tool", "a:R:p1 tool_call turn 0 order 1 m0.1 7u 6t durable tool", "a:R:p2 tool_call turn 0 order 2 m0.2 5u 6t durable n"}},
		{"result", []string{`{"role":"toolResult","toolCallId":"c","toolName":"ls","isError":true,"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"details":{"fullOutputPath":"/f"}}`}, nil, []string{"r:c tool_result turn 0 order 0 m0.-1 3u 5t durable error ls c /f"}},
		{"an empty result stays", []string{`{"role":"toolResult","toolCallId":"c","content":[]}`}, nil, []string{"r:c tool_result turn 0 order 0 m0.-1 0u 4t durable tool c"}},
		{"a plain result", []string{`{"role":"toolResult","toolCallId":"c","content":"plain"}`}, nil, []string{"r:c tool_result turn 0 order 0 m0.-1 5u 6t durable tool c"}},
		{"an image makes it opaque", []string{`{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"a"},{"type":"image","data":"x"}]}`}, nil, []string{"r:c tool_result turn 0 order 0 m0.-1 1u 5t durable opaque tool c"}},
		{"no call id", []string{`{"role":"toolResult","content":[]}`, `{"role":"toolResult","toolCallId":"","content":[]}`}, nil, []string{"m0:r tool_result turn 0 order 0 m0.-1 0u 4t tool", "m1:r tool_result turn 0 order 1 m1.-1 0u 4t tool"}},
		{"an output path that is no string", []string{`{"role":"toolResult","toolCallId":"c","content":[],"details":{"fullOutputPath":5}}`}, nil, []string{"r:c tool_result turn 0 order 0 m0.-1 0u 4t durable tool c"}},
		{"summaries", []string{`{"role":"compactionSummary","summary":"sum","timestamp":3}`, `{"role":"branchSummary","summary":"","timestamp":4}`, `{"role":"branchSummary","summary":"b"}`, `{"role":"odd","summary":"o","timestamp":6}`}, nil,
			[]string{"s:3 text turn 0 order 0 m0.-1 3u 5t durable", "m2:s text turn 0 order 1 m2.-1 1u 5t", "s:6 text turn 0 order 2 m3.-1 1u 5t durable"}},
		{"none", []string{`{"role":"system","content":"x"}`, `{"role":"bashExecution","command":"ls"}`, `{"role":"custom","content":"x"}`, `{}`, `5`}, nil, nil},
		{"edited", []string{`{"role":"user","content":"x","timestamp":5}`, `{"role":"toolResult","toolCallId":"c","content":[],"details":{"fullOutputPath":"/f"}}`, `{"role":"user","content":"x","timestamp":6}`}, []string{"e1", "e2", ""},
			[]string{"u:5:edit:e1 user turn 1 order 0 m0.-1 1u 5t durable", "r:c:edit:e2 tool_result turn 1 order 1 m1.-1 0u 4t durable tool c", "u:6 user turn 2 order 2 m2.-1 1u 5t durable"}},
		{"any order of keys, repeated and escaped ones", []string{`{"content":"old","timestamp":1,"r\u006fle":"user","content":"x","timestamp":5}`}, nil, []string{"u:5 user turn 1 order 0 m0.-1 1u 5t durable"}},
		{"parts that are none", []string{`{"role":"assistant","responseId":"R","content":[null,"s",5,[],{"type":"text","text":"x"}]}`, `{"role":"toolResult","toolCallId":"c","content":[null]}`}, nil,
			[]string{"a:R:p4 text turn 0 order 0 m0.4 1u 5t durable", "r:c tool_result turn 0 order 1 m1.-1 0u 4t durable opaque tool c"}},
	} {
		var b Builder
		var blocks []Block
		for n, m := range c.messages {
			edit := ""
			if c.edits != nil {
				edit = c.edits[n]
			}
			blocks = b.Add(blocks, raw(t, m), edit)
		}
		var got []string
		for i := range blocks {
			got = append(got, show(blocks[i]))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s\n got %s\nwant %s", c.name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
		for i := range blocks {
			text := TextOf(raw(t, c.messages[blocks[i].Message]), blocks[i].Kind, blocks[i].Part)
			if Cost(text) != blocks[i].Tokens {
				t.Errorf("%s: the text %q of %s costs %d", c.name, text, blocks[i].ID, Cost(text))
			}
		}
	}
}

// A Builder set back goes on as if the messages since had not been.
func TestBuilderSetBack(t *testing.T) {
	var b Builder
	blocks := b.Add(nil, raw(t, `{"role":"user","content":"x"}`), "")
	at := b.Counters
	blocks = b.Add(blocks, raw(t, `{"role":"assistant","content":[{"type":"text","text":"left"}]}`), "")
	if b.Answered() != 2 || b.Len() != 2 {
		t.Errorf("answered %d of %d", b.Answered(), b.Len())
	}
	b.Counters = at
	if b.Answered() != 0 || b.Len() != 1 {
		t.Errorf("set back: answered %d of %d", b.Answered(), b.Len())
	}
	blocks = b.Add(blocks[:1], raw(t, `{"role":"user","content":"right"}`), "")
	if got := show(blocks[1]); got != "m1:u user turn 2 order 1 m1.-1 5u 6t" {
		t.Error(got)
	}
}

func TestCode(t *testing.T) {
	for id, want := range map[string]string{"": "ztntfp", " ": "aa2mbj", "\n\n": "1m2iyd", "abc": "7aigaz"} {
		if got := Code(id); got != want {
			t.Errorf("%q has code %s, want %s", id, got, want)
		}
	}
	// Units, not runes: a pair counts as its halves, which a lone one equals.
	pair, halves := Code("😀"), Code("\xed\xa0\xbd\xed\xb8\x80")
	if pair != halves || Code("\xed\xa0\xbd") == Code("\ufffd") {
		t.Error("a surrogate is not hashed as itself")
	}
	for n := range 2000 {
		if c := Code(fmt.Sprint("r:", n)); len(c) != 6 || strings.Trim(c, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
			t.Fatalf("code %q", c)
		}
	}
}

func TestParseCode(t *testing.T) {
	for typed, want := range map[string]string{
		"abc123": "abc123", "#abc123": "abc123", "{#abc123 FOLDED}": "abc123", "{#ABC123 folded}": "abc123", "  #ABC123\n": "abc123",
		"#abc123 FOLDED": "abc123", "abc123 folded": "abc123", "{#abc12345 FOLDED}": "abc12345", "{ # abc123  FOLDED }": "abc123", "{#abc123}": "abc123",
		"": "", "folded": "folded", "#folded": "folded", "{#folded FOLDED}": "folded", "xxfolded": "xxfolded", "{#abc123 FOLDED": "abc123", "\u00a0abc123\u00a0": "abc123",
	} {
		if got := ParseCode(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
	for n := range 500 {
		code := Code(fmt.Sprint(n))
		if got := ParseCode(Tag(code)); got != code {
			t.Errorf("the tag of %s is read as %s", code, got)
		}
	}
}

func TestHash(t *testing.T) {
	for _, c := range []struct {
		text  string
		sum   string
		bytes int
	}{
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 0},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", 3},
	} {
		if sum, n := Hash(c.text); sum != c.sum || n != c.bytes {
			t.Errorf("%q: %s, %d bytes", c.text, sum, n)
		}
	}
	lone, n := Hash("\xed\xa0\x80")
	if replaced, _ := Hash("\ufffd"); lone != replaced || n != 3 {
		t.Error("a lone surrogate is not hashed as U+FFFD")
	}
}

func TestFoldableAndLabel(t *testing.T) {
	for _, c := range []struct {
		b        Block
		foldable bool
		label    string
	}{
		{Block{Kind: User, Durable: true}, false, "user"}, {Block{Kind: ToolCall, Durable: true, Tool: "ls"}, false, "tool_call"},
		{Block{Kind: Text, Durable: true}, true, "text"}, {Block{Kind: Thinking, Durable: true}, true, "thinking"},
		{Block{Kind: ToolResult, Durable: true, Tool: "ls"}, true, "ls"}, {Block{Kind: ToolResult, Tool: "ls"}, false, "ls"},
		{Block{Kind: ToolResult, Durable: true, Opaque: true, Tool: "ls"}, false, "ls"},
	} {
		if c.b.Foldable() != c.foldable || c.b.Label() != c.label {
			t.Errorf("%+v: %v %s", c.b, c.b.Foldable(), c.b.Label())
		}
	}
}
