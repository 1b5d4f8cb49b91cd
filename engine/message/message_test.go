package message

import (
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

func read(t interface{ Fatalf(string, ...any) }, m *Message, s string) {
	raw, ok := jsjson.Scan([]byte(s))
	if !ok {
		t.Fatalf("no JSON: %s", s)
	}
	m.Read(raw)
}

func TestContent(t *testing.T) {
	var m Message // one for all: what a message leaves must not show in the next
	for _, c := range []struct {
		json  string
		text  string
		parts int
		plain bool
	}{
		{`{"content":"a\nb"}`, "a\nb", 0, true}, {`{"content":""}`, "", 0, true},
		{`{"content":[{"type":"text","text":"a"},{"type":"image","text":"no"},{"type":"text","text":"b"}]}`, "a\nb", 3, false},
		{`{"content":[{"type":"text"},{"type":"text","text":null}]}`, "\n", 2, false},
		{`{"content":[null,5,"x",[{"type":"text","text":"no"}]]}`, "", 4, false},
		{`{"content":null}`, "", 0, false}, {`{}`, "", 0, false}, {`{"content":5}`, "", 0, false}, {`{"content":{"type":"text","text":"no"}}`, "", 0, false}, {`5`, "", 0, false},
		{`{"content":[{"type":"text","text":"old"}],"content":"new"}`, "new", 0, true}, {`{"content":"old","content":[]}`, "", 0, false},
		{`{"content":[{"text":"a","text":"b","type":"image","type":"text"}]}`, "b", 1, false}, {`{"c\u006fntent":"a"}`, "a", 0, true},
	} {
		read(t, &m, c.json)
		if m.Text() != c.text || len(m.Parts) != c.parts || (m.Plain != nil) != c.plain {
			t.Errorf("%s: %q of %d parts, plain %v", c.json, m.Text(), len(m.Parts), m.Plain != nil)
		}
	}
}

func TestFields(t *testing.T) {
	var m Message
	read(t, &m, `{"role":"assistant","timestamp":1,"responseId":"r","provider":"p","model":"m","stopReason":"stop","usage":{"input":1},"toolCallId":"c","toolName":"n","isError":true,"details":{"a":1},"command":"ls","output":"o","summary":"s","content":[{"type":"toolCall","id":"c","name":"n","arguments":{"x":1},"thinking":"t"}],"other":{"role":"user"}}`)
	for name, got := range map[string]jsjson.Raw{
		`"assistant"`: m.Role, `1`: m.Timestamp, `"r"`: m.ResponseID, `"p"`: m.Provider, `"m"`: m.Model, `"stop"`: m.Stop, `{"input":1}`: m.Usage, `"c"`: m.ToolCallID,
		`"n"`: m.ToolName, `true`: m.IsError, `{"a":1}`: m.Details, `"ls"`: m.Command, `"o"`: m.Output, `"s"`: m.Summary,
		`"toolCall"`: m.Parts[0].Type, `{"x":1}`: m.Parts[0].Arguments, `"t"`: m.Parts[0].Thinking,
	} {
		if string(got) != name {
			t.Errorf("got %s, want %s", got, name)
		}
	}
	read(t, &m, `{}`)
	if m.Role != nil || m.Usage != nil || m.Summary != nil || len(m.Parts) != 0 {
		t.Errorf("an empty message shows %+v", m)
	}
}

// What is measured is the length of what is read, whatever the text.
func TestUnitsAreThoseOfTheText(t *testing.T) {
	var m Message
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Custom(func(t *rapid.T) string {
			quoted := string(jsjson.AppendQuote(nil, rapid.String().Draw(t, "text")))
			return rapid.SampledFrom([]string{`{"type":"text","text":` + quoted + `}`, `{"type":"image","text":` + quoted + `}`, `{"type":"text"}`, `{"type":"text","text":"\ud83d\ude00\ud800"}`}).Draw(t, "part")
		})
		content := "["
		for n, p := range rapid.SliceOfN(part, 0, 4).Draw(t, "parts") {
			if n > 0 {
				content += ","
			}
			content += p
		}
		read(t, &m, `{"role":"user","content":`+content+`]}`)
		if m.Units() != text.Len(m.Text()) {
			t.Fatalf("%s: %d units of %q", content, m.Units(), m.Text())
		}
	})
}
