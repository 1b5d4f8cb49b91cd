package pi

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cfold/cmd/e2e"
)

// The provider and model that a home's models.json names, as sessions record them.
const (
	Provider = "scripted"
	Model    = "scripted-1"
)

// Cost is dollars per million tokens.
type Cost struct {
	Input      float64 `json:"input"`
	Output     float64 `json:"output"`
	CacheRead  float64 `json:"cacheRead"`
	CacheWrite float64 `json:"cacheWrite"`
}

// Prices are those of a home's model.
var Prices = Cost{Input: 3, Output: 15, CacheRead: 0.3, CacheWrite: 3.75}

// Home is a scratch home for one person's Pi and whatever runs beside it.
type Home struct {
	Install
	Dir   string // HOME
	Agent string // Pi's agent folder
	Cwd   string // the project folder, empty at first

	t testing.TB
}

// NewHome makes a home whose Pi has one model: the provider at the base URL given, with a context window of so many
// tokens. It goes with the test.
func NewHome(t testing.TB, in Install, baseURL string, window int) *Home {
	t.Helper()
	dir := e2e.ShortDir(t)
	h := &Home{Install: in, Dir: dir, Agent: filepath.Join(dir, "agent"), Cwd: filepath.Join(dir, "proj"), t: t}
	for _, d := range []string{h.Agent, h.Cwd} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "run"), 0o700); err != nil {
		t.Fatal(err)
	}
	h.writeJSON("models.json", map[string]any{"providers": map[string]any{Provider: map[string]any{
		"baseUrl": baseURL, "apiKey": "none", "api": "anthropic-messages",
		"models": []any{map[string]any{
			"id": Model, "name": "Scripted One", "reasoning": true, "input": []string{"text", "image"},
			"cost": Prices, "contextWindow": window, "maxTokens": 8000,
		}},
	}}})
	return h
}

// Settings writes Pi's settings.json.
func (h *Home) Settings(settings map[string]any) {
	h.t.Helper()
	h.writeJSON("settings.json", settings)
}

// writeJSON writes a file of the agent folder.
func (h *Home) writeJSON(name string, v any) {
	h.t.Helper()
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.Agent, name), data, 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// Env is the environment of everything that runs in the home, Pi or a program beside it. extra is added and wins.
func (h *Home) Env(extra ...string) []string {
	env := e2e.Environ(h.Dir, "PI_CODING_AGENT_DIR="+h.Agent, "PI_OFFLINE=1")
	return append(env, extra...)
}

// Sessions gives the paths of the session files, oldest first, wherever below the agent folder's sessions they lie.
func (h *Home) Sessions() []string {
	h.t.Helper()
	var paths []string
	err := filepath.WalkDir(filepath.Join(h.Agent, "sessions"), func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // Pi makes the folder with the first session
		}
		// Extensions keep files of their own in folders deeper down; a session is named by time and id.
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".jsonl") && strings.Contains(d.Name(), "_") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	return paths
}
