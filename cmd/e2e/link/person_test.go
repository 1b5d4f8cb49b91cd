package link

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/engine/seed"
)

// The commands say how things stand, and a handoff opens the session that takes over, idle, with the seed as its first
// message.
func TestCommands(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	start := len(w.server.Requests())
	say(pane, "/context-fold status")
	pane.WaitForText("blocks in 1 layer")
	say(pane, "/context-fold")
	pane.WaitForText("Discard retained images")
	pane.SendKeys("Escape")
	pane.WaitFor(gone("Discard retained images"), "the dialog's end")
	say(pane, "/context-fold settings")
	pane.WaitForText("foldStep = 0.12 (default)")
	pane.SendKeys("Down", "Enter")
	pane.WaitForText("foldStep: Fold only when")
	pane.SendKeys("C-u")
	say(pane, "7")
	pane.WaitForText("above 0 and up to 1") // and the list again
	pane.WaitForText("Fold settings")
	pane.SendKeys("Escape")
	pane.WaitFor(gone("Fold settings"), "the dialog's end")

	say(pane, "/fold-handoff mend the parser")
	pane.WaitForText("Start the session that takes over?")
	pane.SendKeys("Enter")
	v = w.again(pane, v)
	pane.WaitForText("Folded originals")
	if n := len(w.server.Requests()); n != start {
		t.Errorf("%d requests were made", n-start)
	}
	if v.Hello().Busy {
		t.Error("the session that takes over is not idle")
	}
	w.ask(pane, v, "begin")
	if first := w.last()[0]; !strings.Contains(first.Parts[0], "# Handoff of") || !strings.Contains(first.Parts[0], "mend the parser") {
		t.Errorf("the session that takes over begins with %.300s", first.Parts[0])
	}
}

// A viewer that has written a handoff starts its session in Pi.
func TestHandingOffFromAViewer(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	path := filepath.Join(w.Dir, "handoff.md")
	text := seed.Handoff{At: "now", Parent: "p", Goal: "mend the lexer"}.Markdown()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Handoff(w.context(), filepath.Join(w.Dir, "nothing")); err == nil {
		t.Error("a seed that is not there is taken")
	}
	if _, err := v.Handoff(w.context(), path); err != nil {
		t.Fatal(err)
	}
	v = w.again(pane, v)
	w.ask(pane, v, "begin")
	if first := w.last()[0]; !strings.Contains(first.Parts[0], "mend the lexer") {
		t.Errorf("the session that takes over begins with %.300s", first.Parts[0])
	}
}

// Another model and another branch: what stands folded stands folded.
func TestOtherModelsAndBranches(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	w.addModel("scripted-2")
	say(pane, "/reload")
	v = w.again(pane, v)
	w.ask(pane, v, "first thought")
	before := results(w.last())
	start := len(w.server.Requests())

	say(pane, "/tree")
	pane.WaitForText("first thought")
	pane.SendKeys("Up", "Up", "Enter")
	e2e.Await(t, "the other branch", func() bool {
		if pane.Capture().Contains("No summary") {
			pane.SendKeys("Enter")
		}
		return v.seen("session") > 0
	}, func() string { return string(pane.Capture()) })
	pane.SendKeys("C-u")
	w.ask(pane, v, "second thought")
	if after := results(w.last()); after != before {
		t.Errorf("on another branch the results are not what they were: %.500s", after)
	}

	say(pane, "/model scripted/scripted-2")
	e2e.Await(t, "the other model", func() bool {
		if pane.Capture().Contains("/model scripted") {
			pane.SendKeys("Enter") // the first one may only take a completion
		}
		return v.seen("session") > 1
	}, func() string { return string(pane.Capture()) })
	w.ask(pane, v, "third thought")
	if after := results(w.last()); after != before {
		t.Errorf("for another model the results are not what they were: %.500s", after)
	}
	var body struct{ Model string }
	requests := w.server.Requests()
	if err := json.Unmarshal(requests[len(requests)-1].Body, &body); err != nil || body.Model != "scripted-2" || len(requests) != start+2 {
		t.Errorf("%d requests, the last for %s", len(requests)-start, body.Model)
	}
}

// results is the tool results of a request, joined.
func results(messages []message) string {
	var b strings.Builder
	for _, m := range messages {
		for j, kind := range m.kinds {
			if kind == "tool_result" {
				b.WriteString(m.Parts[j] + "\n")
			}
		}
	}
	return b.String()
}

// addModel gives the home's provider another model, like the first one.
func (w *world) addModel(id string) {
	w.t.Helper()
	path := filepath.Join(w.Agent, "models.json")
	data, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	var file struct {
		Providers map[string]map[string]any `json:"providers"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		w.t.Fatal(err)
	}
	for _, p := range file.Providers {
		models := p["models"].([]any)
		other := map[string]any{}
		for k, v := range models[0].(map[string]any) {
			other[k] = v
		}
		other["id"], other["name"] = id, id
		p["models"] = append(models, other)
	}
	if data, err = json.Marshal(file); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		w.t.Fatal(err)
	}
}
