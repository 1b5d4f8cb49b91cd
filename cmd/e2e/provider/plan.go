package provider

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
)

// Step is one answer of the model. Its parts are sent in the order thinking, text, tool calls.
type Step struct {
	Thinking string // sent with a signature; none when empty
	Text     string // none when empty
	Tools    []Tool // with any, the answer stops for tool use
	Out      int    // output tokens reported; 120 when 0

	// Status, unless 0 or 200, is the HTTP status of an error sent in place of the answer. Pi asks again after some of
	// them, and that takes the next step.
	Status int
	// Hold stops the answer after its thinking until the channel is closed: Pi is busy meanwhile.
	Hold <-chan struct{}
}

// Tool is a call of a tool. Input is made JSON; a [json.RawMessage] is sent as it is but for white space.
//
// The text $CODE in any string of a step becomes a fold code that the request shows, chosen by the request's number.
type Tool struct {
	Name  string
	Input any
}

// exhausted is the answer when the plan is used up.
var exhausted = Step{Text: "Done."}

// noCode stands for a fold code where the request shows none; it is the code of no block.
const noCode = "zzzzzz"

var foldCode = regexp.MustCompile(`\{#([a-z0-9]{6}) FOLDED\}`)

// ready is a step as it is sent: codes put in and tool inputs made JSON.
type ready struct {
	Thinking string      `json:"thinking,omitempty"`
	Text     string      `json:"text,omitempty"`
	Tools    []readyTool `json:"tools,omitempty"`
	Out      int         `json:"out"`
	Status   int         `json:"status"`

	hold <-chan struct{}
}

type readyTool struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// prepare makes a step ready for the n-th request (from 1), whose messages are given as JSON.
func prepare(step Step, n int, messages string) (ready, error) {
	code := noCode
	if seen := foldCode.FindAllStringSubmatch(messages, -1); len(seen) > 0 {
		code = seen[rand.New(rand.NewPCG(7, uint64(n))).IntN(len(seen))][1]
	}
	put := func(s string) string { return strings.ReplaceAll(s, "$CODE", code) }
	r := ready{Thinking: put(step.Thinking), Text: put(step.Text), Out: step.Out, Status: step.Status, hold: step.Hold}
	if r.Out == 0 {
		r.Out = 120
	}
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	for k, tool := range step.Tools {
		input, err := json.Marshal(tool.Input)
		if err != nil {
			return ready{}, err
		}
		r.Tools = append(r.Tools, readyTool{ID: toolID(n, k), Name: tool.Name, Input: json.RawMessage(put(string(input)))})
	}
	return r, nil
}
