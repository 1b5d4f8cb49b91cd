package link

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// folder is a folder for sockets, short enough for their paths.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "lk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func register(t *testing.T, dir string, e Entry) {
	t.Helper()
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(e.PID)+".json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestListFindsThoseThatRunAndSweepsTheRest(t *testing.T) {
	dir := folder(t)
	me := os.Getpid()
	register(t, dir, Entry{PID: me, SessionFile: "/s/a.jsonl", Started: time.Unix(1, 0)})
	const never = 1 << 30 // above any process id
	register(t, dir, Entry{PID: never, SessionFile: "/s/b.jsonl"})
	for _, name := range []string{strconv.Itoa(never) + ".sock", "notes.txt", strconv.Itoa(me) + ".log"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := List([]string{filepath.Join(dir, "none"), dir})
	if err != nil || len(list) != 1 || list[0].PID != me || list[0].Socket != filepath.Join(dir, strconv.Itoa(me)+".sock") {
		t.Fatalf("%+v, %v", list, err)
	}
	names, _ := os.ReadDir(dir)
	if len(names) != 3 {
		t.Errorf("what is left: %v", names)
	}
	if e, ok, _ := Find([]string{dir}, "/s/../s/a.jsonl"); !ok || e.PID != me {
		t.Errorf("by its session: %+v, %t", e, ok)
	}
	if _, ok, _ := Find([]string{dir}, "/s/b.jsonl"); ok {
		t.Error("a Pi that is no more is found")
	}
}

func TestAFolderOfOthersIsNotTrusted(t *testing.T) {
	dir := folder(t)
	register(t, dir, Entry{PID: os.Getpid()})
	if err := os.Chmod(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if list, err := List([]string{dir}); err == nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// served is Pi's side of a socket: it answers with what answer gives, and sends events.
func served(t *testing.T, answer func(op string, w *Writer, id int)) Entry {
	t.Helper()
	socket := filepath.Join(folder(t), strconv.Itoa(os.Getpid())+".sock")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		w := NewWriter(conn)
		_ = w.Write(map[string]any{"event": "hello", "protocol": Protocol})
		_ = w.Write(map[string]any{"event": "busy"}) // before the hello was answered
		lines := NewReader(conn)
		for {
			line, err := lines.Next()
			if err != nil {
				return
			}
			var f Frame
			if json.Unmarshal(line, &f) == nil {
				answer(f.Op, w, f.ID)
			}
			if f.Op == "handoff" {
				return
			}
		}
	}()
	return Entry{Socket: socket}
}

func TestAConnection(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	entry := served(t, func(op string, w *Writer, id int) {
		switch op {
		case "hello":
			_ = w.Answer(id, map[string]any{"mode": "engine", "busy": true, "usage": map[string]any{"tokens": nil, "window": 5}}, nil)
			_ = w.Write(map[string]any{"event": "view", "figures": map[string]any{"folded": 3}, "ms": 1.5})
			_ = w.Write(map[string]any{"event": "unheard of"})
			_ = w.Write(map[string]any{"event": "notice", "level": "warning", "text": "x"})
		case "unfold":
			_ = w.Answer(id, Done{When: "now"}, nil)
		case "settings":
			_ = w.Answer(id, nil, Failuref(Refused, "no"))
		}
	})
	c, err := Dial(ctx, entry)
	if err != nil {
		t.Fatal(err)
	}
	if h := c.Hello(); h.Mode != Engine || !h.Busy || h.Usage.Tokens != nil || h.Usage.Window != 5 {
		t.Errorf("hello: %+v", h)
	}
	if e := <-c.Events(); e.Name != "view" || e.Figures.Folded != 3 || e.Took != 1500*time.Microsecond {
		t.Errorf("first event: %+v", e)
	}
	if e := <-c.Events(); e.Name != "notice" || e.Notice.Text != "x" {
		t.Errorf("second event: %+v", e)
	}
	if d, err := c.Unfold(ctx, "r:1"); err != nil || d.When != "now" {
		t.Errorf("unfold: %+v, %v", d, err)
	}
	var f *Failure
	if _, err := c.Settings(ctx); !errors.As(err, &f) || f.Code != Refused {
		t.Errorf("settings: %v", err)
	}
	// The other side ends instead of answering.
	if _, err := c.Handoff(ctx, "seed.md"); !errors.Is(err, ErrClosed) {
		t.Errorf("handoff: %v", err)
	}
	if e, open := <-c.Events(); open {
		t.Errorf("an event after the end: %+v", e)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// writing is a writer that is a function.
type writing func(p []byte) (int, error)

func (w writing) Write(p []byte) (int, error) { return w(p) }

// Pi answers and reloads: both may have come before the asking side looks.
func TestAnAnswerCountsThoughTheConnectionHasEnded(t *testing.T) {
	for range 64 { // a choice by chance would not fall right every time
		c := &Conn{waiting: map[int]chan Frame{}, closed: make(chan struct{})}
		c.out = NewWriter(writing(func(p []byte) (int, error) {
			var f Frame
			if err := json.Unmarshal(p, &f); err != nil {
				t.Fatal(err)
			}
			c.waiting[f.ID] <- Frame{ID: f.ID, OK: json.RawMessage(`{"when":"now"}`)}
			close(c.closed)
			return len(p), nil
		}))
		if d, err := c.Unfold(context.Background(), "r:1"); err != nil || d.When != "now" {
			t.Fatalf("%+v, %v", d, err)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	if _, err := Dial(context.Background(), Entry{Socket: filepath.Join(folder(t), "none.sock")}); err == nil {
		t.Error("connected to nothing")
	}
}

func TestAwaitingAPi(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	entry := served(t, func(op string, w *Writer, id int) { _ = w.Answer(id, map[string]any{"mode": "companion"}, nil) })
	dir := filepath.Dir(entry.Socket)
	found := make(chan *Conn)
	go func() {
		conn, err := Await(ctx, []string{dir}, "/s/a.jsonl")
		if err != nil {
			t.Error(err)
		}
		found <- conn
	}()
	register(t, dir, Entry{PID: os.Getpid(), SessionFile: "/s/a.jsonl"})
	conn := <-found
	if conn.Hello().Mode != Companion || conn.Hello().Socket != entry.Socket {
		t.Errorf("hello: %+v", conn.Hello())
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	cancel()
	if _, err := Await(ctx, []string{dir}, "/s/b.jsonl"); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

func TestASideOfAnotherVersionIsNotAwaited(t *testing.T) {
	entry := served(t, func(op string, w *Writer, id int) { _ = w.Answer(id, nil, Failuref(OtherSide, "older")) })
	dir := filepath.Dir(entry.Socket)
	register(t, dir, Entry{PID: os.Getpid(), SessionFile: "/s/a.jsonl"})
	var f *Failure
	if _, err := Await(context.Background(), []string{dir}, "/s/a.jsonl"); !errors.As(err, &f) || f.Code != OtherSide {
		t.Errorf("%v", err)
	}
}
