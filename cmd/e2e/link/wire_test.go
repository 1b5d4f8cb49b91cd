package link

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cfold/cmd/e2e/provider"
)

// message is one message as the provider received it, cache marks left out.
type message struct {
	Role  string
	Parts []string // each part's JSON
	tags  []string // each part's fold tag, empty where it is whole
	kinds []string // each part's type
	ids   []string // each part's call id
}

// wire is the messages of every request, in order.
func wire(t testing.TB, requests []provider.Request) [][]message {
	t.Helper()
	var all [][]message
	for _, r := range requests {
		list, err := r.Messages()
		if err != nil {
			t.Fatal(err)
		}
		var messages []message
		for _, raw := range list {
			messages = append(messages, parse(t, raw))
		}
		all = append(all, messages)
	}
	return all
}

func parse(t testing.TB, raw json.RawMessage) message {
	t.Helper()
	var m struct {
		Role    string
		Content json.RawMessage
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	out := message{Role: m.Role}
	var parts []map[string]any
	dec := json.NewDecoder(bytes.NewReader(m.Content))
	dec.UseNumber()
	if m.Content[0] == '"' {
		var s string
		if err := dec.Decode(&s); err != nil {
			t.Fatal(err)
		}
		parts = []map[string]any{{"type": "text", "text": s}}
	} else if err := dec.Decode(&parts); err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		delete(p, "cache_control")
		for _, inner := range elements(p["content"]) {
			delete(inner, "cache_control")
		}
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		out.Parts = append(out.Parts, string(data))
		out.kinds = append(out.kinds, fmt.Sprint(p["type"]))
		out.tags = append(out.tags, tagOf(p))
		id := fmt.Sprint(p["id"])
		if p["type"] == "tool_result" {
			id = fmt.Sprint(p["tool_use_id"])
		}
		out.ids = append(out.ids, id)
	}
	return out
}

func elements(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// tagOf is the fold tag that a part's text begins with.
func tagOf(part map[string]any) string {
	text, _ := part["thinking"].(string)
	if s, ok := part["text"].(string); ok {
		text = s
	}
	if s, ok := part["content"].(string); ok {
		text = s
	}
	for _, inner := range elements(part["content"]) {
		if s, ok := inner["text"].(string); ok {
			text = s
			break
		}
	}
	if !strings.HasPrefix(text, "{#") {
		return ""
	}
	tag, _, ok := strings.Cut(text, " FOLDED} ")
	if !ok {
		return ""
	}
	return tag[2:]
}

// turn is what happened between two requests.
type turn int

// The turns.
const (
	grew      turn = iota // the first one's messages lead the second's, byte for byte
	folded                // only blocks that now stand as digests differ
	unfolded              // only blocks that stood as digests and now are whole differ
	rewritten             // anything else, as a compaction
)

// compare says what happened from one request's messages to the next one's.
func compare(before, after []message) (turn, string) {
	if len(after) < len(before) {
		return rewritten, fmt.Sprintf("%d messages, then %d", len(before), len(after))
	}
	result := grew
	for i, b := range before {
		a := after[i]
		if a.Role != b.Role || len(a.Parts) != len(b.Parts) {
			return rewritten, fmt.Sprintf("message %d: %s of %d parts, then %s of %d", i, b.Role, len(b.Parts), a.Role, len(a.Parts))
		}
		for j := range b.Parts {
			if a.Parts[j] == b.Parts[j] {
				continue
			}
			is := rewritten
			switch {
			case a.ids[j] != b.ids[j] || a.kinds[j] != b.kinds[j]:
			case a.tags[j] != "" && b.tags[j] == "":
				is = folded
			case a.tags[j] == "" && b.tags[j] != "":
				is = unfolded
			}
			if is == rewritten || result != grew && result != is {
				return rewritten, fmt.Sprintf("message %d part %d:\n%.300s\n%.300s", i, j, b.Parts[j], a.Parts[j])
			}
			result = is
		}
	}
	return result, ""
}

// checkShape fails where a call and its result have parted, or a result is folded when it is first delivered.
func checkShape(t *testing.T, n int, messages []message) {
	t.Helper()
	var open []string
	for i, m := range messages {
		var calls []string
		for j, kind := range m.kinds {
			switch kind {
			case "tool_use":
				calls = append(calls, m.ids[j])
			case "tool_result":
				if len(open) == 0 || open[0] != m.ids[j] {
					t.Fatalf("request %d message %d: the result of %s stands where that of %v belongs", n, i, m.ids[j], open)
				}
				open = open[1:]
				if i == len(messages)-1 && m.tags[j] != "" {
					t.Errorf("request %d: the result of %s is folded when it is first delivered", n, m.ids[j])
				}
			}
		}
		open = append(open, calls...)
	}
	if len(open) > 0 {
		t.Errorf("request %d: no results of %v", n, open)
	}
}
