package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/journal"
	"cfold/engine/seed"
)

const sessionID = "11111111-2222-3333-4444-555555555555"

func beside(path, name string) string {
	return filepath.Join(filepath.Dir(path), "context-fold", sessionID, name)
}

func TestIndexGrowsByLines(t *testing.T) {
	path := file(t, small)
	index := beside(path, "seed-index.jsonl")
	record := func(seq int) seed.Record {
		return seed.Record{Harness: seed.Harness, Session: sessionID, Seq: seq, At: seed.Time(noon.UnixMilli()), Trigger: seed.Threshold, Usage: seed.UsageOf(10, 100)}
	}
	for seq := 1; seq <= 2; seq++ {
		if err := journal.AppendIndex(path, sessionID, record(seq)); err != nil {
			t.Fatal(err)
		}
	}
	appendTo(t, index, `{"v":2,"kind":"fold-in`)
	if err := journal.RetractIndex(path, sessionID, 1, "2026-01-02T12:00:00.345Z"); err != nil {
		t.Fatal(err)
	}
	want := string(seed.AppendLine(seed.AppendLine(nil, record(1)), record(2))) + `{"v":2,"kind":"fold-in` + "\n" +
		`{"v":2,"kind":"fold-retract","seq":1,"at":"2026-01-02T12:00:00.345Z"}` + "\n"
	if got := read(t, index); got != want {
		t.Errorf("the index is\n%s\nwant\n%s", got, want)
	}
	if got := read(t, path); got != small {
		t.Error("the session was touched")
	}
}

func TestIndexRefusals(t *testing.T) {
	path := file(t, small)
	if err := os.MkdirAll(beside(path, "seed-index.jsonl"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := journal.AppendIndex(path, sessionID, seed.Record{})
	mustBe(t, err, journal.ErrNotSession, beside(path, "seed-index.jsonl"))
}

func TestSessionIDMustNotLeadElsewhere(t *testing.T) {
	path := file(t, small)
	for _, id := range []string{"", ".", "..", "../x", "a/b", "a\\b", "-a", "a\x00", "a\nb", "ä"} {
		if err := journal.AppendIndex(path, id, seed.Record{}); !errors.Is(err, journal.ErrSessionID) {
			t.Errorf("index of %q: %v", id, err)
		}
		if _, err := journal.WriteHandoff(path, id, "x"); !errors.Is(err, journal.ErrSessionID) {
			t.Errorf("handoff of %q: %v", id, err)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "context-fold")); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}

func TestHandoffKeepsEarlierOnes(t *testing.T) {
	path := file(t, small)
	name := func(suffix string) string { return beside(path, "handoff-"+sessionID+suffix+".md") }
	for i, c := range []struct{ text, kept string }{
		{"one", ""}, {"one", ""}, {"two", name("-1")}, {"three", name("-2")}, {"three", ""}, {"one", name("-3")},
	} {
		h, err := journal.WriteHandoff(path, sessionID, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if h.Path != name("") || h.Kept != c.kept || read(t, h.Path) != c.text {
			t.Errorf("handoff %d: %+v, want kept %q", i, h, c.kept)
		}
	}
	files, err := os.ReadDir(beside(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		all = append(all, read(t, beside(path, f.Name())))
	}
	if got := strings.Join(all, " "); got != "one two three one" {
		t.Errorf("the files hold %q", got)
	}
}
