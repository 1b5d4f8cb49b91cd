package provider_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/provider"
)

// answer is what a client makes of a stream.
type answer struct {
	Thinking, Signature, Text string
	Tools                     []string // name and arguments
	Stop                      string
	Usage                     provider.Usage
}

// post sends messages (a JSON list) and starts reading; the answer is for read.
func post(t *testing.T, s *provider.Server, messages string) *http.Response {
	t.Helper()
	body := `{"model":"m","system":[{"type":"text","text":"` + strings.Repeat("be brief ", 600) +
		`","cache_control":{"type":"ephemeral"}}],"messages":` + messages + `}`
	resp, err := http.Post(s.URL()+"/v1/messages", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// read puts a streamed answer together and checks the order of its events.
func read(t *testing.T, body io.Reader) answer {
	t.Helper()
	var a answer
	var last string
	open := false
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type    string
			Message struct{ Usage provider.Usage }
			Block   struct{ Type, Name string } `json:"content_block"`
			Delta   struct {
				Type, Thinking, Signature, Text string
				JSON                            string `json:"partial_json"`
				Stop                            string `json:"stop_reason"`
			}
			Usage provider.Usage
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		switch last = e.Type; e.Type {
		case "message_start":
			a.Usage = e.Message.Usage
		case "content_block_start":
			if open {
				t.Error("a block starts in another")
			}
			open = true
			if e.Block.Type == "tool_use" {
				a.Tools = append(a.Tools, e.Block.Name+" ")
			}
		case "content_block_delta":
			a.Thinking += e.Delta.Thinking
			a.Signature += e.Delta.Signature
			a.Text += e.Delta.Text
			if e.Delta.JSON != "" {
				a.Tools[len(a.Tools)-1] += e.Delta.JSON
			}
		case "content_block_stop":
			open = false
		case "message_delta":
			a.Stop, a.Usage.Output = e.Delta.Stop, e.Usage.Output
		}
	}
	if last != "message_stop" || open {
		t.Errorf("the stream ends with %q, a block open: %v", last, open)
	}
	return a
}

func ask(t *testing.T, s *provider.Server, messages string) answer {
	t.Helper()
	return read(t, post(t, s, messages).Body)
}

const hello = `{"role":"user","content":"hello"}`

func TestAnswersByThePlan(t *testing.T) {
	long := strings.Repeat("日本語 👩‍👩‍👧‍👦 <&> \u2028\n", 60)
	s := provider.Start(t, provider.Config{Steps: []provider.Step{
		{Thinking: long, Text: long, Out: 7, Tools: []provider.Tool{
			{Name: "bash", Input: map[string]any{"command": "ls"}},
			{Name: "read", Input: json.RawMessage(`{"path":"a","offset": null}`)},
		}},
		{Text: "second"},
	}})
	ignoreUsage := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Usage" }, cmp.Ignore())
	for i, want := range []answer{
		{Thinking: long, Signature: "c2ln", Text: long, Stop: "tool_use",
			Tools: []string{`bash {"command":"ls"}`, `read {"path":"a","offset":null}`}},
		{Text: "second", Stop: "end_turn"},
		{Text: "Done.", Stop: "end_turn"},
		{Text: "Done.", Stop: "end_turn"},
		{Text: "more", Stop: "end_turn"},
	} {
		if i == 4 {
			s.Extend(provider.Step{Text: "more"})
		}
		if diff := cmp.Diff(want, ask(t, s, "["+hello+"]"), ignoreUsage); diff != "" {
			t.Errorf("answer %d (-want +got):\n%s", i+1, diff)
		}
	}
	for i, r := range s.Requests() {
		messages, err := r.Messages()
		if err != nil || len(messages) != 1 || string(messages[0]) != hello {
			t.Errorf("request %d has messages %s, %v", i+1, messages, err)
		}
		if !r.Sent || r.N != i+1 {
			t.Errorf("request %d is recorded as %d, sent %v", i+1, r.N, r.Sent)
		}
	}
}

func TestCodesSeenInTheRequestAreCalled(t *testing.T) {
	call := provider.Step{Text: "back to $CODE", Tools: []provider.Tool{{Name: "unfold", Input: map[string]any{"codes": []string{"$CODE"}}}}}
	s := provider.Start(t, provider.Config{Steps: []provider.Step{call, call}})
	if a := ask(t, s, "["+hello+"]"); a.Tools[0] != `unfold {"codes":["zzzzzz"]}` {
		t.Errorf("without a code in the request: %q", a.Tools[0])
	}
	a := ask(t, s, `[{"role":"user","content":"{#ab12cd FOLDED} x"}]`)
	if a.Tools[0] != `unfold {"codes":["ab12cd"]}` || a.Text != "back to ab12cd" {
		t.Errorf("with a code in the request: %q, %q", a.Tools[0], a.Text)
	}
	if got := s.Requests()[1].Text; got != a.Text {
		t.Errorf("the text is recorded as %q", got)
	}
}

func TestCacheFigures(t *testing.T) {
	first, second := "["+hello+"]", "["+hello+`,{"role":"user","content":[{"type":"text","text":"more","cache_control":{"type":"ephemeral"}}]}]`
	changed := `[{"role":"user","content":"` + strings.Repeat("other ", 900) + `"}]`
	for name, tc := range map[string]struct {
		caching                     provider.Caching
		reads, writes, inputIsFresh bool
	}{
		"reads and writes": {provider.ReadsAndWrites, true, true, true},
		"reads only":       {provider.ReadsOnly, true, false, false},
		"writes only":      {provider.WritesOnly, false, true, true},
		"input only":       {provider.InputOnly, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := provider.Start(t, provider.Config{Caching: tc.caching})
			cold, warm := ask(t, s, first).Usage, ask(t, s, second).Usage
			if cold.CacheRead != 0 {
				t.Errorf("the first prompt reads %d tokens", cold.CacheRead)
			}
			if got := warm.CacheRead > 0; got != tc.reads {
				t.Errorf("the grown prompt reads %d tokens", warm.CacheRead)
			}
			// All of the first prompt is shared; a token of it may be cut.
			if tc.reads && warm.CacheRead < cold.Prompt()-1 {
				t.Errorf("the grown prompt reads %d of %d tokens", warm.CacheRead, cold.Prompt())
			}
			if got := cold.CacheWrite > 0 && warm.CacheWrite > 0; got != tc.writes {
				t.Errorf("writes are %d and %d tokens", cold.CacheWrite, warm.CacheWrite)
			}
			if got := cold.Input == 3; got != tc.inputIsFresh {
				t.Errorf("input is %d tokens", cold.Input)
			}
			if moved := ask(t, s, changed).Usage; tc.reads && (moved.CacheRead == 0 || moved.CacheRead >= cold.Prompt()) {
				t.Errorf("with other messages %d tokens are read, want those of the system prompt", moved.CacheRead)
			}
			for i, want := range []provider.Usage{cold, warm} {
				if got := s.Requests()[i].Usage; got != want {
					t.Errorf("request %d is recorded with %+v, sent %+v", i+1, got, want)
				}
			}
		})
	}
}

func TestShortPrefixIsNotRead(t *testing.T) {
	s := provider.Start(t, provider.Config{})
	for range 2 {
		resp, err := http.Post(s.URL()+"/v1/messages", "application/json", strings.NewReader(`{"model":"m","messages":[`+hello+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		if u := read(t, resp.Body).Usage; u.CacheRead != 0 {
			t.Errorf("%d tokens read of a prompt of %d", u.CacheRead, u.Prompt())
		}
		resp.Body.Close()
	}
}

func TestHeldAnswerWaits(t *testing.T) {
	hold := make(chan struct{})
	s := provider.Start(t, provider.Config{Steps: []provider.Step{{Thinking: "hm", Text: "well", Hold: hold}}})
	resp := post(t, s, "["+hello+"]") // its head has come
	if s.AwaitRequests(1)[0].Sent {
		t.Error("a held answer counts as sent")
	}
	close(hold)
	if a := read(t, resp.Body); a.Thinking != "hm" || a.Text != "well" {
		t.Errorf("the answer is %+v", a)
	}
	if !s.Requests()[0].Sent {
		t.Error("the answer does not count as sent")
	}
}

func TestHeldAnswerEndsWithTheClient(t *testing.T) {
	s := provider.Start(t, provider.Config{Steps: []provider.Step{{Hold: make(chan struct{})}}})
	post(t, s, "["+hello+"]").Body.Close()
	ask(t, s, "["+hello+"]") // the server is free
	if s.Requests()[0].Sent {
		t.Error("an answer that nobody took counts as sent")
	}
}

func TestErrorsTakeAStep(t *testing.T) {
	s := provider.Start(t, provider.Config{Steps: []provider.Step{{Status: 529}, {Text: "again"}}})
	resp := post(t, s, "["+hello+"]")
	if resp.StatusCode != 529 {
		t.Errorf("status %d, want 529", resp.StatusCode)
	}
	if a := ask(t, s, "["+hello+"]"); a.Text != "again" {
		t.Errorf("after the error: %+v", a)
	}
}

func TestLogHoldsTheRequests(t *testing.T) {
	var log bytes.Buffer
	s := provider.Start(t, provider.Config{Log: &log, Steps: []provider.Step{{Text: "one"}, {Status: 400}}})
	a := ask(t, s, "["+hello+"]")
	post(t, s, "["+hello+"]")
	e2e.Await(t, "the second request", func() bool { return len(s.Requests()) == 2 })
	var line struct {
		N     int
		ID    string
		Usage provider.Usage
		Step  struct{ Text string }
		Body  struct{ Messages []json.RawMessage }
	}
	dec := json.NewDecoder(&log)
	if err := dec.Decode(&line); err != nil {
		t.Fatal(err)
	}
	if line.N != 1 || line.ID != "msg_000001" || line.Usage != a.Usage || line.Step.Text != "one" || len(line.Body.Messages) != 1 {
		t.Errorf("logged %+v", line)
	}
	if dec.More() {
		t.Error("a refused request is in the log of answers")
	}
}
