package follow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// entry is a line of a session, as far as the tests look into it.
type entry struct {
	Type, ID, ParentID string
	Timestamp          time.Time
	CustomType         string
	Data               struct {
		Kind  string
		IDs   []string
		Layer struct {
			Seq     int
			Entries []struct{ ID, DigestText string }
		}
	}
	FirstKeptEntryID, Summary string
	Message                   message
}

type message struct {
	Role       string
	Content    json.RawMessage
	Timestamp  int64
	ResponseID string
	ToolCallID string
	IsError    bool
	StopReason string
	Usage      *usage
}

// usage is what a response reports, in tokens and dollars.
type usage struct {
	Input, CacheRead, CacheWrite, TotalTokens int
	Cost                                      struct{ Total float64 }
}

// part is a part of a message. Text, or Thinking, is empty where it has none.
type part struct {
	Type, Text, Thinking, Name string
	Arguments                  json.RawMessage
}

// block is one block of the context.
type block struct {
	id, kind string // the kind in the words of the screen
	text     string
}

// tokens is what a text costs as a block: a quarter of its UTF-16 units, rounded up, and 4.
func tokens(text string) int { return (length(text)+3)/4 + 4 }

// length is in UTF-16 units.
func length(text string) int { return len(utf16.Encode([]rune(text))) }

// codeOf is the fold code of an id, which is of ASCII here.
func codeOf(id string) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	code := "000000" + strconv.FormatUint(uint64(h.Sum32()), 36)
	return code[len(code)-6:]
}

// parse reads the lines of a session. It has no branches: each entry follows the one before it.
func parse(t testing.TB, path string) []entry {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	for line := range bytes.Lines(data) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // it is still being written
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("a line of the session: %v\n%.300s", err, line)
		}
		if n := len(entries); n > 1 && e.ParentID != entries[n-1].ID {
			t.Errorf("entry %s follows %s, not %s before it", e.ID, e.ParentID, entries[n-1].ID)
		}
		entries = append(entries, e)
	}
	return entries
}

// parts is the parts of a message's content.
func (m *message) parts() []part {
	var parts []part
	if json.Unmarshal(m.Content, &parts) == nil {
		return parts
	}
	var text string
	_ = json.Unmarshal(m.Content, &text) // what is neither has no parts
	return []part{{Type: "text", Text: text}}
}

// text is the text parts of a message, a line each.
func (m *message) text() string {
	var texts []string
	for _, p := range m.parts() {
		if p.Type == "text" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// blocks is what an entry adds to the context.
func (e *entry) blocks() []block {
	m := &e.Message
	switch {
	case e.Type == "compaction":
		return []block{{id: "s:" + strconv.FormatInt(e.Timestamp.UnixMilli(), 10), kind: "summary", text: e.Summary}}
	case m.Role == "user":
		return []block{{id: "u:" + strconv.FormatInt(m.Timestamp, 10), kind: "person", text: m.text()}}
	case m.Role == "toolResult":
		kind := "result"
		if m.IsError {
			kind = "error"
		}
		return []block{{id: "r:" + m.ToolCallID, kind: kind, text: m.text()}}
	case m.Role != "assistant":
		return nil
	}
	var list []block
	for i, p := range m.parts() {
		b := block{id: fmt.Sprintf("a:%s:p%d", m.ResponseID, i)}
		switch p.Type {
		case "thinking":
			b.kind, b.text = "think", p.Thinking
		case "text":
			b.kind, b.text = "answer", p.Text
		case "toolCall":
			b.kind, b.text = "call", p.Name+" "+string(p.Arguments)
		}
		list = append(list, b)
	}
	return slices.DeleteFunc(list, func(b block) bool { return b.text == "" })
}

// contextOf is the entries whose blocks the model is sent, in order: after a compaction its summary, then what it kept,
// then what came since.
func contextOf(entries []entry) []entry {
	newest := -1
	for i := range entries {
		if entries[i].Type == "compaction" {
			newest = i
		}
	}
	if newest < 0 {
		return entries
	}
	list := []entry{entries[newest]}
	kept := slices.IndexFunc(entries, func(e entry) bool { return e.ID == entries[newest].FirstKeptEntryID })
	for i := max(kept, 0); i < len(entries); i++ {
		if kept >= 0 && i != newest && entries[i].Type != "compaction" || i > newest {
			list = append(list, entries[i])
		}
	}
	return list
}
