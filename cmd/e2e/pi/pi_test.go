package pi_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/project"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
)

// home is a Pi at a provider with a filled project. steps makes the plan.
func home(t *testing.T, version string, caching provider.Caching, steps func(project.Project) []provider.Step) (*pi.Home, *provider.Server) {
	t.Helper()
	in := pi.Get(t, version)
	server := provider.Start(t, provider.Config{Caching: caching})
	h := pi.NewHome(t, in, server.URL(), 128_000)
	p, err := project.Make(h.Cwd, 1)
	if err != nil {
		t.Fatal(err)
	}
	server.Extend(steps(p)...)
	return h, server
}

// entry is what these tests read of a session's line.
type entry struct {
	Type    string
	Cwd     string
	Version int
	Message struct {
		Role       string
		ResponseID string
		IsError    bool
		Provider   string
		Model      string
		Content    parts
		Usage      struct {
			Input, Output, CacheRead, CacheWrite, TotalTokens int
			Cost                                              struct{ CacheRead float64 }
		}
	}
}

// parts is a message's content; one that is a string becomes a text part.
type parts []part

type part struct {
	Type, Text, Thinking, Name string
	Arguments                  json.RawMessage
}

func (p *parts) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*p = parts{{Type: "text"}}
		return json.Unmarshal(data, &(*p)[0].Text)
	}
	return json.Unmarshal(data, (*[]part)(p))
}

// session reads the home's only session.
func session(t *testing.T, h *pi.Home) []entry {
	t.Helper()
	paths := h.Sessions()
	if len(paths) != 1 {
		t.Fatalf("%d sessions, want one: %q", len(paths), paths)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	for line := range strings.Lines(string(data)) {
		var e entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		entries = append(entries, e)
	}
	return entries
}

// call is a tool call, as planned or as recorded.
type call struct{ Name, Arguments string }

// TestSessionHoldsWhatTheProviderSent runs every kind of call. With CFOLD_RECORD set to a file, the session is kept there.
func TestSessionHoldsWhatTheProviderSent(t *testing.T) {
	var plan []provider.Step
	h, server := home(t, pi.Current, provider.ReadsAndWrites, func(p project.Project) []provider.Step {
		plan = p.Steps(1, project.Kinds)
		return plan
	})
	last := plan[len(plan)-1].Text
	if out := h.MustRun("Find why the parser fails"); out != last {
		t.Errorf("Pi prints %q, want %q", out, last)
	}
	requests := server.Requests()
	if len(requests) != len(plan) {
		t.Fatalf("%d requests for a plan of %d", len(requests), len(plan))
	}
	entries := session(t, h)
	if entries[0].Type != "session" || entries[0].Version != 3 || entries[0].Cwd != h.Cwd {
		t.Errorf("the header is %+v", entries[0])
	}
	var want, got []call
	var results, failures, answers int
	for _, s := range plan {
		for _, tool := range s.Tools {
			input, err := json.Marshal(tool.Input)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, call{tool.Name, string(input)})
		}
	}
	for _, e := range entries {
		m := e.Message
		switch m.Role {
		case "toolResult":
			results++
			if m.IsError {
				failures++
			}
		case "assistant":
			step, request := plan[answers], requests[answers]
			answers++
			if m.ResponseID != request.ID || m.Provider != pi.Provider || m.Model != pi.Model {
				t.Errorf("answer %d is %s of %s/%s, want %s", answers, m.ResponseID, m.Provider, m.Model, request.ID)
			}
			var thinking, text string
			for _, c := range m.Content {
				thinking, text = thinking+c.Thinking, text+c.Text
				if c.Type == "toolCall" {
					got = append(got, call{c.Name, string(c.Arguments)})
				}
			}
			if thinking != step.Thinking || text != step.Text {
				t.Errorf("answer %d has thinking %q and text %q, want %q and %q", answers, thinking, text, step.Thinking, step.Text)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("calls in the session (-sent +recorded):\n%s", diff)
	}
	if answers != len(plan) || results != len(want) || len(want) < 10 {
		t.Errorf("%d answers of %d, %d results of %d calls", answers, len(plan), results, len(want))
	}
	// The failing test run, the missing file, the edit that finds nothing, the exit with 3.
	if failures != 4 {
		t.Errorf("%d results are errors, want 4", failures)
	}
	record(t, h)
}

// record keeps the session where CFOLD_RECORD says, its working directory made the same everywhere.
func record(t *testing.T, h *pi.Home) {
	t.Helper()
	out := os.Getenv("CFOLD_RECORD")
	if out == "" {
		return
	}
	data, err := os.ReadFile(h.Sessions()[0])
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), h.Cwd, "/home/dev/proj")
	text = strings.ReplaceAll(text, h.Package, "/usr/lib/node_modules/pi")
	if err := os.WriteFile(out, []byte(strings.ReplaceAll(text, h.Dir, "/home/dev")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSessionHoldsTheProvidersFigures(t *testing.T) {
	for name, caching := range map[string]provider.Caching{
		"reads and writes": provider.ReadsAndWrites,
		"reads only":       provider.ReadsOnly,
		"input only":       provider.InputOnly,
	} {
		t.Run(name, func(t *testing.T) {
			h, server := home(t, pi.Current, caching, func(p project.Project) []provider.Step { return p.Steps(2, 3) })
			h.MustRun("Read the docs")
			h.MustRun("And once more", "-c")
			var got, want []provider.Usage
			for _, r := range server.Requests() {
				want = append(want, r.Usage)
			}
			for _, e := range session(t, h) {
				u := e.Message.Usage
				if e.Message.Role != "assistant" {
					continue
				}
				got = append(got, provider.Usage{Input: u.Input, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Output: u.Output})
				if u.TotalTokens != u.Input+u.CacheRead+u.CacheWrite+u.Output {
					t.Errorf("the total is not the sum: %+v", u)
				}
				dollars := float64(u.CacheRead) * pi.Prices.CacheRead / 1e6
				if d := u.Cost.CacheRead - dollars; d > 1e-9 || d < -1e-9 {
					t.Errorf("cost of %d tokens read is %g dollars, want %g", u.CacheRead, u.Cost.CacheRead, dollars)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || len(got) != 5 {
				t.Errorf("%d figures (-sent +recorded):\n%s", len(got), diff)
			}
			read := got[len(got)-1].CacheRead
			if caching == provider.InputOnly && read != 0 || caching != provider.InputOnly && read == 0 {
				t.Errorf("the second prompt reads %d tokens", read)
			}
		})
	}
}

func TestEveryVersionRuns(t *testing.T) {
	for _, version := range []string{pi.Current, pi.Earlier, pi.Oldest} {
		t.Run(version, func(t *testing.T) {
			h, server := home(t, version, provider.ReadsAndWrites, func(p project.Project) []provider.Step { return p.Steps(3, 2) })
			h.MustRun("Look at a file")
			if got := len(server.Requests()); got != 3 {
				t.Errorf("%d requests, want 3", got)
			}
			answers := 0
			for _, e := range session(t, h) {
				if e.Message.Role == "assistant" {
					answers++
				}
			}
			if answers != 3 {
				t.Errorf("%d answers in the session, want 3", answers)
			}
		})
	}
}

func TestInteractiveSessionGrows(t *testing.T) {
	h, server := home(t, pi.Current, provider.ReadsAndWrites, func(project.Project) []provider.Step {
		return []provider.Step{{Text: "The first answer."}}
	})
	hold := make(chan struct{})
	server.Extend(provider.Step{Thinking: "Let me think.", Text: "The second answer.", Hold: hold})
	pane := term.Start(t, "").Open(h.Interactive(), 100, 30)
	pane.WaitForText(pi.Model)
	pane.Type("Hello")
	pane.SendKeys("Enter")
	pane.WaitForText("The first answer.")
	e2e.Await(t, "the session file", func() bool { return len(h.Sessions()) == 1 })
	pane.Type("Go on")
	pane.SendKeys("Enter")
	server.AwaitRequests(2)
	pane.WaitForText("Let me think.")
	if pane.Capture().Contains("The second answer.") {
		t.Error("a held answer is on the screen")
	}
	close(hold)
	pane.WaitForText("The second answer.")
	pane.SendKeys("C-d")
	if got := pane.WaitForExit(); got != 0 {
		t.Errorf("Pi ends with %d", got)
	}
	texts := ""
	for _, e := range session(t, h) {
		for _, c := range e.Message.Content {
			texts += c.Text + "|"
		}
	}
	if !regexp.MustCompile(`Hello\|.*The first answer\.\|Go on\|.*The second answer\.\|$`).MatchString(texts) {
		t.Errorf("the session's texts are %q", texts)
	}
}

func TestRunIsApartFromTheMachine(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("PI_CODING_AGENT_SESSION_DIR", t.TempDir())
	h, _ := home(t, pi.Current, provider.ReadsAndWrites, func(project.Project) []provider.Step {
		return []provider.Step{{Tools: []provider.Tool{{Name: "bash", Input: map[string]any{"command": "env > env.txt"}}}}}
	})
	h.MustRun("Show the environment")
	file, err := os.Open(filepath.Join(h.Cwd, "env.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	env := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), "=")
		env[name] = value
	}
	for name, want := range map[string]string{
		"HOME": h.Dir, "PI_CODING_AGENT_DIR": h.Agent, "NO_COLOR": "", "PI_CODING_AGENT_SESSION_DIR": "", "PI_OFFLINE": "1",
	} {
		if env[name] != want {
			t.Errorf("%s is %q for Pi's tools, want %q", name, env[name], want)
		}
	}
	if len(h.Sessions()) != 1 {
		t.Errorf("sessions below the agent folder: %q", h.Sessions())
	}
}
