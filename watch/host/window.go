package host

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"cfold/engine/jsjson"
)

// Window is the size of a model's context window.
type Window struct {
	// Tokens is 0 when unknown.
	Tokens int
	// Source says where the figure comes from, in a few words; empty when unknown.
	Source string
}

// unstatedWindow is what Pi takes for a model of models.json that states none.
const unstatedWindow = 128_000

// Models looks windows up. Agent is Pi's agent folder, Install may be zero.
type Models struct {
	Agent   string
	Install Install
}

// Window finds the window of a model as the Pi that uses these files would: what
// models.json says of it, then models-store.json, if newer than the installed
// catalogue, then that catalogue, then an older models-store.json. The error
// joins what could not be read on the way and may come with a window.
func (m Models) Window(provider, model string) (Window, error) {
	var problems []error
	for _, source := range []func(provider, model string) (Window, error){
		m.configured, m.storedNewer, m.catalogued, m.stored,
	} {
		found, err := source(provider, model)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, err)
		}
		if found.Tokens > 0 {
			return found, errors.Join(problems...)
		}
	}
	return Window{}, errors.Join(problems...)
}

// configured is what models.json says: an override, else a model of its own.
func (m Models) configured(provider, model string) (Window, error) {
	const name = "models.json"
	config, err := readRelaxed(filepath.Join(m.Agent, name))
	if err != nil {
		return Window{}, err
	}
	p := config.Get("providers").Get(provider)
	if n := tokens(p.Get("modelOverrides").Get(model)); n > 0 {
		return Window{n, name}, nil
	}
	n := 0
	for _, entry := range p.Get("models").Elements() {
		if entry.Get("id").Equals(model) {
			if n = tokens(entry); n == 0 {
				n = unstatedWindow
			}
		}
	}
	return Window{n, name}, nil
}

const storeName = "models-store.json"

// storedNewer is what the refreshed catalogue of the agent folder says, if Pi
// prefers it: when it is newer than the installed one, and for OpenRouter always.
func (m Models) storedNewer(provider, model string) (Window, error) {
	entry, err := m.store(provider)
	if err != nil {
		return Window{}, err
	}
	modified, _ := entry.Get("lastModified").Float()
	built, known := m.built()
	if known && provider != "openrouter" && modified <= float64(built.UnixMilli()) {
		return Window{}, nil
	}
	return Window{inModels(entry.Get("models"), model), storeName}, nil
}

func (m Models) stored(provider, model string) (Window, error) {
	entry, err := m.store(provider)
	return Window{inModels(entry.Get("models"), model), storeName + " (older than the installed Pi)"}, err
}

func (m Models) store(provider string) (jsjson.Raw, error) {
	all, err := read(filepath.Join(m.Agent, storeName))
	return all.Get(provider), err
}

// built is the time at which the installed catalogue was generated.
func (m Models) built() (time.Time, bool) {
	dir, ok := m.Install.providers()
	if !ok {
		return time.Time{}, false
	}
	manifest, err := read(filepath.Join(dir, "data", ".manifest.json"))
	if err != nil {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, manifest.Get("generatedAt").Text())
	return at, err == nil
}

// catalogued is what the catalogue shipped with Pi says. From 0.84 its data are
// JSON files grouped by API; before, each provider's models are an object literal
// in generated JavaScript.
func (m Models) catalogued(provider, model string) (Window, error) {
	dir, ok := m.Install.providers()
	if !ok || provider == "" || strings.ContainsAny(provider, `/\`) || provider[0] == '.' {
		return Window{}, nil
	}
	source := "the catalogue of Pi " + m.Install.Version
	groups, err := read(filepath.Join(dir, "data", provider+".json"))
	if err == nil {
		for _, group := range groups.Members() {
			if n := inModels(group, model); n > 0 {
				return Window{n, source}, nil
			}
		}
		return Window{}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return Window{}, err
	}
	script, err := os.ReadFile(filepath.Join(dir, provider+".models.js"))
	if err != nil {
		return Window{}, err
	}
	return Window{inScript(script, model), source}, nil
}

// inModels finds the window of a chat model in a list or an object of models.
func inModels(models jsjson.Raw, id string) int {
	found := 0
	look := func(entry jsjson.Raw) {
		kind := entry.Get("type")
		if entry.Get("id").Equals(id) && (kind == nil || kind.Equals("chat")) {
			found = tokens(entry)
		}
	}
	for _, entry := range models.Elements() {
		look(entry)
	}
	for _, entry := range models.Members() {
		look(entry)
	}
	return found
}

var scriptWindow = regexp.MustCompile(`^\s+contextWindow: (\d+),?$`)

// inScript finds the window of a model in generated JavaScript, by the two lines
// `id: "…",` and, before the next of its kind, `contextWindow: …,`.
func inScript(script []byte, id string) int {
	want := `id: ` + strconv.Quote(id) + `,`
	inside := false
	for line := range strings.Lines(string(script)) {
		line = strings.TrimRight(line, "\r\n")
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "id: "):
			inside = trimmed == want
		case inside:
			if match := scriptWindow.FindStringSubmatch(line); match != nil {
				n, _ := strconv.Atoi(match[1]) // digits; out of range is unknown
				return n
			}
		}
	}
	return 0
}

func tokens(model jsjson.Raw) int { return int(max(0, model.Get("contextWindow").Int())) }

var bom = []byte("\uFEFF")

// read reads a JSON file as Pi does: a byte order mark is passed over.
func read(path string) (jsjson.Raw, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	value, ok := jsjson.Scan(bytes.TrimPrefix(data, bom))
	if !ok {
		return nil, fmt.Errorf("%s is not JSON", path)
	}
	return value, nil
}

// readRelaxed reads a JSON file in which Pi allows comments and trailing commas.
func readRelaxed(path string) (jsjson.Raw, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	plain, err := hujson.Standardize(bytes.TrimPrefix(data, bom))
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", path, err)
	}
	value, ok := jsjson.Scan(plain)
	if !ok {
		return nil, fmt.Errorf("%s is not JSON", path)
	}
	return value, nil
}
