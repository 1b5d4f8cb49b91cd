package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/cmd/cfold-tui/demo"
	"cfold/cmd/cfold-tui/shape"
	"cfold/watch/config"
)

// desktop is a home with the demo session, as it stands at its end.
type desktop struct {
	t    *testing.T
	env  env
	path string
	vars map[string]string
}

func newDesktop(t *testing.T) *desktop {
	t.Helper()
	file, err := demo.Create(demo.New(time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Remove() })
	if err := file.Finish(); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	d := &desktop{t: t, path: file.Path, vars: map[string]string{"HOME": home}}
	d.env = env{cwd: home, lookup: func(name string) (string, bool) { v, ok := d.vars[name]; return v, ok }}
	return d
}

func (d *desktop) run(args ...string) result { return call(d.t, d.env, append(args, "-s", d.path)...) }

// must runs what has to succeed and gives its output.
func (d *desktop) must(args ...string) string {
	d.t.Helper()
	r := d.run(args...)
	if r.code != exitDone {
		d.t.Fatalf("%q: exit %d: %s", args, r.code, r.err)
	}
	return r.out
}

// blocks are the blocks of the context in a state.
func (d *desktop) blocks(state string) (list []shape.Block) {
	d.t.Helper()
	for line := range strings.Lines(d.must("blocks", "--json")) {
		var b shape.Block
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			d.t.Fatal(err)
		}
		for _, s := range b.States {
			if s == state {
				list = append(list, b)
			}
		}
	}
	if len(list) == 0 {
		d.t.Fatalf("no block is %s", state)
	}
	return list
}

// holdable is a block that a fold might take.
func (d *desktop) holdable() shape.Block {
	d.t.Helper()
	for _, b := range append(d.blocks("protected"), d.blocks("raw")...) {
		if b.Code != "" && b.Kind != "text" {
			return b
		}
	}
	d.t.Fatal("no block can be held")
	return shape.Block{}
}

func (d *desktop) session() string { return string(readFile(d.t, d.path)) }

func TestUnfoldAndHoldWithYes(t *testing.T) {
	d := newDesktop(t)
	folded, raw := d.blocks("folded")[:2], d.holdable()
	before := d.session()
	out := d.must("unfold", "--yes", "#"+folded[0].Code, string(folded[1].ID), folded[0].Code)
	for _, part := range []string{"unfold     #" + folded[0].Code, "sent anew  ", "context    ", "next fold  ", "cannot be undone", "done       2 blocks: "} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	added := strings.TrimPrefix(d.session(), before)
	if want := `{"kind":"unfold","ids":["` + string(folded[0].ID) + `","` + string(folded[1].ID) + `"]}`; strings.Count(added, "\n") != 1 || !strings.Contains(added, want) {
		t.Errorf("the session got %s", added)
	}
	var held shape.Held
	if err := json.Unmarshal([]byte(d.must("hold", "--json", "-y", raw.Code)), &held); err != nil {
		t.Fatal(err)
	}
	if len(held.Held) != 1 || held.Held[0] != raw.ID || len(held.Unfolded) != 0 || held.ReprefillTokens != 0 || held.Seen == "" {
		t.Errorf("held is %+v", held)
	}
	if n := len(d.blocks("held")); n < 3 {
		t.Errorf("%d blocks are held", n)
	}
}

func TestHoldingIsRefused(t *testing.T) {
	d := newDesktop(t)
	folded, raw, whole := d.blocks("folded")[0], d.holdable(), d.blocks("raw")[0]
	before := d.session()
	for name, c := range map[string]struct {
		args []string
		code int
		err  string
	}{
		"no code":          {[]string{"hold"}, exitWrongUse, "CODE is missing"},
		"unknown":          {[]string{"unfold", "-y", "nosuch"}, exitFailed, "no block of the context"},
		"folded":           {[]string{"hold", "-y", folded.Code}, exitFailed, "unfold it instead"},
		"whole":            {[]string{"unfold", "-y", raw.Code}, exitFailed, "hold keeps it whole"},
		"another kind":     {[]string{"hold", "-y", string(whole.ID)}, exitFailed, "only tool results and thinking"},
		"one of several":   {[]string{"unfold", "-y", folded.Code, raw.Code}, exitFailed, "nothing was written"},
		"JSON, no --yes":   {[]string{"hold", "--json", raw.Code}, exitWrongUse, `"wrong_use":true`},
		"JSON and unknown": {[]string{"hold", "--json", "-y", "nosuch"}, exitFailed, `"wrong_use":false`},
	} {
		r := d.run(c.args...)
		if r.code != c.code || !strings.Contains(r.err, c.err) || strings.Count(r.err, "\n") != 1 || r.out != "" {
			t.Errorf("%s: exit %d, %q on stderr, %q on stdout", name, r.code, r.err, r.out)
		}
	}
	// What it would cost is said where nobody can be asked, too.
	r := d.run("unfold", folded.Code)
	if r.code != exitWrongUse || !strings.Contains(r.err, "--yes") || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.out, "sent anew  ") {
		t.Errorf("without --yes: exit %d, %q on stderr, %q on stdout", r.code, r.err, r.out)
	}
	if d.session() != before {
		t.Error("the session was written to")
	}
}

func TestCompactedBlocksLeadToRecall(t *testing.T) {
	d := newDesktop(t)
	live := map[string]bool{}
	for line := range strings.Lines(d.must("blocks", "--json")) {
		var b shape.Block
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			t.Fatal(err)
		}
		live[b.Code] = true
	}
	for line := range strings.Lines(d.session()) {
		var e struct {
			Data struct{ Entry struct{ Code string } }
		}
		if json.Unmarshal([]byte(line), &e) != nil || e.Data.Entry.Code == "" || live[e.Data.Entry.Code] {
			continue
		}
		if r := d.run("unfold", "-y", e.Data.Entry.Code); r.code != exitFailed || !strings.Contains(r.err, "cfold-tui recall "+e.Data.Entry.Code) {
			t.Errorf("exit %d: %s", r.code, r.err)
		}
		return
	}
	t.Fatal("no recorded block has left the context")
}

// ask runs a command as on a terminal, the person answering.
func (d *desktop) ask(answer string, args ...string) result {
	d.t.Helper()
	var out, errs strings.Builder
	e := d.env
	e.args, e.in, e.out, e.err = append(args, "-s", d.path), strings.NewReader(answer), &out, &errs
	e.inTerminal, e.outTerminal, e.errTerminal = true, true, true
	code := run(context.Background(), e)
	return result{out.String(), errs.String(), code}
}

func TestThePersonIsAsked(t *testing.T) {
	d := newDesktop(t)
	code := d.blocks("folded")[0].Code
	before := d.session()
	for _, answer := range []string{"", "\n", "n\n", "nonsense\n"} {
		if r := d.ask(answer, "unfold", code); r.code != exitFailed || !strings.Contains(r.err, "Unfold 1 block? [y/N] ") || d.session() != before {
			t.Errorf("answer %q: exit %d: %s", answer, r.code, r.err)
		}
	}
	if r := d.ask(" Yes\n", "unfold", code); r.code != exitDone || d.session() == before {
		t.Errorf("answer yes: exit %d: %s", r.code, r.err)
	}
}

func TestInterruptedWhileAsking(t *testing.T) {
	d := newDesktop(t)
	code := d.blocks("folded")[0].Code
	before := d.session()
	in, answers := io.Pipe()
	defer answers.Close()
	ctx, cancel := context.WithCancel(context.Background())
	asked := &onWrite{then: cancel}
	e := d.env
	e.args, e.in, e.out, e.err = []string{"unfold", code, "-s", d.path}, in, io.Discard, asked
	e.inTerminal, e.errTerminal = true, true
	if code := run(ctx, e); code != exitFailed || !strings.Contains(asked.String(), "interrupted") || d.session() != before {
		t.Errorf("exit %d: %s", code, asked.String())
	}
}

// onWrite does something once it has been written to.
type onWrite struct {
	strings.Builder
	then func()
}

func (w *onWrite) Write(p []byte) (int, error) {
	defer w.then()
	return w.Builder.Write(p)
}

func TestReadOnlySessionIsLeftAlone(t *testing.T) {
	d := newDesktop(t)
	code := d.blocks("folded")[0].Code
	if err := os.Chmod(d.path, 0o444); err != nil {
		t.Fatal(err)
	}
	if r := d.run("unfold", "-y", code); r.code != exitFailed || !strings.Contains(r.err, "it is read-only") || r.out != "" {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestSettingsAreSet(t *testing.T) {
	d := newDesktop(t)
	path := config.Path(filepath.Join(d.vars["HOME"], ".pi", "agent"))
	for _, c := range []struct {
		args []string
		code int
		says string
		file string
	}{
		{[]string{"settings", "set", "foldAt", "7"}, exitWrongUse, "above 0 and up to 1", ""},
		{[]string{"settings", "set", "nosuch", "7"}, exitWrongUse, "nosuch", ""},
		{[]string{"settings", "set", "foldAt"}, exitWrongUse, "VALUE is missing", ""},
		{[]string{"settings", "unset", "foldAt"}, exitDone, "was not saved", ""},
		{[]string{"settings", "set", "foldAt", "0.5"}, exitDone, "foldAt 0.5 (saved), was 0.45 (default)", `{"foldAt":0.5}`},
		{[]string{"settings", "set", "budgetCap", "off"}, exitDone, "budgetCap off (saved), was 200000 (default)", `{"foldAt":0.5,"budgetCap":0}`},
		{[]string{"settings", "set", "providerCacheIdleMinutes.x", "5"}, exitDone, "5 (saved), was 30 (default)", `{"foldAt":0.5,"budgetCap":0,"providerCacheIdleMinutes":{"x":5}}`},
		{[]string{"settings", "unset", "budgetCap"}, exitDone, "budgetCap 200000 (default), was off (saved)", `{"foldAt":0.5,"providerCacheIdleMinutes":{"x":5}}`},
		{[]string{"settings", "unset", "providerCacheIdleMinutes.x"}, exitDone, "30 (default), was 5 (saved)", `{"foldAt":0.5}`},
		{[]string{"settings", "get", "foldAt"}, exitDone, "0.5", `{"foldAt":0.5}`},
	} {
		r := d.run(c.args...)
		if r.code != c.code || !strings.Contains(r.out+r.err, c.says) {
			t.Errorf("%q: exit %d, %q, %q", c.args, r.code, r.out, r.err)
		}
		if got := compacted(t, path); got != c.file {
			t.Errorf("%q: the file became %s, want %s", c.args, got, c.file)
		}
	}
	d.vars["CONTEXTFOLD_FOLD_AT"] = "0.2"
	if out := d.must("settings", "set", "foldAt", "0.6"); out != "foldAt 0.6 (saved); CONTEXTFOLD_FOLD_AT rules over it, at 0.2\n" {
		t.Errorf("under the environment: %s", out)
	}
	if out := d.must("settings", "unset", "foldAt", "--json"); !strings.Contains(out, `"value":0.2,"source":"environment","default":0.45,"saved":null`) {
		t.Errorf("as JSON: %s", out)
	}
}

// compacted is a JSON file without white space, empty where there is none.
func compacted(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("\n", "", "\t", "", ": ", ":").Replace(string(data))
}

func TestUnparsableSettingsAreNotOverwritten(t *testing.T) {
	d := newDesktop(t)
	path := config.Path(filepath.Join(d.vars["HOME"], ".pi", "agent"))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	const broken = `{"foldAt": 0.5,`
	if err := os.WriteFile(path, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"settings", "set", "tail", "5"}, {"settings", "unset", "tail"}} {
		if r := d.run(args...); r.code != exitFailed || !strings.Contains(r.err, "--replace") || string(readFile(t, path)) != broken {
			t.Errorf("%q: exit %d: %s", args, r.code, r.err)
		}
	}
	r := d.run("settings", "set", "tail", "5", "--replace")
	if r.code != exitDone || compacted(t, path) != `{"tail":5}` || string(readFile(t, path+".broken-1")) != broken {
		t.Errorf("replacing: exit %d: %s", r.code, r.err)
	}
}

func TestHandoffIsWritten(t *testing.T) {
	d := newDesktop(t)
	if r := d.run("handoff"); r.code != exitWrongUse || !strings.Contains(r.err, "--goal is missing") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	printed := d.must("handoff", "--print", "--goal", "finish\nit")
	folder := filepath.Join(filepath.Dir(d.path), "context-fold")
	if made, _ := filepath.Glob(filepath.Join(folder, "*", "handoff-*")); len(made) != 0 {
		t.Errorf("--print wrote %q", made)
	}
	path := strings.TrimSuffix(d.must("handoff", "--goal", "finish\nit"), "\n")
	written := string(readFile(t, path))
	if !strings.HasPrefix(path, folder) || !strings.Contains(written, "finish\nit") || !strings.Contains(written, d.path) {
		t.Errorf("%s holds\n%.300s", path, written)
	}
	// All but the time in the title.
	if _, a, _ := strings.Cut(printed, "\n"); !strings.HasSuffix(written, a) {
		t.Errorf("--print gives something else:\n%.300s", printed)
	}
	var w shape.Written
	if err := json.Unmarshal([]byte(d.must("handoff", "--json", "--goal", "another")), &w); err != nil {
		t.Fatal(err)
	}
	if string(w.Path) != path || string(readFile(t, string(w.Kept))) != written || w.Records == 0 {
		t.Errorf("written is %+v", w)
	}
}
