package follow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cfold/cmd/e2e/project"
	engineblock "cfold/engine/block"
	"cfold/engine/journal"
	enginelayer "cfold/engine/layer"
	"cfold/engine/seed"
)

type object = map[string]any

// written is a session file that the test itself writes, line by line as Pi does: open, append, close.
type written struct {
	t      testing.TB
	path   string // where it is appended to
	lines  int
	last   string // id of the newest entry
	at     time.Time
	prompt int // tokens of the newest response's prompt
	raw    []folded
	layers int
}

// folded is a result that a layer may take.
type folded struct {
	block engineblock.Block
	text  string
}

// write begins a session of a working day: prompts, each answered in many steps that read, search and run, and after
// each a layer that folds the results before it.
func write(t testing.TB, dir string, prompts, steps int) *written {
	t.Helper()
	p, err := project.Make(filepath.Join(dir, "proj"), 5)
	if err != nil {
		t.Fatal(err)
	}
	w := &written{t: t, path: filepath.Join(dir, "session.jsonl"), at: time.Now().Add(-time.Hour), prompt: 9000}
	w.line(object{"type": "session", "version": 3, "id": "019a7e57-0000-7000-8000-00000000f011", "timestamp": stamp(w.at), "cwd": p.Dir})
	w.entry("model_change", object{"provider": "acme", "modelId": "acme-large"})
	for n := range prompts {
		w.user(fmt.Sprintf("Prompt %d: find out why the ledger and the lexer disagree, and mend it.", n+1))
		for i := range steps {
			path := p.Sources[(n*steps+i)%len(p.Sources)]
			text, err := os.ReadFile(filepath.Join(p.Dir, path))
			if err != nil {
				t.Fatal(err)
			}
			text = text[:min(len(text), 2000+500*(i%7))]
			id := fmt.Sprintf("toolu_%d_%d", n, i)
			w.response(fmt.Sprintf("I look at %s next.", path), object{"type": "toolCall", "id": id, "name": "bash", "arguments": object{"command": "cat " + path}})
			w.result(id, string(text))
		}
		w.response("That is it.")
		w.fold()
	}
	return w
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func (w *written) line(v any) {
	w.t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		w.t.Fatal(err)
	}
	f, err := os.OpenFile(w.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(b.Bytes()); err != nil {
		w.t.Fatal(err)
	}
	w.lines++
}

// entry appends an entry to the newest one.
func (w *written) entry(kind string, fields object) {
	w.t.Helper()
	id := fmt.Sprintf("%08x", 0xf0110000+w.lines)
	w.at = w.at.Add(time.Second)
	e := object{"type": kind, "id": id, "parentId": nil, "timestamp": stamp(w.at)}
	if w.last != "" {
		e["parentId"] = w.last
	}
	for k, v := range fields {
		e[k] = v
	}
	w.line(e)
	w.last = id
}

func (w *written) message(m object) {
	w.t.Helper()
	m["timestamp"] = w.at.UnixMilli()
	w.entry("message", object{"message": m})
}

func textPart(s string) object { return object{"type": "text", "text": s} }

func (w *written) user(text string) {
	w.t.Helper()
	w.message(object{"role": "user", "content": []object{textPart(text)}})
}

// response is an answer that reads the prompt before from the cache.
func (w *written) response(text string, calls ...object) {
	w.t.Helper()
	const grown, out = 900, 150
	usage := object{
		"input": 3, "cacheRead": w.prompt, "cacheWrite": grown, "output": out, "totalTokens": 3 + w.prompt + grown + out,
		"cost": object{
			"input": 0.000009, "cacheRead": float64(w.prompt) * 3e-7, "cacheWrite": grown * 3.75e-6, "output": out * 15e-6,
			"total": 0.000009 + float64(w.prompt)*3e-7 + grown*3.75e-6 + out*15e-6,
		},
	}
	w.prompt += grown
	w.message(object{
		"role": "assistant", "api": "anthropic-messages", "provider": "acme", "model": "acme-large", "usage": usage,
		"responseId": fmt.Sprintf("msg_%d", w.lines), "stopReason": "toolUse", "content": append([]object{textPart(text)}, calls...),
	})
}

func (w *written) result(call, text string) {
	w.t.Helper()
	w.message(object{"role": "toolResult", "toolCallId": call, "toolName": "bash", "content": []object{textPart(text)}, "isError": false})
	b := engineblock.Block{ID: "r:" + call, Kind: engineblock.ToolResult, Tool: "bash", Units: len(text), Tokens: engineblock.Cost(text), Durable: true}
	w.raw = append(w.raw, folded{b, text})
}

// fold commits a layer of all results that are raw.
func (w *written) fold() {
	w.t.Helper()
	record := func(r journal.Record) {
		w.entry("custom", object{"customType": "contextfold.fold", "data": json.RawMessage(r.JSON())})
	}
	var digests []enginelayer.Digest
	for _, f := range w.raw {
		record(journal.FoldOf(seed.FoldRecord(&f.block, f.text)))
		text := engineblock.Digest(&f.block, f.text)
		digests = append(digests, enginelayer.Digest{ID: f.block.ID, Text: text})
		w.prompt -= f.block.Tokens - engineblock.Cost(text)
	}
	w.raw, w.layers = nil, w.layers+1
	record(journal.LayerOf(w.layers, digests))
}
