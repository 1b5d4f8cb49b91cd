package project

import (
	"fmt"
	"math/rand/v2"

	"cfold/cmd/e2e/provider"
)

// Steps is a plan of n answers that call tools on the project's files, and one more that ends the turn. A seed decides
// it; the calls go through [Kinds] kinds in turn, so that a short plan shows all.
func (p Project) Steps(seed uint64, n int) []provider.Step {
	w := writer{rand.New(rand.NewPCG(seed, 2))}
	var steps []provider.Step
	for i := range n {
		source := p.Sources[w.IntN(len(p.Sources))]
		step := provider.Step{Out: 40 + w.IntN(860), Tools: []provider.Tool{w.call(i, source)}}
		if i%4 == 3 { // two calls in parallel
			step.Tools = append(step.Tools, bash("wc -l "+source))
		}
		if w.IntN(3) > 0 {
			step.Thinking = fmt.Sprintf("Step %d: the %s looks wrong. I will use the cached index, then decide.\n"+
				"We decided to keep limit=%d. %s", i+1, w.word(), 10+w.IntN(990), w.phrase(20+w.IntN(200)))
		}
		if w.IntN(2) == 0 {
			step.Text = "Looking at " + source + "."
		}
		steps = append(steps, step)
	}
	return append(steps, provider.Step{Text: "Summary: " + w.phrase(20+w.IntN(100)) + ".", Out: 120})
}

// Kinds is how many kinds of calls there are: successes and failures of bash, read and edit, long and empty results,
// hostile text and an image.
const Kinds = 14

// call is the i-th call of a plan.
func (w writer) call(i int, source string) provider.Tool {
	word := w.word()
	calls := [Kinds]func() provider.Tool{
		func() provider.Tool { return read(source, nil) },
		func() provider.Tool { return bash("sh " + Failing) },
		func() provider.Tool { return bash("cat " + Hostile) },
		func() provider.Tool { return bash("cat " + Unicode) },
		func() provider.Tool { return read(Missing, nil) },
		func() provider.Tool {
			return bash(fmt.Sprintf("grep -rn '%s' src lib | head -%d", word, 20+w.IntN(100)))
		},
		func() provider.Tool { return bash("cat " + Bundle) },
		func() provider.Tool {
			return read(Notes, map[string]any{"offset": 1 + w.IntN(60), "limit": 20 + w.IntN(60)})
		},
		// No line of a source begins this way, so that the edit fails.
		func() provider.Tool { return edit(source, "no such "+word, "text") },
		func() provider.Tool { return edit(Failing, "(failures=5)", "(failures=4)") },
		func() provider.Tool { return bash("echo 'npm ERR! code ELIFECYCLE'; echo 'npm ERR! errno 1'; exit 3") },
		func() provider.Tool { return bash(fmt.Sprintf("seq %d %d", 1+w.IntN(999), 1500+w.IntN(2000))) },
		func() provider.Tool { return bash("true") },
		func() provider.Tool { return read(Shot, nil) },
	}
	return calls[i%Kinds]()
}

func bash(command string) provider.Tool {
	return provider.Tool{Name: "bash", Input: map[string]any{"command": command}}
}

func read(path string, more map[string]any) provider.Tool {
	input := map[string]any{"path": path}
	for k, v := range more {
		input[k] = v
	}
	return provider.Tool{Name: "read", Input: input}
}

func edit(path, old, text string) provider.Tool {
	return provider.Tool{Name: "edit", Input: map[string]any{"path": path, "edits": []any{
		map[string]any{"oldText": old, "newText": text},
	}}}
}
