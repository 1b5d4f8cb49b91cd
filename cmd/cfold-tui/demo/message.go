package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/journal"
	"cfold/engine/seed"
	"cfold/engine/session"
)

func rawOf(r journal.Record) json.RawMessage { return json.RawMessage(r.JSON()) }

// call is a tool call of an answer and the result it will get.
type call struct {
	tool   string
	args   object
	result string
	failed bool
}

// user appends what a person says.
func (w *writer) user(say string) {
	w.put("message", member{"message", object{
		{"role", "user"}, {"content", []object{textPart(say)}}, {"timestamp", w.clock.UnixMilli()},
	}})
}

// answer appends a response (a thought, a text, tool calls; each may be empty) to
// what the context holds, and then the results of its calls.
func (w *writer) answer(thought, say string, calls ...call) {
	w.fold()
	parts := w.prompt()
	id := fmt.Sprintf("msg_demo%04d", w.count)
	var content []object
	output := 8
	if thought != "" {
		content = append(content, object{{"type", "thinking"}, {"thinking", thought}, {"thinkingSignature", "ZGVtbw=="}})
		output += estimate(thought)
	}
	if say != "" {
		content = append(content, textPart(say))
		output += estimate(say)
	}
	for i, c := range calls {
		content = append(content, object{{"type", "toolCall"}, {"id", callID(id, i)}, {"name", c.tool}, {"arguments", c.args}})
		output += estimate(string(encode(c.args))) + 12
	}
	reason := "stop"
	if len(calls) > 0 {
		reason = "toolUse"
	}
	w.pass(time.Duration(2000+15*output) * time.Millisecond)
	u := w.usageOf(parts, output)
	w.warm = parts
	w.assistant(content, u, reason, id)
	for i, c := range calls {
		w.pass(600 * time.Millisecond)
		w.pause(w.pace / 5)
		w.put("message", member{"message", object{
			{"role", "toolResult"}, {"toolCallId", callID(id, i)}, {"toolName", c.tool},
			{"content", []object{textPart(c.result)}}, {"isError", c.failed}, {"timestamp", w.clock.UnixMilli()},
		}})
	}
	w.pause(w.pace)
}

func callID(response string, i int) string {
	return fmt.Sprintf("toolu_%s_%d", response[len("msg_"):], i)
}

func textPart(s string) object { return object{{"type", "text"}, {"text", s}} }

func (w *writer) assistant(content []object, u cache.Usage, reason, id string, more ...member) {
	message := object{
		{"role", "assistant"}, {"content", content}, {"api", "anthropic-messages"}, {"provider", provider}, {"model", model},
		{"usage", object{
			{"input", u.Input}, {"output", u.Output}, {"cacheRead", u.CacheRead}, {"cacheWrite", u.CacheWrite},
			{"totalTokens", u.TotalTokens}, {"cost", u.Cost},
		}},
		{"stopReason", reason}, {"timestamp", w.clock.UnixMilli()},
	}
	if id != "" {
		message = append(message, member{"responseId", id})
	}
	w.put("message", member{"message", append(message, more...)})
	w.telemetry.Record(u)
	w.step.calls = true
}

// failure appends a response that came to nothing.
func (w *writer) failure(reason string) {
	w.fold()
	w.pass(9 * time.Second)
	w.assistant([]object{}, cache.Usage{Cost: &cache.Cost{}}, "error", "", member{"errorMessage", reason})
	w.pause(w.pace)
}

// forget lets the provider's cache expire.
func (w *writer) forget(idle time.Duration) {
	w.pass(idle)
	w.warm = nil
}

// folded is the newest folded result of a tool.
func (w *writer) folded(tool string) string {
	blocks := w.ctx.Blocks()
	for n := len(blocks) - 1; n >= 0; n-- {
		if _, _, ok := w.folds.Frozen(blocks[n].ID); ok && blocks[n].Tool == tool {
			return blocks[n].ID
		}
	}
	panic("demo: nothing of that tool is folded")
}

// foldedCode is its code.
func (w *writer) foldedCode(tool string) string { return w.folds.Code(w.folded(tool)) }

// unfold holds the newest folded result of a tool for good.
func (w *writer) unfold(tool string) {
	w.record(journal.UnfoldOf(w.folded(tool)))
	w.pause(w.pace)
}

// compact replaces the history before the kept entry by what the index says of
// it.
func (w *writer) compact(kept string) {
	used := w.ctx.Usage()
	source := w.history(kept)
	for _, n := range seed.Unrecorded(source, &w.folds) {
		body, err := source.Text(n)
		must(err)
		w.record(journal.FoldOf(seed.FoldRecord(&source.Blocks[n], body)))
	}
	fields, err := seed.ExtractCompaction(source)
	must(err)
	spans, err := seed.CompactionSpans(source, &w.folds)
	must(err)
	w.maxSeq++
	r := seed.Record{Seq: w.maxSeq, Trigger: seed.Compact, Usage: seed.UsageOf(used.Tokens, Window), Fields: fields, Spans: spans}
	w.indexed(r)
	w.put("compaction", member{"summary", seed.Summary(r, "")}, member{"firstKeptEntryId", kept},
		member{"tokensBefore", used.Tokens}, member{"fromHook", true})
	w.pause(w.pace)
}

// history is the blocks of every message of the branch before the kept entry.
func (w *writer) history(kept string) seed.Source {
	var entries []int32
	for _, i := range w.index.Branch(w.index.Leaf()) {
		if w.index.ID(int(i)) == kept {
			break
		}
		if w.index.Entry(int(i)).Kind == session.Message {
			entries = append(entries, i)
		}
	}
	var blocks []block.Block
	var at []int32
	var builder block.Builder
	for _, i := range entries {
		raw, err := w.index.Read(w, int(i))
		must(err)
		blocks = builder.Add(blocks, raw.Get("message"), "")
		for len(at) < len(blocks) {
			at = append(at, i)
		}
	}
	return seed.Source{Blocks: blocks, Text: func(n int) (string, error) {
		raw, err := w.index.Read(w, int(at[n]))
		return block.TextOf(raw.Get("message"), blocks[n].Kind, blocks[n].Part), err
	}}
}
