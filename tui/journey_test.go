package tui

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"go.uber.org/goleak"

	"cfold/watch/feed"
	"cfold/watch/sessions"
)

// TestMain fails where a goroutine is left. teatest's own wait for an interrupt never
// ends; the clock of a program that has ended does with its last tick, a second
// later, which is more than goleak waits at a time.
func TestMain(m *testing.M) {
	code := m.Run()
	var left error
	for range 10 {
		left = goleak.Find(goleak.IgnoreTopFunction("github.com/charmbracelet/x/exp/teatest.NewTestModel.func2"))
		if left == nil {
			break
		}
	}
	if code == 0 && left != nil {
		fmt.Fprintln(os.Stderr, left)
		code = 1
	}
	os.Exit(code)
}

// source is a feed that a test speaks for.
type source struct {
	updates  chan feed.Update
	switched chan string
}

func newSource() *source { return &source{make(chan feed.Update, 1), make(chan string, 1)} }

func (s *source) Updates() <-chan feed.Update { return s.updates }
func (s *source) Switch(path string)          { s.switched <- path }

// started runs the program on a screen of that size.
func started(t *testing.T, o Options, width, height int) *teatest.TestModel {
	t.Helper()
	o.Theme = plain()
	now := func() time.Time { return shown }
	m := New(o, ports{now: now, getenv: func(string) string { return "" }, terminal: os.Stderr}, shown)
	return teatest.NewTestModel(t, m, teatest.WithInitialTermSize(width, height))
}

// await waits until all texts have appeared.
func await(t *testing.T, tm *teatest.TestModel, texts ...string) {
	t.Helper()
	teatest.WaitFor(t, tm.Output(), func(out []byte) bool {
		for _, text := range texts {
			if !bytes.Contains(out, []byte(text)) {
				return false
			}
		}
		return true
	}, teatest.WithDuration(20*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
}

// ended quits and waits for the end; the feed ends with it.
func ended(t *testing.T, tm *teatest.TestModel, s *source) {
	t.Helper()
	tm.Send(keyMsg("q"))
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	close(s.updates)
}

// From waiting over a session to a block's original, a search in it, and out.
func TestJourneyToAnOriginal(t *testing.T) {
	s := newSource()
	tm := started(t, Options{Feed: s}, 120, 30)
	s.updates <- feed.Update{Phase: feed.Waiting, Cwd: "/home/dev/shop"}
	await(t, tm, "waiting for a session")
	s.updates <- made(t)
	await(t, tm, "1 folded", "Both are up to date now.")
	tm.Type("F")
	await(t, tm, "1/1", "folded in layer 1", "verified")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	tm.Type("/")
	await(t, tm, "in this block")
	tm.Type("handle77")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	await(t, tm, "func handle77(")
	ended(t, tm, s)
}

// Another session is picked from the list, and the feed is asked for it.
func TestJourneyToAnotherSession(t *testing.T) {
	s := newSource()
	list := []sessions.Info{
		{Path: "/a.jsonl", Name: "the old one", Modified: began, Size: 1 << 20},
		{Path: "/b.jsonl", Name: "the other\x1b]0;x\x07 one", Modified: began, Size: 2 << 20},
	}
	list[1].Cwd = "/home/dev/other"
	tm := started(t, Options{Feed: s, Sessions: func() ([]sessions.Info, error) { return list, nil }}, 80, 24)
	s.updates <- made(t)
	await(t, tm, "1 folded")
	tm.Type("S")
	await(t, tm, "the old one", "the other␛]0;x␇ one")
	tm.Type("/other")
	await(t, tm, "1/1")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	select {
	case path := <-s.switched:
		if path != "/b.jsonl" {
			t.Errorf("switched to %s", path)
		}
	case <-time.After(20 * time.Second):
		t.Error("nothing was switched to")
	}
	ended(t, tm, s)
}

// What comes in faster than it is drawn is drawn as it stands at the end; each
// update is waited for once.
func TestJourneyThroughManyUpdates(t *testing.T) {
	s := newSource()
	tm := started(t, Options{Feed: s}, 80, 24)
	u := made(t)
	for n := range 50 {
		u.Notices = []feed.Notice{{Text: strings.Repeat("x", n+1)}}
		s.updates <- u
	}
	await(t, tm, strings.Repeat("x", 50))
	tm.Type("8")
	await(t, tm, "Since the program started")
	ended(t, tm, s)
	if m, ok := tm.FinalModel(t).(*Model); !ok || m.notices.Len() != 50 {
		t.Error("a notice was lost")
	}
}

// B leads to and fro between the session followed and the one before it, and each
// time it is said which one is shown.
func TestJourneyToAndFro(t *testing.T) {
	m := New(Options{Theme: plain(), Feed: newSource()}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
	m.sized(140, 40)
	u := made(t)
	first, second := u.Path, "/home/dev/shop/second.jsonl"
	m.take(u)
	turn := func(path, previous string) {
		t.Helper()
		next := u
		next.Generation++
		next.Path, next.Previous, next.Snapshot, next.State = path, previous, nil, nil
		next.Notices = []feed.Notice{{Text: "following to the newer session"}}
		m.take(next)
		next.Snapshot, next.State, next.Notices = u.Snapshot, u.State, nil
		m.take(next)
		u = next
		if frame := m.View(); !strings.Contains(frame, "this is fix the") || !strings.Contains(frame, "B goes back") || strings.Contains(frame, "following to") {
			t.Errorf("it is not said which session is shown:\n%s", frame)
		}
	}
	for _, c := range []struct{ path, before string }{{second, first}, {first, second}, {second, first}} {
		turn(c.path, c.before)
		settle(m, m.back())
		if got := <-m.options.Feed.(*source).switched; got != c.before {
			t.Errorf("from %s B leads to %s", c.path, got)
		}
	}
}

// A notice ends with the next key, and with the coming of the session it missed;
// its history stays.
func TestNoticesEndWithTheNextKey(t *testing.T) {
	m := New(Options{Theme: plain()}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
	m.sized(140, 40)
	m.press("B")
	if !strings.Contains(m.View(), "there is no other session") {
		t.Fatalf("nothing is said:\n%s", m.View())
	}
	m.take(made(t))
	if strings.Contains(m.View(), "there is no other session") {
		t.Errorf("a notice outlives the coming of a session:\n%s", m.View())
	}
	m.press("B j")
	if strings.Contains(m.View(), "there is no other session") {
		t.Errorf("a notice outlives a key:\n%s", m.View())
	}
	m.press("8")
	if !strings.Contains(m.View(), "there is no other session of this directory to go to: S lists all (2 times)") {
		t.Errorf("the history has lost it:\n%s", m.View())
	}
}
