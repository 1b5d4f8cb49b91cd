package feed

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cfold/watch/link"
)

// linkedPi is Pi's side of a link, in this process.
type linkedPi struct {
	t      *testing.T
	folder string
	entry  link.Entry
	hello  map[string]any
	say    chan any // events for the connection; a nil one ends it
	back   chan any // ends the time that Pi is away after that
	l      net.Listener
}

// linkFolder is a folder for sockets, as Options find it by XDG_RUNTIME_DIR.
func linkFolder(t *testing.T) (runtime, folder string) {
	t.Helper()
	runtime, err := os.MkdirTemp("", "fd") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(runtime) })
	folder = filepath.Join(runtime, "cfold")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return runtime, folder
}

func startPi(t *testing.T, folder, session string, hello map[string]any) *linkedPi {
	t.Helper()
	p := &linkedPi{t: t, folder: folder, hello: hello, say: make(chan any), back: make(chan any), entry: link.Entry{PID: os.Getpid(), SessionFile: session}}
	var err error
	if p.l, err = net.Listen("unix", filepath.Join(folder, strconv.Itoa(os.Getpid())+".sock")); err != nil {
		t.Fatal(err)
	}
	p.register()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := p.l.Accept()
			if err != nil {
				return
			}
			if p.serve(conn) {
				<-p.back
			}
		}
	}()
	t.Cleanup(func() { p.l.Close(); close(p.say); close(p.back); <-done })
	return p
}

func (p *linkedPi) register() {
	p.t.Helper()
	data, err := json.Marshal(p.entry)
	if err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.folder, strconv.Itoa(p.entry.PID))
	if err := os.WriteFile(path+".part", data, 0o600); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Rename(path+".part", path+".json"); err != nil {
		p.t.Fatal(err)
	}
}

// serve answers on a connection; ended reports that a nil event ended it.
func (p *linkedPi) serve(conn net.Conn) (ended bool) {
	defer conn.Close()
	w := link.NewWriter(conn)
	line, err := link.NewReader(conn).Next()
	if err != nil {
		return false
	}
	var f link.Frame
	if err := json.Unmarshal(line, &f); err != nil {
		p.t.Error(err)
		return false
	}
	if p.hello == nil {
		_ = w.Answer(f.ID, nil, link.Failuref(link.OtherSide, "install it anew"))
		return false
	}
	_ = w.Answer(f.ID, p.hello, nil)
	for e := range p.say {
		if e == nil {
			return true
		}
		_ = w.Write(e)
	}
	return false
}

// linkScene is a session in a folder of its own, and the options that follow it.
func linkScene(t *testing.T) (o Options, folder string) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	dir := t.TempDir()
	runtime, folder := linkFolder(t)
	o = Options{Cwd: dir, Agent: dir, Session: filepath.Join(dir, "a.jsonl"), Version: "v2", Window: 1000, Environ: func(key string) (string, bool) {
		value, ok := map[string]string{"XDG_RUNTIME_DIR": runtime}[key]
		return value, ok
	}}
	lines, _ := turn(1, "null")
	put(t, o.Session, header("aaa", dir)+lines)
	return o, folder
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestALinkIsFollowed(t *testing.T) {
	o, folder := linkScene(t)
	f := follow(t, o)
	f.until("snapshot without a link", func(u Update) bool { return u.Snapshot != nil && u.Link == nil && u.Snapshot.Window == 1000 })
	hello := map[string]any{"mode": "engine", "version": "v1", "pi": "1.6.0", "busy": false, "window": 5000, "usage": map[string]any{"tokens": 7, "window": 5000}}
	p := startPi(t, folder, o.Session, hello)
	f.until("link", func(u Update) bool {
		l := u.Link
		return l != nil && l.Mode == link.Engine && !l.Busy && *l.Usage == 7 && u.Snapshot.Window == 5000 && u.Snapshot.WindowSource == "link" &&
			strings.Contains(u.LinkHint, "link install")
	})
	if !f.noticed("cfold-tui v1, this is v2") {
		t.Errorf("of the older extension nothing is said: %v", f.notices)
	}
	p.say <- map[string]any{"event": "busy"}
	f.until("busy Pi", func(u Update) bool { return u.Link != nil && u.Link.Busy })
	p.say <- map[string]any{"event": "view", "figures": map[string]any{"folded": 3}, "ms": 1}
	p.say <- map[string]any{"event": "usage", "usage": map[string]any{"tokens": nil, "window": 9000}, "tokens": nil, "window": 9000}
	p.say <- map[string]any{"event": "notice", "level": "warning", "text": "mind this"}
	p.say <- map[string]any{"event": "idle"}
	f.until("all of it", func(u Update) bool {
		l := u.Link
		return l != nil && !l.Busy && l.Figures.Folded == 3 && l.Usage == nil && u.Snapshot.Window == 9000 && f.noticed("Pi: mind this")
	})
	p.say <- nil // as a reload does
	f.until("lost link", func(u Update) bool { return u.Link == nil && u.Snapshot.Window == 1000 })
	p.back <- nil
	f.until("link again", func(u Update) bool { return u.Link != nil && u.Snapshot.Window == 5000 })
}

func TestALinkOfAnotherVersionIsSaid(t *testing.T) {
	o, folder := linkScene(t)
	startPi(t, folder, o.Session, nil)
	f := follow(t, o)
	f.until("refusal", func(u Update) bool { return u.Link == nil && strings.Contains(u.LinkHint, "link install") })
	if !f.noticed("install it anew") {
		t.Errorf("notices: %v", f.notices)
	}
}

func TestWhereALinkedPiGoesIsOffered(t *testing.T) {
	o, folder := linkScene(t)
	p := startPi(t, folder, o.Session, map[string]any{"version": "v2"})
	f := follow(t, o)
	f.until("link", func(u Update) bool { return u.Link != nil && u.LinkHint == "" && u.Snapshot != nil })
	other := p.goesOver(o)
	f.until("offer", func(u Update) bool { return u.Path == o.Session && u.Other != nil && u.Other.Path == other })
	f.feed.Switch(other)
	f.until("link there", func(u Update) bool { return u.Path == other && u.Link != nil })
}

func TestWhereALinkedPiGoesIsFollowed(t *testing.T) {
	o, folder := linkScene(t)
	o.Quiet = time.Millisecond
	// The newest of the directory, among Pi's sessions.
	path := filepath.Join(o.Agent, "sessions", "--x--", "2026-01-02_aaa.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(o.Session, path); err != nil {
		t.Fatal(err)
	}
	o.Session = ""
	p := startPi(t, folder, path, map[string]any{"version": "v2"})
	f := follow(t, o)
	f.until("link", func(u Update) bool { return u.Link != nil && u.LinkHint == "" && u.Snapshot != nil })
	other := p.goesOver(o)
	f.until("other session", func(u Update) bool { return u.Path == other && u.Previous == path && u.Link != nil })
}

// goesOver has a Pi open an older session, which no look at the folder would take
// for a newer one.
func (p *linkedPi) goesOver(o Options) string {
	p.t.Helper()
	other := filepath.Join(o.Cwd, "b.jsonl")
	lines, _ := turn(1, "null")
	put(p.t, other, header("bbb", o.Cwd)+lines)
	if err := os.Chtimes(other, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		p.t.Fatal(err)
	}
	p.entry.SessionFile = other
	p.register()
	p.say <- nil
	p.back <- nil
	return other
}

func TestLoadingAsksALinkedPiOnce(t *testing.T) {
	o, folder := linkScene(t)
	startPi(t, folder, o.Session, map[string]any{"mode": "companion", "version": "v2", "busy": true, "window": 5000})
	u, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if l := u.Link; l == nil || l.Mode != link.Companion || !l.Busy || u.Snapshot.Window != 5000 || u.LinkHint != "" {
		t.Errorf("link %+v, hint %q", l, u.LinkHint)
	}
}

// An engine that does not run is said with the program and the way out, also to who links later than Pi told it.
func TestAnEngineThatDoesNotRunIsSaid(t *testing.T) {
	o, folder := linkScene(t)
	fault := link.Fault{Reason: link.Missing, Program: "/nowhere/cfold-tui", Message: "it was not found"}
	p := startPi(t, folder, o.Session, map[string]any{"mode": "engine", "version": "v1", "fault": fault})
	f := follow(t, o)
	f.until("fault", func(u Update) bool {
		return u.Link != nil && u.Link.Fault != nil && strings.Contains(u.LinkHint, "there is no /nowhere/cfold-tui: cfold-tui link install") &&
			f.noticed("Pi: it was not found")
	})
	p.say <- map[string]any{"event": "engine", "fault": nil}
	f.until("end of the fault", func(u Update) bool {
		return u.Link != nil && u.Link.Fault == nil && strings.Contains(u.LinkHint, "another extension version")
	})
	for reason, want := range map[link.Reason]string{
		link.Ended: "starts it again", link.Unstarted: "does not start", link.Mismatch: "of another version", link.Missing: "on its PATH",
	} {
		p.say <- map[string]any{"event": "engine", "fault": link.Fault{Reason: reason, Program: "cfold-tui"}}
		f.until(string(reason), func(u Update) bool {
			return strings.Contains(u.LinkHint, want) && strings.Contains(u.LinkHint, "cfold-tui")
		})
	}
}
