package link

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// start runs a Pi with more in its environment and returns what it prints to each stream.
func (w *world) start(stdin io.Reader, env []string, flags ...string) (string, string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
	defer cancel()
	args := w.Args(flags...)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Stdin = w.Cwd, stdin
	cmd.Env = w.Env(append([]string{"TERM=dumb"}, env...)...)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("pi: %v\n%s%s", err, &out, &msg)
	}
	return out.String(), msg.String()
}

// Switched off, the extension is as if it were not there.
func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	w.plan(1, 20, nil)
	_, msg := w.start(nil, []string{"CONTEXTFOLD=0"}, "-p", "Why does limit differ?")
	if s := w.onlySession(); len(s.layers) > 0 || strings.Contains(msg, "cfold") {
		t.Errorf("%d layers, and on stderr %q", len(s.layers), msg)
	}
	for _, r := range w.server.Requests() {
		if bytes.Contains(r.Body, []byte("recall_folded")) {
			t.Fatal("the model is offered a tool")
		}
	}
}

// Without the program nothing folds, and the person is told once.
func TestTheProgramIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	if _, err := link.Install(w.Agent, filepath.Join(w.Dir, "not there"), "test"); err != nil {
		t.Fatal(err)
	}
	w.plan(1, 20, nil)
	_, msg := w.start(nil, nil, "-p", "Why does limit differ?")
	if n := strings.Count(msg, "cfold-tui was not found"); n != 1 {
		t.Errorf("told %d times: %q", n, msg)
	}
	if s := w.onlySession(); len(s.layers) > 0 {
		t.Errorf("%d layers", len(s.layers))
	}

	// A viewer says so, whenever it comes, until a program is there.
	pane := term.Start(t, "").Open(w.Interactive("-c"), 300, 40)
	v := w.dial(pane)
	e2e.Await(t, "the fault in the registry", func() bool {
		list, err := link.List(w.folders())
		return err == nil && len(list) == 1 && list[0].Fault != nil
	})
	screen := w.beside(pane, 140)
	screen.WaitForText("linked, idle, no engine")
	screen.WaitForText("nothing folds: there is no " + filepath.Join(w.Dir, "not there"))
	screen.WaitForText("cfold-tui link install, then /reload in Pi")
	w.ask(pane, v, "nobody folds this")
	w.install()
	say(pane, "/reload")
	v = w.again(pane, v)
	screen.WaitFor(func(s term.Screen) bool { return s.Contains("linked, idle") && !s.Contains("no engine") }, "a link with an engine")
	if f := v.Hello().Fault; f != nil {
		t.Errorf("a program is there: %+v", f)
	}
	quit(t, screen)
}

// In rpc mode it folds as it does elsewhere, and nothing waits for a person.
func TestRPCMode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	if err := os.WriteFile(filepath.Join(w.Agent, "context-fold.json"), []byte(`{"confirmColdPrompt":"on"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	w.plan(1, 20, nil)
	r, in := io.Pipe()
	stop := w.watch(t, func(e link.Event) {
		if e.Name == "idle" {
			in.Close() // the end of the input ends Pi
		}
	})
	defer stop()
	go func() {
		request, err := json.Marshal(map[string]any{"id": "1", "type": "prompt", "message": "Why does limit differ?"})
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(in, "%s\n", request)
	}()
	w.start(r, nil, "--mode", "rpc")
	s := w.onlySession()
	sent := wire(t, w.server.Requests())
	counts := map[turn]int{}
	for n := 1; n < len(sent); n++ {
		what, _ := compare(sent[n-1], sent[n])
		counts[what]++
	}
	if counts[folded] != len(s.layers) || len(s.layers) == 0 || counts[rewritten] > 0 {
		t.Errorf("%v for %d layers", counts, len(s.layers))
	}
}
