package link

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// viewer is a connection to a Pi, and what has come over it.
type viewer struct {
	*link.Conn
	ended  chan struct{} // closes with the connection
	mu     sync.Mutex
	events []link.Event
}

// folders is where the sockets of a home's Pi's lie.
func (w *world) folders() []string { return []string{filepath.Join(w.Dir, "run", "cfold")} }

// dial connects to the home's only running Pi once it is there, other than the one at the socket's hello given.
func (w *world) dial(pane *term.Pane) *viewer {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
	defer cancel()
	v := &viewer{}
	e2e.Await(w.t, "a Pi to connect to", func() bool {
		list, err := link.List(w.folders())
		if err != nil {
			w.t.Fatal(err)
		}
		if len(list) != 1 {
			return false
		}
		v.Conn, err = link.Dial(ctx, list[0])
		return err == nil
	}, func() string { return string(pane.Capture()) })
	v.ended = make(chan struct{})
	go func() {
		defer close(v.ended)
		for e := range v.Events() {
			v.mu.Lock()
			v.events = append(v.events, e)
			v.mu.Unlock()
		}
	}()
	w.t.Cleanup(func() {
		v.Close()
		<-v.ended
	})
	return v
}

// seen counts the events of a name so far.
func (v *viewer) seen(name string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := 0
	for _, e := range v.events {
		if e.Name == name {
			n++
		}
	}
	return n
}

// notices is the text of every notice so far.
func (v *viewer) notices() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var list []string
	for _, e := range v.events {
		if e.Name == "notice" {
			list = append(list, string(e.Notice.Text))
		}
	}
	return list
}

// fault is what the hello and the events say of the engine by now; nil when it runs.
func (v *viewer) fault() *link.Fault {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := v.Hello().Fault
	for _, e := range v.events {
		if e.Name == "engine" {
			f = e.Fault
		}
	}
	return f
}

func (v *viewer) awaitIdle(t testing.TB, times int) {
	t.Helper()
	e2e.Await(t, "Pi to settle", func() bool { return v.seen("idle") >= times })
}

// gone says of a screen that a text stands on it no longer.
func gone(text string) func(term.Screen) bool {
	return func(s term.Screen) bool { return !s.Contains(text) }
}

// say types a prompt into Pi.
func say(pane *term.Pane, text string) {
	pane.Type(text)
	pane.SendKeys("Enter")
}

// unfoldID is the block that stands as a digest in the last request under the code that standing finds.
func (w *world) standingID() string {
	w.t.Helper()
	code, s := w.standing(), w.onlySession()
	for _, r := range s.folds.Records() {
		if r.Code == code {
			return r.BlockID
		}
	}
	w.t.Fatalf("no record has the code %s", code)
	return ""
}

// turns compares each request from the first one given on with the one before it.
func (w *world) turns(from int) []turn {
	w.t.Helper()
	sent := wire(w.t, w.server.Requests())
	var list []turn
	for n := max(from, 1); n < len(sent); n++ {
		what, detail := compare(sent[n-1], sent[n])
		if what == rewritten {
			w.t.Errorf("request %d is rewritten: %s", n+1, detail)
		}
		list = append(list, what)
	}
	return list
}

// An unfold from a viewer takes effect with the next request, in both modes, whether Pi is idle or busy.
func TestUnfoldingFromAViewer(t *testing.T) {
	for _, mode := range []link.Mode{link.Engine, link.Companion} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, pi.Current, 60_000)
			w.plan(1, 20, nil)
			w.MustRun("Why does limit differ?")
			if mode == link.Companion {
				w.standIn()
			}
			pane := term.Start(t, "").Open(w.Interactive("-c"), 120, 40)
			v := w.dial(pane)
			if h := v.Hello(); h.Mode != mode || h.Busy || h.Window != 60_000 || h.Usage.Tokens == nil {
				t.Fatalf("hello: %+v", h)
			}
			start := len(w.server.Requests())

			ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
			defer cancel()
			if mode == link.Engine {
				if done, err := v.Settings(ctx); err != nil || done.When == "" {
					t.Errorf("settings: %+v, %v", done, err)
				}
			}
			first := w.standingID()
			pane.Type("a draft")
			pane.WaitForText("a draft")
			if _, err := v.Unfold(ctx, first); err != nil {
				t.Fatal(err)
			}
			if mode == link.Companion {
				v = w.again(pane, v)
			}
			pane.WaitForText("a draft") // a reload has left it
			pane.SendKeys("C-u")
			hold := make(chan struct{})
			w.server.Extend(provider.Step{Text: "One."}, provider.Step{Thinking: "Hm.", Hold: hold, Text: "Two."}, provider.Step{Text: "Three."})
			say(pane, "go on")
			w.server.AwaitRequests(start + 1)
			v.awaitIdle(t, 1)
			second := w.standingID()
			if second == first {
				t.Fatalf("%s still stands as a digest", first)
			}

			say(pane, "and on")
			w.server.AwaitRequests(start + 2)
			if _, err := v.Unfold(ctx, second); err != nil {
				t.Fatal(err)
			}
			close(hold)
			if mode == link.Companion {
				w.again(pane, v)
			} else {
				v.awaitIdle(t, 2)
			}
			say(pane, "once more")
			w.server.AwaitRequests(start + 3)
			if got := w.turns(start); !slices.Equal(got, []turn{unfolded, grew, unfolded}) {
				t.Errorf("the requests went %v, want the first and the last to unfold", got)
			}
		})
	}
}

// again waits until Pi has reloaded and connects anew.
func (w *world) again(pane *term.Pane, v *viewer) *viewer {
	w.t.Helper()
	e2e.Await(w.t, "the reload to end the link", func() bool {
		select {
		case <-v.ended:
			return true
		default:
			return false
		}
	}, func() string { return string(pane.Capture()) })
	return w.dial(pane)
}

// standIn installs the extension that stands in for one that folds.
func (w *world) standIn() { w.extend("standin") }

// extend installs an extension of the test's own.
func (w *world) extend(name string) {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name, "index.ts"))
	if err != nil {
		w.t.Fatal(err)
	}
	dir := filepath.Join(w.Agent, "extensions", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.ts"), data, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// Where a reload cannot be asked for, the person is told what to type, and nothing goes to the model by mistake.
func TestUnfoldingFromAViewerInTheOldestVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Oldest, window)
	w.plan(1, 20, nil)
	w.MustRun("Why does limit differ?")
	w.standIn()
	command := w.Interactive("-c")
	command.Env = append(command.Env, "STANDIN_EVENT=context")
	pane := term.Start(t, "").Open(command, 120, 40)
	v := w.dial(pane)
	start := len(w.server.Requests())
	done, err := v.Unfold(w.context(), w.standingID())
	if err != nil || !strings.Contains(done.When, "/cfold-reload") {
		t.Fatalf("%+v, %v", done, err)
	}
	pane.WaitForText("type /cfold-reload")
	say(pane, "/cfold-reload")
	v = w.again(pane, v)
	w.ask(pane, v, "go on")
	if got := w.turns(start); !slices.Equal(got, []turn{unfolded}) {
		t.Errorf("the request after it went %v", got)
	}
}
