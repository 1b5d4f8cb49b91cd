package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cfold/cmd/cfold-tui/demo"
	"cfold/engine/jsjson"
)

// parsed are the JSON objects a run printed.
func parsed(t *testing.T, r result) []map[string]any {
	t.Helper()
	done(t, r)
	var list []map[string]any
	for _, line := range strings.Split(strings.TrimSuffix(r.out, "\n"), "\n") {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		list = append(list, v)
	}
	return list
}

var snake = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// snakeCase fails for keys in another style, those of the format's own objects
// aside.
func snakeCase(t *testing.T, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for k, value := range v {
			if !snake.MatchString(k) {
				t.Errorf("key %q", k)
			}
			if k != "telemetry" && k != "advice" {
				snakeCase(t, value)
			}
		}
	case []any:
		for _, value := range v {
			snakeCase(t, value)
		}
	}
}

func TestStatus(t *testing.T) {
	e := home(t)
	v := parsed(t, call(t, e, "status", "--json"))[0]
	snakeCase(t, v)
	for key, want := range map[string]any{
		"id": demo.ID, "cwd": shop, "model": "demo-small", "window": float64(demo.Window), "window_source": "seed index",
		"recorded": true, "layer_count": 7.0, "held_blocks": 1.0, "version": 3.0,
	} {
		if v[key] != want {
			t.Errorf("%s is %v, want %v", key, v[key], want)
		}
	}
	line := done(t, call(t, e, "status", "--line")).out
	for _, part := range []string{" %", "next fold", "7 layers", "1 held", "masked", "cache", "net"} {
		if !strings.Contains(line, part) || strings.Count(line, "\n") != 1 {
			t.Errorf("no %q in %q", part, line)
		}
	}
	text := done(t, call(t, e, "status")).out
	for _, part := range []string{"shop: taxes in the checkout", demo.ID, "seed index", "state ", "re-prefill", "masked now · as accounted: saves", "gone with the compaction", "layer     8"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// Where a fold is due, what it masks is said, in one way.
func TestStatusWhereAFoldIsDue(t *testing.T) {
	r := done(t, call(t, elsewhere(t), "status", "--window", "8000", "-s", sample("demo")))
	v := parsed(t, call(t, elsewhere(t), "status", "--json", "--window", "8000", "-s", sample("demo")))[0]["gauge"].(map[string]any)
	due := regexp.MustCompile(`folds at the next call, saving (\S+)\n.*state fold · by threshold: \d+ blocks to mask, saving (\S+) `).FindStringSubmatch(r.out)
	if v["state"] != "fold" || due == nil || due[1] != due[2] || strings.Contains(r.out, "maskable") {
		t.Errorf("state %v, %q in\n%s", v["state"], due, r.out)
	}
}

func TestStatusWithoutFolding(t *testing.T) {
	r := done(t, call(t, elsewhere(t), "status", "-s", sample("v2")))
	for _, part := range []string{"no folding here", "window unknown", "--window"} {
		if !strings.Contains(r.out, part) {
			t.Errorf("no %q in\n%s", part, r.out)
		}
	}
	v := parsed(t, call(t, elsewhere(t), "status", "--json", "-s", sample("v2")))[0]
	if v["window"] != nil || v["recorded"] != false {
		t.Errorf("window %v, recorded %v", v["window"], v["recorded"])
	}
	v = parsed(t, call(t, elsewhere(t), "status", "--json", "--window", "50000", "-s", sample("v2")))[0]
	if v["window"] != 50000.0 || v["window_source"] != "--window" {
		t.Errorf("window %v from %v", v["window"], v["window_source"])
	}
}

// All three versions of the format show the same, ids aside.
func TestVersions(t *testing.T) {
	e := elsewhere(t)
	figures := func(name string) string {
		v := parsed(t, call(t, e, "status", "--json", "-s", sample(name)))[0]
		return fmt.Sprint(v["usage_tokens"], v["blocks"], v["gauge"], v["telemetry"], v["dollars"])
	}
	want := figures("v2")
	for _, name := range []string{"v1", "newer"} {
		if got := figures(name); got != want {
			t.Errorf("%s: %s\nv2: %s", name, got, want)
		}
	}
	if r := done(t, call(t, e, "status", "-s", sample("newer"))); !strings.Contains(r.err, "read-only") {
		t.Errorf("nothing said of the version: %q", r.err)
	}
}

func TestTornFile(t *testing.T) {
	v := parsed(t, call(t, elsewhere(t), "status", "--json", "-s", sample("torn")))[0]
	lines := v["lines"].(map[string]any)
	if lines["malformed"] != 3.0 || lines["entries"] != 9.0 {
		t.Errorf("lines %v", lines)
	}
}

func TestSessions(t *testing.T) {
	e := home(t)
	list := parsed(t, call(t, e, "sessions", "--json"))
	if len(list) != 1 || list[0]["id"] != demo.ID || list[0]["cwd"] != shop || list[0]["folds"] != 7.0 || list[0]["usage_tokens"] == nil {
		t.Errorf("%v", list)
	}
	snakeCase(t, list[0])
	if r := done(t, call(t, e, "sessions")); !strings.Contains(r.out, "7 folds") || !strings.Contains(r.out, "taxes in the checkout") {
		t.Errorf("%q", r.out)
	}
	e.cwd = t.TempDir()
	if r := done(t, call(t, e, "sessions", "--here")); r.out != "" || !strings.Contains(r.err, "no sessions") {
		t.Errorf("%q %q", r.out, r.err)
	}
}

func TestBlocks(t *testing.T) {
	e := home(t)
	list := parsed(t, call(t, e, "blocks", "--json"))
	states := map[string]int{}
	for i, v := range list {
		snakeCase(t, v)
		if v["order"] != float64(i) {
			t.Errorf("block %d has order %v", i, v["order"])
		}
		for _, s := range v["states"].([]any) {
			states[s.(string)]++
		}
		folded := v["layer"] != nil
		if digest, _ := v["digest"].(string); folded != strings.HasPrefix(digest, "{#") {
			t.Errorf("block %d: layer %v, digest %q", i, v["layer"], digest)
		}
	}
	for _, s := range []string{"folded", "held", "protected", "raw"} {
		if states[s] == 0 {
			t.Errorf("no block is %s: %v", s, states)
		}
	}
	if lines := strings.Count(done(t, call(t, e, "blocks")).out, "\n"); lines != len(list) {
		t.Errorf("%d lines for %d blocks", lines, len(list))
	}
}

// The codes of the session's folded blocks, in order.
func codes(t *testing.T, e env) []string {
	t.Helper()
	var list []string
	for _, v := range parsed(t, call(t, e, "blocks", "--json")) {
		if v["layer"] != nil {
			list = append(list, v["code"].(string))
		}
	}
	return list
}

func TestRecall(t *testing.T) {
	e := home(t)
	code := codes(t, e)[0]
	plain := done(t, call(t, e, "recall", code)).out
	for _, typed := range []string{"#" + code, strings.ToUpper(code), "{#" + code + " FOLDED}"} {
		if got := done(t, call(t, e, "recall", typed)).out; got != plain {
			t.Errorf("%s gives another text", typed)
		}
	}
	v, _ := jsjson.Scan([]byte(done(t, call(t, e, "recall", "--json", "--lines", "1-2", code)).out))
	if v.Get("opts").Get("lines").Text() != "1-2" || !strings.HasPrefix(v.Get("text").Text(), "1: ") {
		t.Errorf("%s", v)
	}
	r := call(t, e, "recall", "zzzzzz")
	if r.code != exitFailed || r.out != "" || !strings.Contains(r.err, "zzzzzz") {
		t.Errorf("exit %d, %q, %q", r.code, r.out, r.err)
	}
	r = call(t, e, "recall", "--json", "zzzzzz")
	v, _ = jsjson.Scan([]byte(r.out))
	if r.code != exitFailed || v.Get("found").Truthy() || v.Get("error").Text() == "" {
		t.Errorf("exit %d, %s", r.code, v)
	}
}

func TestSearch(t *testing.T) {
	e := home(t)
	r := done(t, call(t, e, "search", "taxerror"))
	if !strings.HasPrefix(r.out, "#") || !strings.Contains(r.out, "TaxError") {
		t.Errorf("%q", r.out)
	}
	if r := done(t, call(t, e, "search", "nowhere to be found")); r.out != "" || !strings.Contains(r.err, "nothing found") {
		t.Errorf("%q %q", r.out, r.err)
	}
}

func TestReplay(t *testing.T) {
	e := home(t)
	v := parsed(t, call(t, e, "replay", "--json"))[0]
	if v["window"] != float64(demo.Window) || len(v["layers"].([]any)) != 7 || len(v["records"].([]any)) != 7 || v["settings"] != nil {
		t.Errorf("window %v, %d layers", v["window"], len(v["layers"].([]any)))
	}
	again := call(t, e, "replay", "--json")
	if first := call(t, e, "replay", "--json"); first.out != again.out {
		t.Error("two replays differ")
	}
	v = parsed(t, call(t, e, "replay", "--json", "--window", "200000", "--set", "foldAt=0.9", "--set", "budgetCap=off"))[0]
	if len(v["layers"].([]any)) != 0 || v["settings"].(map[string]any)["foldAt"] != 0.9 {
		t.Errorf("settings %v", v["settings"])
	}
	if r := done(t, call(t, e, "replay")); !strings.Contains(r.out, "layer 1 saves") {
		t.Errorf("%q", r.out)
	}
	if r := done(t, call(t, elsewhere(t), "replay", "-s", sample("v2"))); !strings.Contains(r.err, "not known") {
		t.Errorf("nothing said of the guess: %q", r.err)
	}
}

func TestSettings(t *testing.T) {
	e := home(t)
	dir := e.getenv("HOME")
	file := filepath.Join(dir, ".pi", "agent", "context-fold.json")
	put(t, file, []byte(`{"foldAt":0.3,"tail":"lots","other":1}`))
	e.lookup = variables(map[string]string{"HOME": dir, "CONTEXTFOLD_FOLD_AT": "0.6"})
	got := map[string]map[string]any{}
	for _, v := range parsed(t, call(t, e, "settings", "--json")) {
		snakeCase(t, v)
		got[v["key"].(string)] = v
	}
	if v := got["foldAt"]; v["value"] != 0.6 || v["source"] != "environment" || v["saved"] != 0.3 || v["shadowed"] != true {
		t.Errorf("foldAt %v", v)
	}
	if v := got["tail"]; v["value"] != 20000.0 || v["source"] != "default" || len(v["ignored"].([]any)) != 1 {
		t.Errorf("tail %v", v)
	}
	if r := done(t, call(t, e, "settings", "get", "foldAt")); r.out != "0.6\n" {
		t.Errorf("%q", r.out)
	}
	put(t, file, []byte(`{"foldAt":`))
	if r := call(t, e, "settings"); r.code != exitFailed || !strings.Contains(r.err, "context-fold.json") {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
	if string(readFile(t, file)) != `{"foldAt":` {
		t.Error("the file was changed")
	}
}

func TestDoctor(t *testing.T) {
	checks := map[string]string{}
	r := call(t, home(t), "doctor", "--json")
	for _, v := range parsed(t, result{out: r.out}) {
		snakeCase(t, v)
		checks[v["check"].(string)] = v["status"].(string)
	}
	for _, name := range []string{"pi", "process", "agent", "sessions", "session", "window", "seed index", "settings", "terminal"} {
		if checks[name] == "" || checks[name] == checkProblem {
			t.Errorf("%s is %q", name, checks[name])
		}
	}
	if r.code != exitDone {
		t.Errorf("exit %d", r.code)
	}
	e := home(t)
	put(t, filepath.Join(e.getenv("HOME"), ".pi", "agent", "context-fold.json"), []byte(`nonsense`))
	if r := call(t, e, "doctor"); r.code != exitFailed || !strings.Contains(r.out, "problem  settings") {
		t.Errorf("exit %d\n%s", r.code, r.out)
	}
}
