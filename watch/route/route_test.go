package route_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cfold/engine/journal"
	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/watch/feed"
	"cfold/watch/host"
	"cfold/watch/route"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const (
	id = "11111111-2222-3333-4444-555555555555"
	// conversation is a prompt, a call, its result of a few hundred tokens, and an
	// answer that keeps the result from being a first delivery.
	conversation = `{"type":"session","version":3,"id":"` + id + `","timestamp":"2026-01-02T03:04:05.000Z","cwd":"/nowhere"}
{"type":"message","id":"000000a1","parentId":null,"timestamp":"2026-01-02T03:05:00.000Z","message":{"role":"user","content":"go","timestamp":1}}
{"type":"message","id":"000000a2","parentId":"000000a1","timestamp":"2026-01-02T03:05:01.000Z","message":{"role":"assistant","responseId":"x1","provider":"p","model":"m","content":[{"type":"thinking","thinking":"%[1]s"},{"type":"toolCall","id":"c1","name":"bash","arguments":{}}],"usage":{"input":10,"output":5,"cacheRead":0,"cacheWrite":0,"totalTokens":15}}}
{"type":"message","id":"000000a3","parentId":"000000a2","timestamp":"2026-01-02T03:05:02.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"%[1]s"}]}}
{"type":"message","id":"000000a4","parentId":"000000a3","timestamp":"2026-01-02T03:05:03.000Z","message":{"role":"assistant","responseId":"x2","provider":"p","model":"m","content":[{"type":"text","text":"done"}],"usage":{"input":900,"output":5,"cacheRead":0,"cacheWrite":0,"totalTokens":905}}}
`
)

// scene is a session in a folder of its own, and what a viewer has read of it.
type scene struct {
	t    *testing.T
	path string
	desk *route.Desk
}

func newScene(t *testing.T) *scene {
	dir := t.TempDir()
	s := &scene{t: t, path: filepath.Join(dir, "s.jsonl")}
	s.desk = &route.Desk{
		Now: func() time.Time { return noon }, Processes: host.Under(filepath.Join(dir, "none")),
		Settings: filepath.Join(dir, "agent", "context-fold.json"),
	}
	s.write(fmt.Sprintf(conversation, strings.Repeat("long text ", 200)))
	return s
}

func (s *scene) write(text string) {
	s.t.Helper()
	if err := os.WriteFile(s.path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) read() string {
	data, err := os.ReadFile(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.t.Fatal(err)
	}
	return string(data)
}

// load reads the session as a viewer does.
func (s *scene) load() feed.Update {
	s.t.Helper()
	u, err := feed.Load(feed.Options{
		Session: s.path, Cwd: "/", Agent: filepath.Dir(s.desk.Settings),
		Environ: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { u.Close() })
	return u
}

func (s *scene) session() route.Session {
	s.t.Helper()
	u := s.load()
	session, ok := route.SessionOf(&u)
	if !ok {
		s.t.Fatal("no session is shown")
	}
	return session
}

func (s *scene) visit() *route.Visit {
	s.t.Helper()
	v, err := s.desk.Visit(s.session())
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

func held(s *live.Snapshot) (ids []string) {
	for i := range s.Blocks {
		if s.CanHold(i) == live.RefuseAlready {
			ids = append(ids, s.Blocks[i].ID)
		}
	}
	return ids
}

func TestHeldBlocksAreShownHeld(t *testing.T) {
	s := newScene(t)
	before := s.read()
	done, err := s.visit().Hold("r:c1", "a:x1:p0")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimPrefix(s.read(), before); strings.Count(got, "\n") != 1 || !strings.Contains(got, `{"kind":"unfold","ids":["r:c1","a:x1:p0"]}`) {
		t.Errorf("the file got %q", got)
	}
	if got := fmt.Sprint(held(s.load().Snapshot)); got != "[a:x1:p0 r:c1]" {
		t.Errorf("held are %s", got)
	}
	if !strings.Contains(done.Seen, "a running Pi sees it after /resume or a restart") || done.Mended != 0 {
		t.Errorf("done %+v", done)
	}
}

func TestFilesThatAreNotWhatWasSeen(t *testing.T) {
	other := strings.ReplaceAll(fmt.Sprintf(conversation, "another"), id, "99999999-2222-3333-4444-555555555555")
	for name, c := range map[string]struct {
		change func(s *scene)
		want   error
	}{
		"deleted":           {func(s *scene) { os.Remove(s.path) }, journal.ErrGone},
		"truncated":         {func(s *scene) { os.Truncate(s.path, 400) }, journal.ErrShrank},
		"emptied":           {func(s *scene) { os.Truncate(s.path, 0) }, journal.ErrShrank},
		"rewritten":         {func(s *scene) { s.write(strings.ReplaceAll(s.read(), "000000a4", "000000b4")) }, journal.ErrRewritten},
		"another session":   {func(s *scene) { s.write(other + strings.Repeat("\n", 9000)) }, journal.ErrRewritten},
		"a folder":          {func(s *scene) { os.Remove(s.path); os.Mkdir(s.path, 0o755) }, journal.ErrNotSession},
		"read-only":         {func(s *scene) { os.Chmod(s.path, 0o444) }, journal.ErrReadOnly},
		"a pipe":            {func(s *scene) { os.Remove(s.path); syscall.Mkfifo(s.path, 0o644) }, journal.ErrNotSession},
		"replaced by alike": {func(s *scene) { text := s.read(); os.Rename(s.path, s.path+"~"); s.write(text) }, journal.ErrReplaced},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			session := s.session()
			v := s.visit()
			c.change(s)
			before := contents(t, s.path)
			if _, err := v.Hold("r:c1"); !errors.Is(err, c.want) || route.Wrote(err) || strings.Contains(err.Error(), "\n") {
				t.Errorf("hold: %v, want %v", err, c.want)
			}
			if got := contents(t, s.path); got != before {
				t.Errorf("the file became %q", got)
			}
			if name == "deleted" || name == "another session" || name == "a folder" {
				if _, err := s.desk.Visit(session); err == nil {
					t.Error("a second visit is granted")
				}
				if _, err := s.desk.Handoff(session, s.desk.Seed(session, nil, "go on")); err == nil {
					t.Error("a handoff is written")
				}
				if _, err := os.Stat(filepath.Join(filepath.Dir(s.path), "context-fold")); err == nil {
					t.Error("a folder was made")
				}
			}
		})
	}
}

// contents is what stands at path, whatever it is.
func contents(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Sprint(err, info != nil && info.IsDir())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReadOnlySessionIsRefusedBeforeAsking(t *testing.T) {
	s := newScene(t)
	session := s.session()
	if err := os.Chmod(s.path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := s.desk.Visit(session); !errors.Is(err, journal.ErrReadOnly) {
		t.Errorf("%v", err)
	}
}

func TestBrokenSessionIsMended(t *testing.T) {
	// A record of ours that was written after an entry had slipped in before it.
	broken := `{"type":"message","id":"000000a5","parentId":"000000a4","timestamp":"2026-01-02T03:05:04.000Z","message":{"role":"user","content":"more","timestamp":9}}
{"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":["r:c1"]},"id":"000000f1","parentId":"000000a4","timestamp":"2026-01-02T03:05:05.000Z"}
`
	for _, what := range []string{"repair", "hold"} {
		s := newScene(t)
		s.write(s.read() + broken)
		v := s.visit()
		if !v.Broken() {
			t.Fatal("it is not seen to be broken")
		}
		act := func() (route.Done, error) { return v.Hold("a:x1:p0") }
		if what == "repair" {
			act = v.Repair
		}
		done, err := act()
		if err != nil || done.Mended != 1 {
			t.Fatalf("%s: %+v, %v", what, done, err)
		}
		if s.visit().Broken() {
			t.Error("it is broken still")
		}
		if n := len(s.load().Snapshot.Blocks); n != 6 {
			t.Errorf("%s: the conversation has %d blocks, want 6", what, n)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := newScene(t)
	snapshot := s.load().Snapshot
	for i, want := range []struct{ hold, unfold string }{
		{"only tool results and thinking ever fold", "only tool results and thinking ever fold"},
		{"", "hold keeps it whole"},
		{"only tool results", "only tool results"},
		{"", "hold keeps it whole"},
		{"only tool results", "only tool results"},
	} {
		for hold, want := range map[bool]string{true: want.hold, false: want.unfold} {
			got := route.Refusal(snapshot, i, hold)
			if !strings.Contains(got, want) || (want == "") != (got == "") {
				t.Errorf("block %d, hold %v: %q, want %q", i, hold, got, want)
			}
		}
	}
}

func TestHandoffIsWrittenBesideItsSession(t *testing.T) {
	s := newScene(t)
	session := s.session()
	log := new(seed.Log)
	h := s.desk.Seed(session, log, "finish it")
	written, err := s.desk.Handoff(session, h)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(filepath.Dir(s.path), "context-fold", id, "handoff-"+id+".md"); written.Path != want {
		t.Errorf("it is at %s", written.Path)
	}
	for _, part := range []string{"finish it", s.path, "2026-01-02T12:00:00.000Z"} {
		if !strings.Contains(contents(t, written.Path), part) {
			t.Errorf("%q is not in it", part)
		}
	}
}
