package tui

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/block"
	"cfold/engine/seed"
	"cfold/theme"
	"cfold/watch/feed"
)

// began is when the made session starts, shown when its frames are drawn.
var (
	began = time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC)
	shown = began.Add(25 * time.Minute)
)

// hostile is what a tool may print: colours, a title, the clipboard, bidi marks.
const hostile = "\x1b[31mERROR\x1b[0m \x1b]0;title\x07\x1b]52;c;aGk=\x07 \u202etxt.exe\u202c \u009b1m NUL\x00 a\rb"

type object = map[string]any

// story writes a small session line by line.
type story struct {
	t      testing.TB
	lines  []string
	n      int
	at     time.Time
	prompt int
}

func (s *story) entry(kind string, fields object) {
	s.n++
	s.at = s.at.Add(7 * time.Second)
	e := object{"type": kind, "id": fmt.Sprintf("%08x", s.n), "parentId": nil, "timestamp": s.at.Format("2006-01-02T15:04:05.000Z")}
	if s.n > 1 {
		e["parentId"] = fmt.Sprintf("%08x", s.n-1)
	}
	for k, v := range fields {
		e[k] = v
	}
	s.line(e)
}

func (s *story) line(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	s.lines = append(s.lines, string(data))
}

func (s *story) message(m object) {
	m["timestamp"] = s.at.Add(7 * time.Second).UnixMilli()
	s.entry("message", object{"message": m})
}

func (s *story) user(text string) { s.message(object{"role": "user", "content": text}) }

// answer is a response that read what was sent before and wrote the rest.
func (s *story) answer(id string, grown int, parts ...object) {
	read := s.prompt
	s.prompt += grown
	usage := object{
		"input": 4, "cacheRead": read, "cacheWrite": grown, "output": 120, "totalTokens": s.prompt + 124,
		"cost": object{"input": 0.00001, "cacheRead": float64(read) * 3e-7, "cacheWrite": float64(grown) * 3.75e-6, "output": 0.0018, "total": 0.0021 + float64(read)*3e-7 + float64(grown)*3.75e-6},
	}
	s.message(object{
		"role": "assistant", "provider": "acme", "model": "acme-large", "responseId": id, "content": parts, "usage": usage, "stopReason": "toolUse",
	})
}

func say(s string) object   { return object{"type": "text", "text": s} }
func think(s string) object { return object{"type": "thinking", "thinking": s} }
func call(id, tool string, arguments object) object {
	return object{"type": "toolCall", "id": id, "name": tool, "arguments": arguments}
}

func (s *story) result(id, tool, text string, failed bool) {
	s.message(object{
		"role": "toolResult", "toolCallId": id, "toolName": tool, "isError": failed,
		"content": []object{{"type": "text", "text": text}},
	})
}

// folded is a block of the story that gets folded.
type folded struct {
	b    block.Block
	text string
}

// fold commits a layer, as the extension does: records, then the layer.
func (s *story) fold(seq int, blocks ...folded) {
	var entries []object
	for _, f := range blocks {
		r := seed.FoldRecord(&f.b, f.text)
		s.entry("custom", object{"customType": "contextfold.fold", "data": object{"kind": "fold", "entry": object{
			"blockId": r.BlockID, "code": r.Code, "tool": r.Tool, "isError": r.IsError, "bytes": r.Bytes, "sha256": r.SHA256,
		}}})
		entries = append(entries, object{"id": f.b.ID, "digestText": block.Digest(&f.b, f.text)})
	}
	s.entry("custom", object{"customType": "contextfold.fold", "data": object{"kind": "layer", "layer": object{"seq": seq, "entries": entries}}})
	s.prompt -= 4000
}

func result(id, tool, text string) folded {
	units := len([]rune(text))
	return folded{block.Block{ID: "r:" + id, Kind: block.ToolResult, Tool: tool, Units: units, Tokens: (units+3)/4 + 4, Durable: true}, text}
}

// listing is a long output with a line worth keeping.
func listing(name string, lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "%s/part_%03d.go:%d: func handle%d(w http.ResponseWriter)\n", name, i, i*7, i)
	}
	return b.String() + "Error: " + name + " is missing"
}

// newStory is the session most tests show: three turns, two layers, an unfolded
// block, an error, what is hostile, what is wide.
func newStory(t testing.TB) *story {
	s := &story{t: t, at: began, prompt: 3000}
	s.line(object{"type": "session", "version": 3, "id": "5e551011-0000-4000-8000-000000000001", "timestamp": began.Format(time.RFC3339), "cwd": "/home/dev/shop"})
	s.entry("model_change", object{"provider": "acme", "modelId": "acme-large"})
	s.entry("session_info", object{"name": "fix the 修理 \x1b[31mparser"})
	s.user("Find out why the parser drops the last line.")
	first, second := listing("src/parser", 90), listing("src/lexer", 70)
	s.answer("resp_1", 2600, think("The reader may stop at the last newline."), say("I look at the parser first."),
		call("call_1", "bash", object{"command": "grep -rn handle src/parser"}), call("call_2", "read", object{"path": "src/lexer/lexer.go"}))
	s.result("call_1", "bash", first, false)
	s.result("call_2", "read", second, false)
	s.answer("resp_2", 3100, say("日本語のテキスト：折りたたみ、層、台帳。"), call("call_3", "bash", object{"command": "go test ./..."}))
	s.result("call_3", "bash", hostile, true)
	s.user("Then fix it.")
	s.answer("resp_3", 900, say("The scanner needs a final flush."))
	s.fold(1, result("call_1", "bash", first), result("call_2", "read", second))
	s.answer("resp_4", 3500, call("call_4", "edit", object{"path": "src/lexer/lexer.go", "newText": "flush()"}))
	s.result("call_4", "edit", "edited src/lexer/lexer.go", false)
	s.entry("custom", object{"customType": "contextfold.fold", "data": object{"kind": "unfold", "ids": []string{"r:call_2"}}})
	s.answer("resp_5", 1500, call("call_5", "bash", object{"command": "go test ./... -count=1"}))
	s.result("call_5", "bash", listing("ok", 80), false)
	s.user("And the documentation?")
	s.answer("resp_6", 2400, think("README and docs/parser.md mention it."), call("call_6", "bash", object{"command": "rg -n parser docs"}))
	s.result("call_6", "bash", listing("docs", 120), false)
	s.answer("resp_7", 2900, say("Both are up to date now."))
	return s
}

// write puts the story into a folder of the test's, with its seed index.
func (s *story) write() (path, index string) {
	s.t.Helper()
	dir := s.t.TempDir()
	path, index = filepath.Join(dir, "session.jsonl"), filepath.Join(dir, "index.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(s.lines, "\n")+"\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	record := seed.AppendLine(nil, seed.Record{
		Harness: seed.Harness, Session: "5e551011-0000-4000-8000-000000000001", Seq: 1, At: "2026-01-02T10:01:30.000Z",
		Trigger: seed.Threshold, Usage: seed.UsageOf(9600, 20000),
		Fields: seed.Fields{
			Files: []string{"src/parser/part_001.go", "src/lexer/lexer.go"}, Commands: []string{"grep -rn handle src/parser"},
			Errors: []string{"Error: src/parser is missing"}, Identifiers: []string{"ResponseWriter"},
			UserMessages: []seed.UserMessage{{Turn: 1, FirstLine: "Find out why"}},
		},
		Spans: []seed.Span{
			{BlockID: "r:call_1", Code: block.Code("r:call_1"), Tool: "bash", Turn: 1, Bytes: 5000, Lines: 91, SHA256: "00"},
			{BlockID: "r:gone", Code: block.Code("r:gone"), Tool: "read", Turn: 1, Bytes: 10, Lines: 1, SHA256: "00"},
		},
	})
	if err := os.WriteFile(index, record, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path, index
}

// loaded reads a session as --once does.
func loaded(t testing.TB, path, index string, window int) feed.Update {
	t.Helper()
	u, err := feed.Load(feed.Options{
		Session: path, SeedIndex: index, Window: window, Cwd: t.TempDir(), Agent: t.TempDir(),
		Environ: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close() })
	u.SettingsPath = "/home/dev/.pi/agent/context-fold.json"
	u.Active = began.Add(4 * time.Minute)
	u.Pi = 1 // none seen
	return u
}

// made is the update most tests show.
func made(t *testing.T) feed.Update {
	t.Helper()
	path, index := newStory(t).write()
	return loaded(t, path, index, 20000)
}

func plain() *theme.Theme { return theme.New(theme.Options{}) }

// opened is a model that shows an update at a size, all that it reads read.
func opened(t testing.TB, u feed.Update, th *theme.Theme, width, height int) *Model {
	t.Helper()
	m := New(Options{Theme: th}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
	m.sized(width, height)
	run(m, updatedMsg{u})
	return m
}
