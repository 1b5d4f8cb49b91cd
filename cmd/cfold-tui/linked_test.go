package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/live"
	"cfold/watch/feed"
	"cfold/watch/link"
)

// linked puts a linked Pi beside the session, which answers everything, and returns
// what it was asked so far, hellos left out.
func (d *desktop) linked() (asked func() []string) { return d.linkedWith(nil) }

// linkedWith is linked with a Pi whose engine has a fault.
func (d *desktop) linkedWith(fault *link.Fault) (asked func() []string) {
	d.t.Helper()
	runtime, err := os.MkdirTemp("", "ct") // a socket's path has to be short
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { os.RemoveAll(runtime) })
	name := filepath.Join(runtime, "cfold", strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(filepath.Dir(name), 0o700); err != nil {
		d.t.Fatal(err)
	}
	l, err := net.Listen("unix", name+".sock")
	if err != nil {
		d.t.Fatal(err)
	}
	entry, err := json.Marshal(link.Entry{PID: os.Getpid(), SessionFile: d.path, Mode: link.Engine, Version: "v0", Fault: fault})
	if err != nil {
		d.t.Fatal(err)
	}
	put(d.t, name+".json", entry)
	var list []string
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			answer(conn, &list)
		}
	}()
	d.t.Cleanup(func() { l.Close(); <-done })
	d.vars["XDG_RUNTIME_DIR"] = runtime
	return func() []string { return list }
}

// answer serves one connection, one at a time as commands come.
func answer(conn net.Conn, asked *[]string) {
	defer conn.Close()
	w, lines := link.NewWriter(conn), link.NewReader(conn)
	for {
		line, err := lines.Next()
		if err != nil {
			return
		}
		var f struct {
			ID       int
			Op, Path string
			IDs      []string
		}
		if json.Unmarshal(line, &f) != nil {
			return
		}
		if f.Op == "hello" {
			_ = w.Answer(f.ID, map[string]any{"mode": "engine", "version": "v0", "pi": "1.6.0", "busy": true, "window": 70_000}, nil)
			continue
		}
		*asked = append(*asked, strings.Join(append([]string{f.Op, f.Path}, f.IDs...), " "))
		_ = w.Answer(f.ID, link.Done{When: "with the next call"}, nil)
	}
}

func TestCommandsGoThroughTheLink(t *testing.T) {
	d := newDesktop(t)
	folded := d.blocks("folded")[0]
	before := d.session()
	asked := d.linked()
	var status struct {
		Window       int
		WindowSource string `json:"window_source"`
		Link         *shape.Link
		LinkHint     string `json:"link_hint"`
	}
	if err := json.Unmarshal([]byte(d.must("status", "--json")), &status); err != nil {
		t.Fatal(err)
	}
	if l := status.Link; l == nil || !l.Busy || l.Mode != "engine" || *l.Window != 70_000 || l.PID != os.Getpid() ||
		status.Window != 70_000 || status.WindowSource != "link" || !strings.Contains(status.LinkHint, "link install") {
		t.Errorf("status %+v, link %+v", status, status.Link)
	}
	if out := d.must("status"); !strings.Contains(out, "linked, busy") {
		t.Errorf("as text:\n%s", out)
	}
	if out := d.must("unfold", "--yes", folded.Code); !strings.Contains(out, "Pi sees it with its next request") {
		t.Errorf("unfold says\n%s", out)
	}
	r := d.run("handoff", "--goal", "go on", "--start")
	if r.code != exitDone || !strings.Contains(r.err, "Pi opens the new session") {
		t.Errorf("handoff: exit %d, %s", r.code, r.err)
	}
	want := "unfold  " + string(folded.ID) + "; handoff " + strings.TrimSpace(r.out)
	if got := strings.Join(asked(), "; "); got != want || d.session() != before {
		t.Errorf("asked was %q, want %q; the file grew by %d", got, want, len(d.session())-len(before))
	}
	if r := d.run("handoff", "--goal", "go on", "--start", "--print"); r.code != exitWrongUse {
		t.Errorf("printing and starting: exit %d", r.code)
	}
}

func TestStartingWithoutALink(t *testing.T) {
	d := newDesktop(t)
	if r := d.run("handoff", "--goal", "go on", "--start"); r.code != exitFailed || !strings.Contains(r.err, "the seed is written") {
		t.Errorf("exit %d, %s", r.code, r.err)
	}
}

func TestDoctorLooksAtTheLink(t *testing.T) {
	d := newDesktop(t)
	out := d.run("doctor").out
	for _, part := range []string{"extension     not installed", "cfold-tui link install", "no running Pi has the extension loaded"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	d.linked()
	if r := call(t, d.env, "link", "install"); r.code != exitDone {
		t.Fatal(r.err)
	}
	out = d.run("doctor").out
	for _, part := range []string{"extension     version " + version(), "process " + strconv.Itoa(os.Getpid()) + ", mode engine, extension v0"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
}

func TestAnEngineThatDoesNotRunIsNamed(t *testing.T) {
	d := newDesktop(t)
	d.linkedWith(&link.Fault{Reason: link.Missing, Program: "/nowhere/cfold-tui", Message: "it was not found"})
	const said = "nothing folds: there is no /nowhere/cfold-tui: cfold-tui link install"
	if r := d.run("doctor"); r.code != exitFailed || !strings.Contains(r.out, "problem  link") || !strings.Contains(r.out, said) {
		t.Errorf("doctor: exit %d\n%s", r.code, r.out)
	}
	if r := call(t, d.env, "link", "status"); r.code != exitDone || !strings.Contains(r.out, said) {
		t.Errorf("link status: exit %d\n%s", r.code, r.out)
	}
}

func TestStatusDoesNotFoldWithAStoppedEngine(t *testing.T) {
	u := feed.Update{Snapshot: &live.Snapshot{Recorded: true}, Link: &feed.Link{Fault: &link.Fault{}}}
	if said := gaugeText(u); !strings.HasPrefix(said, "no folding here") {
		t.Errorf("the gauge says %q", said)
	}
	u.Link.Fault = nil
	if said := gaugeText(u); strings.Contains(said, "no folding here") {
		t.Errorf("with the engine running the gauge says %q", said)
	}
}
