package host

import (
	"os"
	"path/filepath"
	"testing"
)

// files writes files below a new folder.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const (
	scope     = "lib/node_modules/@scope/"
	catalogue = scope + "pi-ai/dist/providers/"
)

// pi is an installed package with a catalogue in the JSON form.
func pi(t *testing.T) Install {
	root := files(t, map[string]string{
		scope + "pi-coding-agent/package.json":    `{"name":"@scope/pi-coding-agent","version":"1.6.0"}`,
		scope + "pi-coding-agent/dist/cli.js":     ``,
		catalogue + "data/.manifest.json":         `{"generatedAt":"2026-01-01T00:00:00.000Z"}`,
		catalogue + "data/anthropic.json":         `{"api":{"chat:a":{"id":"a","type":"chat","contextWindow":1000},"classifier:b":{"id":"b","type":"classifier","contextWindow":2}},"other":{"b":{"id":"b","contextWindow":2000}}}`,
		catalogue + "older.models.js":             "export const OLDER_MODELS = {\n    \"x\": {\n        id: \"x\",\n        cost: {\n            input: 1,\n        },\n        contextWindow: 3000,\n    },\n    \"y\": {\n        id: \"y\",\n        contextWindow: 4000,\n    },\n};\n",
		"bin/.keep":                               ``,
		"lib/node_modules/pi-ai/dist/providers/x": ``,
	})
	if err := os.Symlink(filepath.Join(root, scope, "pi-coding-agent/dist/cli.js"), filepath.Join(root, "bin/pi")); err != nil {
		t.Skip(err)
	}
	install, ok := FindPi("", filepath.Join(root, "none")+string(filepath.ListSeparator)+filepath.Join(root, "bin"))
	if !ok || install.Version != "1.6.0" {
		t.Fatalf("found %+v %v", install, ok)
	}
	return install
}

func TestWindowSources(t *testing.T) {
	const store = `{"anthropic":{"models":[{"id":"a","contextWindow":1500},{"id":"s","contextWindow":1600}],"lastModified":%}}`
	newer, older := `1800000000000`, `1700000000000`
	with := func(at string) string { return store[:len(store)-3] + at + "}}" }
	const models = `// mine
{"providers":{"anthropic":{"modelOverrides":{"a":{"contextWindow":700}},"models":[{"id":"m","contextWindow":800,},{"id":"n"}]}},}`
	cases := []struct {
		name            string
		agent           map[string]string
		provider, model string
		tokens          int
		source          string
	}{
		{"the catalogue", nil, "anthropic", "a", 1000, "the catalogue of Pi 1.6.0"},
		{"not a classifier of that name", nil, "anthropic", "b", 2000, "the catalogue of Pi 1.6.0"},
		{"generated script", nil, "older", "x", 3000, "the catalogue of Pi 1.6.0"},
		{"the right one of a script", nil, "older", "y", 4000, "the catalogue of Pi 1.6.0"},
		{"no such model", nil, "older", "z", 0, ""},
		{"no such provider", nil, "nobody", "a", 0, ""},
		{"a provider's name is no path", nil, "../data/anthropic", "a", 0, ""},
		{"a newer store", map[string]string{storeName: with(newer)}, "anthropic", "a", 1500, storeName},
		{"an older store", map[string]string{storeName: with(older)}, "anthropic", "a", 1000, "the catalogue of Pi 1.6.0"},
		{"an older store alone knows it", map[string]string{storeName: with(older)}, "anthropic", "s", 1600, storeName + " (older than the installed Pi)"},
		{"an override", map[string]string{"models.json": models, storeName: with(newer)}, "anthropic", "a", 700, "models.json"},
		{"one's own model", map[string]string{"models.json": models}, "anthropic", "m", 800, "models.json"},
		{"one's own that states none", map[string]string{"models.json": models}, "anthropic", "n", unstatedWindow, "models.json"},
		{"a mark before the file", map[string]string{"models.json": "\uFEFF" + models}, "anthropic", "m", 800, "models.json"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			m := Models{Agent: files(t, test.agent), Install: pi(t)}
			got, err := m.Window(test.provider, test.model)
			if want := (Window{test.tokens, test.source}); got != want || err != nil {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
		})
	}
}

func TestBrokenFileIsReportedAndPassedOver(t *testing.T) {
	m := Models{Agent: files(t, map[string]string{"models.json": "{"}), Install: pi(t)}
	got, err := m.Window("anthropic", "a")
	if got.Tokens != 1000 || err == nil {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWithoutPi(t *testing.T) {
	if found, ok := FindPi(t.TempDir()); ok {
		t.Errorf("found %+v", found)
	}
	if got, err := (Models{Agent: t.TempDir()}).Window("anthropic", "a"); got != (Window{}) || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}
