package link

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/project"
	"cfold/cmd/e2e/provider"
	"cfold/engine/layer"
	"cfold/engine/session"
	"cfold/watch/link"
)

// world is a Pi with the extension installed, at a scripted provider, with a project to work on.
type world struct {
	*pi.Home
	t       testing.TB
	server  *provider.Server
	project project.Project
}

func newWorld(t testing.TB, version string, window int) *world {
	t.Helper()
	return newWorldAt(t, version, window, provider.ReadsAndWrites)
}

// newWorldAt is newWorld with a provider that reports its cache in the way given.
func newWorldAt(t testing.TB, version string, window int, caching provider.Caching) *world {
	t.Helper()
	in := pi.Get(t, version)
	server := provider.Start(t, provider.Config{Caching: caching})
	w := &world{Home: pi.NewHome(t, in, server.URL(), window), t: t, server: server}
	var err error
	if w.project, err = project.Make(w.Cwd, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := link.Install(w.Agent, e2e.Build(t), "test"); err != nil {
		t.Fatal(err)
	}
	return w
}

// context ends when a test has waited for anything long enough.
func (w *world) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
	w.t.Cleanup(cancel)
	return ctx
}

// plan extends the provider's plan by n steps that call tools and one that ends the run. at replaces steps by their
// number, from 0.
func (w *world) plan(seed uint64, n int, at map[int]provider.Step) {
	steps := w.project.Steps(seed, n)
	for i, s := range at {
		steps[i] = s
	}
	w.server.Extend(steps...)
}

// recorded is a session file as it stands.
type recorded struct {
	path  string
	file  *bytes.Reader
	index *session.Index
	folds *layer.Set
	// layers is each layer record's data, unfolds each unfold record's, in order.
	layers, unfolds []string
	answers         int // of the model
	// tools is, for each result of the model's two tools, its name and whether it is an error.
	tools       []toolResult
	compactions []string
}

type toolResult struct {
	name  string
	error bool
	text  string
}

// onlySession reads the only session there is.
func (w *world) onlySession() recorded {
	w.t.Helper()
	paths := w.Sessions()
	if len(paths) != 1 {
		w.t.Fatalf("%d sessions, want one: %q", len(paths), paths)
	}
	return w.read(paths[0])
}

func (w *world) read(path string) recorded {
	w.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	r := recorded{path: path, file: bytes.NewReader(data), index: session.NewIndex(), folds: &layer.Set{}}
	var at int64
	for line := range bytes.Lines(data) {
		if !json.Valid(line) {
			w.t.Errorf("a line of the session is no JSON: %.200s", line)
		}
		i, l := r.index.Append(bytes.TrimSuffix(line, []byte("\n")), at)
		at += int64(len(line))
		if i == session.None {
			continue
		}
		switch {
		case r.index.IsFold(i):
			switch r.folds.Add(l.Data, i) {
			case layer.Commit:
				r.layers = append(r.layers, string(l.Data))
			case layer.Unfold:
				r.unfolds = append(r.unfolds, string(l.Data))
			}
		case l.Kind == session.Compaction:
			r.compactions = append(r.compactions, l.Raw.Get("summary").Text())
		case l.Role == session.Assistant:
			r.answers++
		case l.Role == session.ToolResult:
			if name := l.Message.ToolName.Text(); name == "recall_folded" || name == "unfold" {
				r.tools = append(r.tools, toolResult{name, l.Message.IsError.IsTrue(), l.Message.Text()})
			}
		}
	}
	return r
}

// indexLines is the lines of the session's seed index.
func (r recorded) indexLines(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(filepath.Dir(r.path), "context-fold", r.index.Header().ID, "seed-index.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
