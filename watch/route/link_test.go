package route_test

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/settings"
	"cfold/watch/link"
	"cfold/watch/route"
)

// side is Pi's side of a link: it notes what it is asked and answers with answer; a
// nil answer ends the connection.
type side struct {
	t      *testing.T
	path   string // of the session
	answer func(f request) any
	asked  []string
	done   chan struct{}
}

// request is what a viewer asks.
type request struct {
	ID   int
	Op   string
	IDs  []string
	Path string
}

// linked puts a linked Pi beside a scene, for as many connections as it is asked
// for.
func (s *scene) linked(mode link.Mode, answer func(f request) any) *side {
	s.t.Helper()
	dir, err := os.MkdirTemp("", "rt") // a socket's path has to be short
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { os.RemoveAll(dir) })
	p := &side{t: s.t, path: s.path, answer: answer, done: make(chan struct{})}
	name := filepath.Join(dir, strconv.Itoa(os.Getpid()))
	l, err := net.Listen("unix", name+".sock")
	if err != nil {
		s.t.Fatal(err)
	}
	entry, err := json.Marshal(link.Entry{PID: os.Getpid(), SessionFile: s.path, Mode: mode})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name+".json", entry, 0o600); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		defer close(p.done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			p.serve(conn)
		}
	}()
	s.t.Cleanup(func() { l.Close(); <-p.done })
	s.desk.Links = []string{dir}
	return p
}

func (p *side) serve(conn net.Conn) {
	defer conn.Close()
	w, lines := link.NewWriter(conn), link.NewReader(conn)
	for {
		line, err := lines.Next()
		if err != nil {
			return
		}
		var f request
		if err := json.Unmarshal(line, &f); err != nil {
			p.t.Error(err)
			return
		}
		if f.Op == "hello" {
			_ = w.Answer(f.ID, map[string]any{}, nil)
			continue
		}
		p.asked = append(p.asked, strings.Join(slices.Concat([]string{f.Op}, f.IDs, []string{f.Path}), " "))
		switch answer := p.answer(f).(type) {
		case nil:
			return
		case error:
			_ = w.Answer(f.ID, nil, answer)
		default:
			_ = w.Answer(f.ID, answer, nil)
		}
	}
}

func says(when string) func(request) any {
	return func(request) any { return link.Done{When: when} }
}

func TestALinkedPiWritesItself(t *testing.T) {
	for when, want := range map[string]string{
		"with the next call": "next request", "now": "reloads now", "when Pi is idle": "once idle", "once you type /x": "once you type /x",
	} {
		s := newScene(t)
		before := s.read()
		p := s.linked(link.Engine, says(when))
		v := s.visit()
		if !strings.Contains(v.Seen(), "linked") {
			t.Errorf("before: %q", v.Seen())
		}
		done, err := v.Hold("r:c1", "a:x1:p0")
		if err != nil || !strings.Contains(done.Seen, want) {
			t.Errorf("%+v, %v", done, err)
		}
		if got := strings.Join(p.asked, "; "); got != "unfold r:c1 a:x1:p0 " {
			t.Errorf("asked was %q", got)
		}
		if s.read() != before {
			t.Error("the file was written as well")
		}
	}
}

func TestALinkThatIsGoneLeavesTheFile(t *testing.T) {
	s := newScene(t)
	p := s.linked(link.Engine, says("now"))
	v := s.visit()
	names, err := filepath.Glob(filepath.Join(s.desk.Links[0], "*.sock"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	before := s.read()
	if _, err := v.Hold("r:c1"); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimPrefix(s.read(), before); strings.Count(got, "\n") != 1 || len(p.asked) != 0 {
		t.Errorf("the file got %q, Pi was asked %q", got, p.asked)
	}
}

func TestWhatALinkedPiRefusesIsNotWritten(t *testing.T) {
	s := newScene(t)
	before := s.read()
	s.linked(link.Engine, func(request) any { return link.Failuref(link.Refused, "not now") })
	_, err := s.visit().Hold("r:c1")
	if err == nil || !strings.Contains(err.Error(), "not now") || route.Wrote(err) || s.read() != before {
		t.Errorf("%v; the file grew by %d", err, len(s.read())-len(before))
	}
}

func TestNoAnswerIsToldAsThat(t *testing.T) {
	s := newScene(t)
	before := s.read()
	s.linked(link.Engine, func(request) any { return nil })
	_, err := s.visit().Hold("r:c1")
	var unsure *route.UnsureError
	if !errors.As(err, &unsure) || !route.Wrote(err) || s.read() != before {
		t.Errorf("%v; the file grew by %d", err, len(s.read())-len(before))
	}
	// The next time Pi writes before the link ends.
	s.linked(link.Companion, func(f request) any {
		s.write(s.read() + `{"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":["` + f.IDs[0] + `"]},"id":"000000b1","parentId":"000000a4"}` + "\n")
		return nil
	})
	if done, err := s.visit().Hold("r:c1"); err != nil || !strings.Contains(done.Seen, "has written it") {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestSettingsAndHandoffThroughTheLink(t *testing.T) {
	s := newScene(t)
	s.desk.Settings = filepath.Join(filepath.Dir(s.path), "context-fold.json") // the agent folder that the session is in
	p := s.linked(link.Engine, says("with the next call"))
	v, err := settings.Parse("foldAt", "0.3")
	if err != nil {
		t.Fatal(err)
	}
	saved, err := s.desk.Save(route.Change{Key: "foldAt", Value: &v})
	if err != nil || !strings.Contains(saved.Seen, "next request") {
		t.Errorf("%+v, %v", saved, err)
	}
	if seen, err := s.desk.Undo(saved); err != nil || !strings.Contains(seen, "next request") {
		t.Errorf("%q, %v", seen, err)
	}
	if seen, err := s.desk.Start(s.session(), "/seed.md"); err != nil || seen == "" {
		t.Errorf("%q, %v", seen, err)
	}
	if got := strings.Join(p.asked, "; "); got != "settings ; settings ; handoff /seed.md" {
		t.Errorf("asked was %q", got)
	}
	s.desk.Settings = filepath.Join(t.TempDir(), "context-fold.json")
	if saved, err := s.desk.Save(route.Change{Key: "foldAt", Value: &v}); err != nil || !strings.Contains(saved.Seen, "/reload") || len(p.asked) != 3 {
		t.Errorf("of another agent folder: %+v, %v, asked %q", saved, err, p.asked)
	}
	s.desk.Links = nil
	if _, err := s.desk.Start(s.session(), "/seed.md"); !errors.Is(err, route.ErrNoLink) {
		t.Errorf("without a link: %v", err)
	}
}
