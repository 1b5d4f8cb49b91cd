package session

import (
	"errors"
	"io"
	"strings"
	"testing"

	"cfold/engine/jsjson"
)

func compaction(id, parent, kept, rest string) string {
	first := ""
	if kept != "" {
		first = `,"firstKeptEntryId":"` + kept + `"`
	}
	return entry(id, parent, `"compaction","summary":"sum `+id+`","tokensBefore":7`+first+rest)
}

func edit(id, parent, target, replacement string) string {
	return entry(id, parent, `"context_edit","targetId":"`+target+`","replacement":`+replacement)
}

func TestProject(t *testing.T) {
	system := func(id, parent string) string {
		return entry(id, parent, `"message","message":{"role":"system","content":"s"}`)
	}
	abc := []string{user("a", "", ""), user("b", "a", ""), user("c", "b", "")}
	with := func(lines ...string) []string { return append(abc[:3:3], lines...) }
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no compaction", abc, "a b c"},
		{"kept from an entry on", with(compaction("k", "c", "b", ""), user("d", "k", "")), "k b c d"},
		{"its own id keeps nothing", with(compaction("k", "c", "k", ""), user("d", "k", "")), "k d"},
		{"an unknown id keeps nothing", with(compaction("k", "c", "gone", ""), user("d", "k", "")), "k d"},
		{"a number keeps nothing, though an id is within it", []string{user("a", "", ""), user("2", "a", ""),
			entry("k", "2", `"compaction","summary":"s","tokensBefore":7,"firstKeptEntryId":123`)}, "k"},
		{"no id keeps nothing", with(compaction("k", "c", "", "")), "k"},
		{"an id of another branch keeps nothing", with(user("x", "a", ""), compaction("k", "c", "x", "")), "k"},
		{"an id that comes later keeps nothing", with(compaction("k", "c", "d", ""), user("d", "k", "")), "k d"},
		{"the newest rules", with(compaction("k", "c", "b", ""), user("d", "k", ""), compaction("l", "d", "d", "")), "l d"},
		{"an older one in the kept range adds nothing", with(compaction("k", "c", "c", ""), user("d", "k", ""), compaction("l", "d", "b", ""), user("e", "l", "")), "l b c d e"},
		{"a dead branch's does not count", with(compaction("k", "c", "c", ""), user("d", "c", "")), "a b c d"},
		{"kept system messages are dropped, later ones stay", []string{system("s", ""), user("a", "s", ""), system("t", "a"), user("b", "t", ""), compaction("k", "b", "s", ""), system("v", "k")}, "k a b v"},
		{"an edit", with(edit("e", "c", "b", `{"content":"x"}`)), "a b/e c e"},
		{"the last edit rules", with(edit("e", "c", "b", `null`), edit("f", "e", "b", `{"content":"x"}`)), "a b/f c e f"},
		{"null omits", with(edit("e", "c", "b", `{"content":"x"}`), edit("f", "e", "b", `null`)), "a c e f"},
		{"a dead branch's edit does not apply", with(edit("e", "c", "b", `null`), user("d", "c", "")), "a b c d"},
		{"an edit before the kept range does not apply", with(edit("e", "c", "c", `null`), user("d", "e", ""), compaction("k", "d", "d", "")), "k d"},
		{"an edit in the kept range does", with(edit("e", "c", "c", `null`), compaction("k", "e", "b", "")), "k b e"},
		{"a compaction can be omitted", with(compaction("k", "c", "c", ""), edit("e", "k", "k", `null`)), "c e"},
		{"an edit of an unknown entry", with(edit("e", "c", "gone", `null`)), "a b c e"},
		{"an edit that stands before its target", []string{user("a", "", ""), edit("e", "a", "b", `null`), user("b", "e", "")}, "a e"},
	} {
		x, _ := build(append([]string{header3}, c.lines...)...)
		if got := context(x); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMessages(t *testing.T) {
	const at = `"timestamp":"2025-01-01T00:00:00.000Z"`
	replace := func(content string) string {
		return `{"type":"context_edit","replacement":{"content":` + content + `}}`
	}
	for _, c := range []struct {
		name, entry, edit string
		want              []string
	}{
		{"as it is", `{"type":"message","message":{"role":"user","content":[ 1.0 ]}}`, "", []string{`{"role":"user","content":[ 1.0 ]}`}},
		{"any order of keys", `{"message":{"content":"x","role":"user"},"type":"message"}`, "", []string{`{"content":"x","role":"user"}`}},
		{"null content", `{"type":"message","message":{"role":"user","content":null,"timestamp":1}}`, "", []string{`{"role":"user","content":[],"timestamp":1}`}},
		{"missing content", `{"type":"message","message":{"role":"assistant","timestamp":1}}`, "", []string{`{"role":"assistant","timestamp":1,"content":[]}`}},
		{"missing content of a result", `{"type":"message","message":{"role":"toolResult"}}`, "", []string{`{"role":"toolResult","content":[]}`}},
		{"missing content of a system message", `{"type":"message","message":{"role":"system"}}`, "", []string{`{"role":"system","content":""}`}},
		{"missing content of another", `{"type":"message","message":{"role":"custom"}}`, "", []string{`{"role":"custom"}`}},
		{"no message", `{"type":"message"}`, "", nil},
		{"a message that is none", `{"type":"message","message":"x"}`, "", nil},
		{"the last message of two", `{"type":"message","message":{"role":"user","content":"x"},"message":{"role":"user"}}`, "", []string{`{"role":"user","content":[]}`}},
		{"custom message", `{"type":"custom_message","customType":"t","content":"x","display":false,"details":{"a":1},` + at + `}`, "", []string{`{"role":"custom","customType":"t","content":"x","display":false,"details":{"a":1},"timestamp":1735689600000}`}},
		{"custom message without", `{"type":"custom_message","timestamp":"never"}`, "", []string{`{"role":"custom","content":[],"timestamp":null}`}},
		{"branch summary", `{"type":"branch_summary","summary":"s","fromId":"f",` + at + `}`, "", []string{`{"role":"branchSummary","summary":"s","fromId":"f","timestamp":1735689600000}`}},
		{"empty branch summary", `{"type":"branch_summary","summary":"",` + at + `}`, "", nil},
		{"compaction", `{"type":"compaction","summary":"s","tokensBefore":5,` + at + `}`, "", []string{`{"role":"compactionSummary","summary":"s","tokensBefore":5,"timestamp":1735689600000}`}},
		{"compaction with a system message", `{"type":"compaction","summary":"s","systemMessage":{"role":"system"},` + at + `}`, "", []string{`{"role":"system"}`, `{"role":"compactionSummary","summary":"s","timestamp":1735689600000}`}},
		{"other entries", `{"type":"custom","data":{}}`, "", nil},
		{"omitted", `{"type":"message","message":{"role":"user","content":"x"}}`, `{"replacement":null}`, nil},
		{"user edited", `{"type":"message","message":{"role":"user","content":"x","timestamp":1}}`, replace(`"y"`), []string{`{"role":"user","content":"y","timestamp":1}`}},
		{"assistant edited by text", `{"type":"message","message":{"role":"assistant","content":[],"model":"m"}}`, replace(`"y"`), []string{`{"role":"assistant","content":[{"type":"text","text":"y"}],"model":"m"}`}},
		{"result edited by parts", `{"type":"message","message":{"role":"toolResult","content":[]}}`, replace(`[{"type":"image"}]`), []string{`{"role":"toolResult","content":[{"type":"image"}]}`}},
		{"edited keys in JavaScript's order", `{"type":"message","message":{"role":"user","2":0,"content":"x","1":0,"content":"z"}}`, replace(`"y"`), []string{`{"1":0,"2":0,"role":"user","content":"y"}`}},
		{"custom edited", `{"type":"custom_message","customType":"t","content":"x",` + at + `}`, replace(`"y"`), []string{`{"role":"custom","customType":"t","content":"y","timestamp":1735689600000}`}},
		{"summaries stay", `{"type":"compaction","summary":"s",` + at + `}`, replace(`"y"`), []string{`{"role":"compactionSummary","summary":"s","timestamp":1735689600000}`}},
		{"shell executions stay", `{"type":"message","message":{"role":"bashExecution","command":"ls"}}`, replace(`"y"`), []string{`{"role":"bashExecution","command":"ls"}`}},
	} {
		var edit jsjson.Raw
		if c.edit != "" {
			edit = jsjson.Raw(c.edit)
		}
		var got []string
		for _, m := range Messages(jsjson.Raw(c.entry), edit) {
			got = append(got, string(m))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	if _, ok := AppendSaid(nil, []byte(`{"type":"message"`), nil); ok {
		t.Error("a torn line was read")
	}
}

func TestReadFailures(t *testing.T) {
	x, _ := build(header3, user("a", "", "x"), user("b", "a", "y"))
	line := user("a", "", "x")
	for _, c := range []struct {
		name, file string
		want       error
	}{
		{"shorter", header3 + "\n" + line[:10], io.ErrUnexpectedEOF},
		{"empty", "", io.ErrUnexpectedEOF},
		{"shifted", header3 + "x\n" + line + "\n" + line, ErrChanged},
		{"another entry in its place", header3 + "\n" + strings.Replace(line, `"id":"a"`, `"id":"z"`, 1) + "\n", ErrChanged},
	} {
		if raw, err := x.Read(strings.NewReader(c.file), 0); !errors.Is(err, c.want) {
			t.Errorf("%s: %s, %v, want %v", c.name, raw, err, c.want)
		}
	}
}

func TestTimes(t *testing.T) {
	for s, want := range map[string]int64{
		`"2025-01-01T00:00:00.000Z"`: 1735689600000, `"2025-01-01T00:00:00Z"`: 1735689600000, `"2025-01-01T01:00:00.123+01:00"`: 1735689600123,
		`"2025-01-01T00:00:00.123999Z"`: 1735689600123, `"2025-01-01"`: 1735689600000, `1735689600000`: 1735689600000, `"never"`: 0, `null`: 0, `""`: 0, `"1969-12-31T23:59:59.999Z"`: -1,
	} {
		if got, _ := parseTime(jsjson.Raw(s)); got != want {
			t.Errorf("%s is %d, want %d", s, got, want)
		}
	}
}
