package demo

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cfold/engine/jsjson"
)

var update = flag.Bool("update", false, "write the small sessions in testdata anew")

// folder is where the sessions shared by the packages' tests lie.
const folder = "../../../testdata"

// samples are small sessions made from the demo: itself, its first entries in the
// older versions of the format and in a later one, and what happens to files.
func samples() map[string][]byte {
	lines, index := whole(New(time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)))
	head := bytes.SplitAfter(lines, []byte("\n"))[:12]
	small := bytes.Join(head[:8], nil)
	older := func(drop ...string) []byte {
		var out []byte
		for line := range bytes.Lines(small) {
			out = append(out, without(line, drop...)...)
		}
		return out
	}
	version := func(data []byte, now string) []byte {
		return bytes.Replace(data, []byte(`"version":3`), []byte(`"version":`+now), 1)
	}
	torn := append([]byte(nil), small...)
	torn = append(torn, head[8][:len(head[8])/2]...) // Pi was killed here, and glued its next entry on
	torn = append(append(torn, head[9]...), "\n \nnot json\n[1,2]\n"...)
	torn = append(torn, head[10]...)
	torn = append(torn, head[11][:len(head[11])-1]...) // no line end yet
	return map[string][]byte{
		"demo.jsonl": lines, "demo.seed-index.jsonl": index,
		"v1.jsonl":      older("id", "parentId", "version"),
		"v2.jsonl":      version(small, "2"),
		"newer.jsonl":   version(small, "9"),
		"torn.jsonl":    torn,
		"hostile.jsonl": hostile(),
	}
}

// without drops members from an entry; of a header, only its version.
func without(line []byte, names ...string) []byte {
	raw, _ := jsjson.Scan(line)
	header := raw.Get("type").Equals("session")
	out := []byte{'{'}
	for k, v := range raw.Members() {
		drop := false
		for _, name := range names {
			drop = drop || k.Is(name) && (!header || name == "version")
		}
		if drop {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, k...), ':'), v...)
	}
	return append(out, "}\n"...)
}

// hostile is a session every text of which tries to take the terminal over.
func hostile() []byte {
	const evil = "\x1b]0;owned\x07\x1b[2J\x1b]52;c;cm0=\x07\u009b31m\r\x00\u202eevil\u202c\u2028"
	w := newWriter(time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC))
	w.line(encode(object{{"type", "session"}, {"version", 3}, {"id", "hostile" + evil}, {"timestamp", stamp(w.clock)}, {"cwd", "/home/" + evil}}))
	w.put("session_info", member{"name", "name " + evil})
	w.put("model_change", member{"provider", "p" + evil}, member{"modelId", "m" + evil})
	w.user("prompt " + evil)
	w.answer("thought "+evil, "text "+evil, call{"tool" + evil, object{{"path" + evil, evil}}, "result " + evil + "\nError: " + evil, true})
	w.failure("reason " + evil)
	w.put("custom", member{"customType", "contextfold.fold"}, member{"data", object{{"kind", "layer"}, {"layer", object{
		{"seq", 1}, {"entries", []object{{{"id", w.ctx.Blocks()[1].ID}, {"digestText", "{#" + evil + " FOLDED} " + evil}}}},
	}}}})
	return w.data
}

// The sessions in testdata are those made here.
func TestSamples(t *testing.T) {
	for name, want := range samples() {
		path := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the demo gives (%v); run go test ./cmd/cfold-tui/demo -update", name, err)
		}
	}
}
