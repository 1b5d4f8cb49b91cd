package link

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// child is the process id of a Pi's engine.
func child(t testing.TB, parent int) int {
	t.Helper()
	e2e.Require(t, "pgrep")
	pid := 0
	e2e.Await(t, "an engine", func() bool {
		out, err := exec.Command("pgrep", "-P", strconv.Itoa(parent), "-f", "engine").Output()
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(out)))
		return err == nil
	})
	return pid
}

func signal(t testing.TB, pid int, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, s); err != nil {
		t.Fatal(err)
	}
}

// foldedWorld is a world with a folded session.
func foldedWorld(t *testing.T) *world {
	t.Helper()
	return newWorld(t, pi.Current, window).folded()
}

// folded has the world's session fold.
func (w *world) folded() *world {
	w.t.Helper()
	w.plan(1, 20, nil)
	w.MustRun("Why does limit differ?")
	w.standing()
	return w
}

// resumed is a world with a folded session that an interactive Pi has open.
func resumed(t *testing.T) (*world, *term.Pane, *viewer) {
	t.Helper()
	w := foldedWorld(t)
	return w.open()
}

// open resumes the session in an interactive Pi.
func (w *world) open() (*world, *term.Pane, *viewer) {
	w.t.Helper()
	pane := term.Start(w.t, "").Open(w.Interactive("-c"), 120, 40)
	return w, pane, w.dial(pane)
}

// setting writes the settings file.
func (w *world) setting(json string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.Agent, "context-fold.json"), []byte(json), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// ask types a prompt that the model answers at once, and waits until Pi has settled.
func (w *world) ask(pane *term.Pane, v *viewer, text string) {
	w.t.Helper()
	w.server.Extend(provider.Step{Text: "Noted."})
	n, settled := len(w.server.Requests()), v.seen("idle")
	say(pane, text)
	w.server.AwaitRequests(n + 1)
	v.awaitIdle(w.t, settled+1)
}

func told(v *viewer, what string) int {
	n := 0
	for _, text := range v.notices() {
		if strings.Contains(text, what) {
			n++
		}
	}
	return n
}

// A child that does not answer, or is gone, costs a call nothing but the limit: it goes out with what stood before, and
// the person is told once.
func TestTheEngineFails(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	start := len(w.server.Requests())
	w.ask(pane, v, "all well")
	engine := child(t, pane.PID())

	signal(t, engine, syscall.SIGSTOP)
	w.ask(pane, v, "it hangs")
	w.ask(pane, v, "it still hangs")
	if n := told(v, "did not answer within"); n != 1 {
		t.Errorf("told %d times that the engine does not answer: %q", n, v.notices())
	}
	pane.WaitForText("did not answer within")
	signal(t, engine, syscall.SIGCONT)
	w.ask(pane, v, "it goes on")

	signal(t, engine, syscall.SIGKILL)
	e2e.Await(t, "a notice of the engine's end", func() bool { return told(v, "the engine ended") == 1 })
	w.ask(pane, v, "it is dead")
	w.ask(pane, v, "it is still dead")
	if n := told(v, "the engine ended"); n != 1 {
		t.Errorf("told %d times that the engine ended: %q", n, v.notices())
	}
	for n, what := range w.turns(start) {
		if what != grew {
			t.Errorf("request %d after the resume changes what was sent: %d", n, what)
		}
	}
	if w.standing() == "" {
		t.Error("nothing stands as a digest any more")
	}
}

// An engine that has ended is started again by the first call that comes a minute after its last start: what stood
// folded stands folded, and viewers learn of both.
func TestTheEngineIsStartedAgain(t *testing.T) {
	t.Parallel()
	w := foldedWorld(t)
	w.extend("clock")
	_, pane, v := w.open()
	start := len(w.server.Requests())
	w.ask(pane, v, "all well")
	engine := child(t, pane.PID())
	signal(t, engine, syscall.SIGKILL)
	e2e.Await(t, "word of the engine's end", func() bool { return v.fault() != nil })
	if f := v.fault(); f.Reason != link.Ended || f.Program == "" {
		t.Errorf("%+v", f)
	}
	w.ask(pane, v, "too early")
	if f := v.fault(); f == nil {
		t.Error("started again at once")
	}
	say(pane, "/a-minute-later")
	pane.WaitForText("the clock is a minute ahead")
	w.ask(pane, v, "by now")
	e2e.Await(t, "word of the engine", func() bool { return v.fault() == nil })
	if again := child(t, pane.PID()); again == engine {
		t.Error("the same process")
	}
	w.ask(pane, v, "all well again")
	if got := w.turns(start); slices.Contains(got, folded) || slices.Contains(got, unfolded) {
		t.Errorf("the requests went %v", got)
	}
	if n := told(v, "the engine ended"); n != 1 {
		t.Errorf("told %d times that the engine ended: %q", n, v.notices())
	}
	signal(t, child(t, pane.PID()), syscall.SIGKILL)
	e2e.Await(t, "word of the second end", func() bool { return told(v, "the engine ended") == 2 })
}

// Reloads, other sessions, other branches and other models: what stood folded stands folded, byte for byte.
func TestOtherSessionsAndBranches(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	first := v.Hello().SessionFile
	start := len(w.server.Requests())
	// A socket that somebody deletes costs viewers their way in until the reload, and Pi nothing.
	if err := os.Remove(v.Hello().Socket); err != nil {
		t.Fatal(err)
	}
	w.ask(pane, v, "before the reload")
	if _, err := link.Dial(w.context(), v.Hello().Entry); err == nil {
		t.Error("connected to a socket that was deleted")
	}
	say(pane, "/reload")
	v = w.again(pane, v)
	w.ask(pane, v, "after the reload")
	if got := w.turns(start); !slices.Equal(got, []turn{grew, grew}) {
		t.Errorf("the requests around a reload went %v", got)
	}
	last := w.last()

	say(pane, "/new")
	v = w.again(pane, v)
	if v.Hello().SessionID == "" || v.Hello().SessionFile == first {
		t.Errorf("a new session is registered as %q", v.Hello().SessionFile)
	}
	w.ask(pane, v, "something else")
	if fresh := w.last(); len(fresh) != 1 {
		t.Errorf("a new session begins with %d messages", len(fresh))
	}

	say(pane, "/resume")
	pane.WaitForText("Why does limit differ?")
	pane.Type("limit")
	pane.SendKeys("Enter")
	v = w.again(pane, v)
	if v.Hello().SessionFile != first {
		t.Errorf("resumed %q, registered as %q", first, v.Hello().SessionFile)
	}
	w.ask(pane, v, "back again")
	if what, detail := compare(last, w.last()); what != grew {
		t.Errorf("after /resume the session does not go on: %s", detail)
	}
}

// last is the messages of the last request.
func (w *world) last() []message {
	w.t.Helper()
	requests := w.server.Requests()
	return wire(w.t, requests[len(requests)-1:])[0]
}

// Two Pi's in one directory have a socket each, and a viewer finds the one of its session.
func TestTwoPisInOneDirectory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	server := term.Start(t, "")
	panes := []*term.Pane{server.Open(w.Interactive(), 100, 30), server.Open(w.Interactive(), 100, 30)}
	var list []link.Entry
	e2e.Await(t, "two sockets", func() bool {
		var err error
		list, err = link.List(w.folders())
		if err != nil {
			t.Fatal(err)
		}
		return len(list) == 2
	})
	var known []string
	for n, pane := range panes {
		w.server.Extend(provider.Step{Text: "Noted."})
		say(pane, fmt.Sprint("session ", n))
		w.server.AwaitRequests(n + 1)
		var found link.Entry
		e2e.Await(t, "the session's socket", func() bool {
			// Named by when its Pi started, the second may come first.
			paths := slices.DeleteFunc(w.Sessions(), func(path string) bool { return slices.Contains(known, path) })
			if len(paths) != 1 {
				return false
			}
			var ok bool
			if found, ok, _ = link.Find(w.folders(), paths[0]); ok {
				known = append(known, paths[0])
			}
			return ok
		})
		if found.PID != pane.PID() {
			t.Errorf("session %d is found at process %d, not %d", n, found.PID, pane.PID())
		}
		info, err := os.Stat(found.Socket)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the socket's mode: %v, %v", info.Mode(), err)
		}
		if got := unheardOf(t, found.Socket); got != link.UnknownOp {
			t.Errorf("an operation nobody knows is answered with %q", got)
		}
	}

	// What a killed Pi leaves is swept; what one that quits leaves is nothing.
	signal(t, panes[0].PID(), syscall.SIGKILL)
	panes[1].SendKeys("C-d")
	e2e.Await(t, "an empty folder", func() bool {
		if _, err := link.List(w.folders()); err != nil {
			t.Fatal(err)
		}
		names, err := os.ReadDir(w.folders()[0])
		if err != nil {
			t.Fatal(err)
		}
		return len(names) == 0
	})
}

// unheardOf asks for an operation that there is not and gives the code of the answer.
func unheardOf(t *testing.T, socket string) link.Code {
	t.Helper()
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := link.NewWriter(conn).Write(map[string]any{"id": 5, "op": "make coffee"}); err != nil {
		t.Fatal(err)
	}
	lines := link.NewReader(conn)
	for {
		line, err := lines.Next()
		if err != nil {
			t.Fatal(err)
		}
		var f link.Frame
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		if f.ID == 5 && f.Error != nil {
			return f.Error.Code
		}
	}
}

// A Pi that is killed in the middle of a run loses what was in flight: the next one goes on with the same bytes, and no
// engine is left behind.
func TestPiIsKilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	w.plan(1, 40, nil)
	pane := term.Start(t, "").Open(w.Interactive(), 120, 40)
	v := w.dial(pane)
	say(pane, "Why does limit differ?")
	e2e.Await(t, "a fold", func() bool {
		requests := w.server.Requests()
		return len(requests) > 0 && slices.ContainsFunc(wire(t, requests[len(requests)-1:])[0], func(m message) bool {
			return slices.ContainsFunc(m.tags, func(tag string) bool { return tag != "" })
		})
	})
	engine := child(t, pane.PID())
	signal(t, pane.PID(), syscall.SIGKILL)
	pane.WaitForExit()
	v.Close()
	e2e.Await(t, "the end of its engine", func() bool { return syscall.Kill(engine, 0) == syscall.ESRCH })
	// What it was asked last may not have come back.
	requests := w.server.Requests()
	sent := wire(t, requests)
	before := sent[len(sent)-1]
	w.server.Extend(provider.Step{Text: "Noted."})
	w.MustRun("go on", "-c")
	after := wire(t, w.server.Requests())[len(sent)]
	shared := before[:min(len(before), len(after))]
	if what, detail := compare(shared, after); what != grew || len(shared) < len(before)-2 {
		t.Errorf("%d messages, then %d that do not go on from them: %s", len(before), len(after), detail)
	}
	w.onlySession() // every line of which is JSON
}
