package provider

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Caching says what of the simulated prompt cache a response reports.
type Caching int

const (
	// ReadsAndWrites reports both, as Anthropic does: three fresh tokens, the rest read or written.
	ReadsAndWrites Caching = iota
	// ReadsOnly reports reads; what is not read counts as input.
	ReadsOnly
	// WritesOnly writes each prompt whole and never reads.
	WritesOnly
	// InputOnly knows no cache: the prompt is input.
	InputOnly
)

// cacheFloor is the shortest prefix, in tokens, that a provider reads from its cache.
const cacheFloor = 1024

// fresh is how many tokens of a cached prompt count as input.
const fresh = 3

// Usage is what a response reports, in tokens. The first three are disjoint and add up to the prompt.
type Usage struct {
	Input      int `json:"input_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
	Output     int `json:"output_tokens"`
}

// Prompt is the length of the prompt in tokens.
func (u Usage) Prompt() int { return u.Input + u.CacheRead + u.CacheWrite }

// account gives the figures for a prompt that shares common bytes with the one before it. A token is four bytes.
func (c Caching) account(prompt string, common, out int) Usage {
	total := max(1, len(prompt)/4)
	read := common / 4
	if read < cacheFloor || c == WritesOnly || c == InputOnly {
		read = 0
	}
	read = min(read, max(0, total-fresh))
	if c == ReadsOnly || c == InputOnly {
		return Usage{Input: total - read, CacheRead: read, Output: out}
	}
	input := min(fresh, total)
	return Usage{Input: input, CacheRead: read, CacheWrite: total - read - input, Output: out}
}

// prompt is what a request's cache key is made of: system, tools and messages in that order as JSON, keys sorted and
// cache_control left out, since the place of a cache mark is no part of the prompt. Numbers keep their spelling.
func prompt(body []byte) (whole, messages string, err error) {
	var req struct {
		System   any   `json:"system"`
		Tools    any   `json:"tools"`
		Messages []any `json:"messages"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&req); err != nil {
		return "", "", err
	}
	var head, tail strings.Builder
	for _, v := range []any{req.System, req.Tools} {
		if err := write(&head, v); err != nil {
			return "", "", err
		}
	}
	for _, m := range req.Messages {
		if err := write(&tail, m); err != nil {
			return "", "", err
		}
	}
	return head.String() + tail.String(), tail.String(), nil
}

// write adds v as one line of JSON.
func write(b *strings.Builder, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	return enc.Encode(unmarked(v))
}

// unmarked is v without its cache marks, at any depth. Tool inputs are searched as well: a key of that name is no part
// of any tool's arguments.
func unmarked(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "cache_control")
		for _, x := range v {
			unmarked(x)
		}
	case []any:
		for _, x := range v {
			unmarked(x)
		}
	}
	return v
}

// commonPrefix is the length in bytes of the longest prefix that a and b share.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
