package cache_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/cache"
)

// evidence is the folder of recorded vectors and sessions, named from outside.
func evidence(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("CFOLD_VECTORS")
	if dir == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	return dir
}

// eachLine calls check with every line of a JSONL file and fails on an empty one.
func eachLine(t *testing.T, path string, check func(n int, line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, n := bufio.NewReader(f), 0
	for {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			n++
			check(n, line)
		}
		if err != nil {
			break
		}
	}
	if n == 0 {
		t.Fatalf("%s holds no lines", path)
	}
}

// sameJSON compares as parsed JSON.
func sameJSON(t *testing.T, where any, got any, want json.RawMessage) {
	t.Helper()
	printed, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var g, w any
	if json.Unmarshal(printed, &g) != nil || json.Unmarshal(want, &w) != nil {
		t.Fatalf("%v: not JSON: %s / %s", where, printed, want)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("%v:\n got %s\nwant %s", where, printed, want)
	}
}

func TestCacheVectors(t *testing.T) {
	path := filepath.Join(evidence(t), "golden", "cache.jsonl")
	eachLine(t, path, func(n int, line []byte) {
		var v struct {
			Events []cache.Event
			Want   json.RawMessage
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, n, cache.Account(v.Events), v.Want)
	})
}

func TestAdviseVectors(t *testing.T) {
	path := filepath.Join(evidence(t), "golden", "advise.jsonl")
	eachLine(t, path, func(n int, line []byte) {
		var v struct {
			Input cache.AdviceInput
			Want  json.RawMessage
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, n, cache.Advise(v.Input), v.Want)
	})
}

// recorded is what a session file says of an answer.
type recorded struct {
	Type, ID string
	Message  struct {
		Role, Provider, Model, StopReason string
		Timestamp                         int64
		Usage                             *cache.Usage
	}
}

// TestReplayVectors feeds each recorded session's usage, with the fold events of
// its replay, and compares the account at the end and its judgement before each
// call.
func TestReplayVectors(t *testing.T) {
	dir := evidence(t)
	replays, err := filepath.Glob(filepath.Join(dir, "golden", "*.replay-*.json"))
	if err != nil || len(replays) == 0 {
		t.Fatalf("no replays: %v", err)
	}
	for _, path := range replays {
		name, _, _ := strings.Cut(filepath.Base(path), ".replay-")
		t.Run(filepath.Base(path), func(t *testing.T) {
			checkReplay(t, path, filepath.Join(dir, "sessions", name+".jsonl"))
		})
	}
}

func checkReplay(t *testing.T, path, session string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var replay struct {
		Calls []struct {
			Entry  string
			State  string
			FoldAt float64 `json:"fold_at"`
			Saved  int
			Layer  *int
		}
		Telemetry json.RawMessage
	}
	if err := json.Unmarshal(raw, &replay); err != nil {
		t.Fatal(err)
	}
	answers, order := answersOf(t, session)
	var s cache.Series
	for i, call := range replay.Calls {
		at := call.Entry
		if at == "" {
			at = order[i]
		}
		answer, ok := answers[at]
		if !ok {
			t.Fatalf("call %d: the session has no answer %s", i, at)
		}
		r := answer.Message
		model := cache.Model{Provider: r.Provider, ID: r.Model}
		if cold := call.FoldAt < 0.45; cold != s.Account().Cold() {
			t.Fatalf("call %d: cold %v, folded at %v", i, !cold, call.FoldAt)
		}
		if paused := call.State == "paused"; paused != s.Account().ProviderHoldsContext() {
			t.Fatalf("call %d: state %s", i, call.State)
		}
		s.Use(model, r.Timestamp)
		if call.Layer != nil {
			s.Fold(*call.Layer, call.Saved, r.Timestamp)
		}
		if r.Usage != nil {
			failed := r.StopReason == "aborted" || r.StopReason == "error"
			s.Respond(cache.Response{Entry: at, Model: model, At: r.Timestamp, Usage: *r.Usage, Failed: failed})
		}
	}
	sameJSON(t, path, s.Account().Figures(), replay.Telemetry)
	checkLayerSum(t, s)
}

// answersOf reads a session's assistant messages by entry id, or by line where
// there is none, and their order in the file.
func answersOf(t *testing.T, session string) (byID map[string]recorded, order []string) {
	byID = map[string]recorded{}
	eachLine(t, session, func(n int, line []byte) {
		var r recorded
		if json.Unmarshal(line, &r) != nil || r.Message.Role != "assistant" {
			return
		}
		if r.ID == "" {
			r.ID = "line " + strconv.Itoa(n)
		}
		byID[r.ID] = r
		order = append(order, r.ID)
	})
	return byID, order
}
