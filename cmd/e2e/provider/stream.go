package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"unicode/utf8"
)

// deltaBytes is about how much of a text one delta carries.
const deltaBytes = 256

// stream writes server-sent events of one answer. The first failure stays and silences what follows.
type stream struct {
	w     http.ResponseWriter
	index int // of the next content block
	err   error
}

// event is the data of one event; its type names the event as well.
type event map[string]any

func (s *stream) send(e event) {
	if s.err != nil {
		return
	}
	data, err := json.Marshal(e)
	if err == nil {
		_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", e["type"], data)
	}
	s.err = err
	http.NewResponseController(s.w).Flush()
}

// block sends one content block: its start, its deltas, its end.
func (s *stream) block(start event, deltas []event) {
	s.send(event{"type": "content_block_start", "index": s.index, "content_block": start})
	for _, d := range deltas {
		s.send(event{"type": "content_block_delta", "index": s.index, "delta": d})
	}
	s.send(event{"type": "content_block_stop", "index": s.index})
	s.index++
}

// answer sends a message up to its last event, which [stream.end] sends. It ends early when the client goes away.
func (s *stream) answer(ctx context.Context, id, model string, step ready, usage Usage) error {
	start := usage
	start.Output = 1
	s.send(event{"type": "message_start", "message": event{
		"id": id, "type": "message", "role": "assistant", "model": model, "content": []any{}, "stop_reason": nil, "usage": start,
	}})
	if step.Thinking != "" {
		deltas := pieces("thinking_delta", "thinking", step.Thinking)
		deltas = append(deltas, event{"type": "signature_delta", "signature": "c2ln"})
		s.block(event{"type": "thinking", "thinking": "", "signature": ""}, deltas)
	}
	if step.hold != nil {
		select {
		case <-step.hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if step.Text != "" {
		s.block(event{"type": "text", "text": ""}, pieces("text_delta", "text", step.Text))
	}
	reason := "end_turn"
	for _, tool := range step.Tools {
		reason = "tool_use"
		s.block(event{"type": "tool_use", "id": tool.ID, "name": tool.Name, "input": event{}},
			pieces("input_json_delta", "partial_json", string(tool.Input)))
	}
	s.send(event{"type": "message_delta", "delta": event{"stop_reason": reason}, "usage": event{"output_tokens": usage.Output}})
	return s.err
}

// end sends the last event, on which the client may act at once.
func (s *stream) end() { s.send(event{"type": "message_stop"}) }

// pieces splits text into deltas of the type given, none of which parts a character.
func pieces(typ, key, text string) []event {
	var out []event
	for text != "" {
		n := min(deltaBytes, len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		out = append(out, event{"type": typ, key: text[:n]})
		text = text[n:]
	}
	return out
}

// toolID names the k-th tool call (from 0) of the n-th answer (from 1).
func toolID(n, k int) string { return fmt.Sprintf("toolu_%04d_%d", n, k) }

// messageID names the n-th answer (from 1).
func messageID(n int) string { return fmt.Sprintf("msg_%06d", n) }
