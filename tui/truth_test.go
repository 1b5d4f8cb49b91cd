package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/block"
	"cfold/watch/feed"
)

// at is a model that shows an update at a moment.
func at(t *testing.T, u feed.Update, now time.Time, width int) *Model {
	t.Helper()
	m := New(Options{Theme: plain()}, ports{now: func() time.Time { return now }, getenv: func(string) string { return "" }}, now)
	m.sized(width, 40)
	run(m, updatedMsg{u})
	return m
}

// shows fails unless the screen holds every wanted text, those with a ! before
// them not.
func shows(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, text := range texts {
		wanted, unwanted := strings.CutPrefix(text, "!")
		if strings.Contains(m.View(), wanted) == unwanted {
			t.Errorf("%q: there is %t in\n%s", wanted, unwanted, m.View())
		}
	}
}

// After a compaction nothing is said to be saved now, while the account stands.
func TestSavingsAfterACompaction(t *testing.T) {
	s := newStory(t)
	kept := fmt.Sprintf("%08x", s.n)
	s.entry("compaction", object{"summary": "in short", "firstKeptEntryId": kept, "tokensBefore": 15900})
	path, index := s.write()
	m := opened(t, loaded(t, path, index, 20000), plain(), 140, 40)
	m.press("2")
	shows(t, m, "1 layer, none in the context now", "gone", "nothing: gone with the compaction", "as the fold rules count", "!tok saved a call")
	m.press("4")
	shows(t, m, "0 tok masked now; as accounted: 2.4k saved a call")
}

// What is appended from outside leaves the age of the session and whether it is
// closed as they were.
func TestAHoldIsNoLife(t *testing.T) {
	s := newStory(t)
	ended := s.at
	s.at = ended.Add(2 * time.Hour)
	s.entry("custom", object{"customType": "contextfold.fold", "data": object{"kind": "unfold", "ids": []string{"r:call_1"}}})
	path, index := s.write()
	u, err := feed.Load(feed.Options{
		Session: path, SeedIndex: index, Cwd: t.TempDir(), Agent: t.TempDir(),
		Environ: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close() })
	u.Pi = 1 // none seen
	shows(t, at(t, u, s.at.Add(time.Second), 140), "2h ago", "closed?", "!no Pi seen")
	shows(t, at(t, u, ended.Add(30*time.Second), 140), "30s ago", "no Pi seen", "!closed?")
	shows(t, at(t, u, began.Add(-time.Hour), 140), "closed?", "! ago") // a clock behind the session's
}

// The idle line says its clock also once it has warned, and a time to come is no
// time.
func TestIdleClock(t *testing.T) {
	s := newStory(t)
	s.prompt = 40_000
	s.user("More.")
	s.answer("resp_8", 500, say("Done."))
	path, index := s.write()
	u := loaded(t, path, index, 100_000)
	for now, want := range map[time.Time][]string{
		s.at.Add(10 * time.Minute): {"since the last good response, warns at 30m, in "},
		s.at.Add(4 * time.Hour):    {"since the last good response, warned at 30m: cache may have expired: ~41k"},
		s.at.Add(-time.Hour):       {"dated ahead of this clock", "!since the last good"},
	} {
		m := at(t, u, now, 140)
		m.press("4")
		shows(t, m, want...)
	}
}

// Where nothing is read from cache, none is said to expire.
func TestColdIsNotIdle(t *testing.T) {
	s := newStory(t)
	s.user("More.")
	s.message(object{
		"role": "assistant", "provider": "acme", "model": "acme-large", "responseId": "cold", "content": []object{say("Done.")},
		"usage": object{"input": 45_000, "cacheRead": 0, "cacheWrite": 0, "output": 10, "totalTokens": 45_010}, "stopReason": "stop",
	})
	path, index := s.write()
	m := at(t, loaded(t, path, index, 100_000), s.at.Add(4*time.Hour), 140)
	m.press("8")
	shows(t, m, "nothing is read from cache and 45k tokens are carried", "!may have expired")
	m.press("4")
	shows(t, m, "warned at 30m: it was cold by then", "!may have expired")
}

// A setting that is not accepted is named with its reason in the list and among
// the advisories.
func TestAnIgnoredSetting(t *testing.T) {
	path, index := newStory(t).write()
	agent := t.TempDir()
	if err := os.WriteFile(filepath.Join(agent, "context-fold.json"), []byte(`{"foldAt":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := feed.Load(feed.Options{
		Session: path, SeedIndex: index, Cwd: t.TempDir(), Agent: agent,
		Environ: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close() })
	m := at(t, u, shown, 140)
	reason := `foldAt: "2" is not accepted; give a number above 0 and up to 1`
	m.press("7")
	shows(t, m, "0.45 ! ignored", reason, "a value that is ignored")
	m.press("8")
	shows(t, m, "a setting is ignored (saved): "+reason)
}

// A block that never folds because another one has its code is said to be one, and
// not to answer to the code.
func TestABlockWhoseCodeIsTaken(t *testing.T) {
	s := newStory(t)
	code := block.Code("r:call_5")
	s.entry("custom", object{"customType": "contextfold.fold", "data": object{"kind": "fold", "entry": object{
		"blockId": "r:elsewhere", "code": code, "tool": "bash", "isError": false, "bytes": 1, "sha256": "00",
	}}})
	path, index := s.write()
	m := opened(t, loaded(t, path, index, 20000), plain(), 140, 40)
	m.press("/")
	m.typing("ok/part_001")
	m.press("enter")
	shows(t, m, "r:call_5", "code taken by another block: never folds", "!#"+code)
	m.press("esc k")
	shows(t, m, "!code taken")
}

// On another day every row of a table still has its time of day.
func TestTimesOfAnotherDay(t *testing.T) {
	u := made(t)
	for _, c := range []struct {
		after time.Duration
		width int
		want  string
	}{
		{24 * time.Hour, 48, "Fri 10:01"}, {24 * time.Hour, 140, "01-02 10:01"},
		{9 * 24 * time.Hour, 48, "01-02 10h"}, {9 * 24 * time.Hour, 140, "01-02 10:01"},
	} {
		for _, place := range []string{"2", "4", "6"} {
			m := at(t, u, shown.Add(c.after), c.width)
			m.press(place)
			shows(t, m, c.want)
			check(t, m, place)
		}
	}
}
