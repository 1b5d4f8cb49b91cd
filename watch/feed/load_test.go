package feed

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/watch/sessions"
)

func TestLoadErrors(t *testing.T) {
	o := options(t)
	if _, err := Load(o); !errors.Is(err, sessions.ErrNone) {
		t.Errorf("no session: %v", err)
	}
	for _, c := range []struct {
		name string
		make func(path string)
		want error
	}{
		{"missing", func(string) {}, sessions.ErrMissing},
		{"folder", func(path string) { os.MkdirAll(path, 0o755) }, sessions.ErrDirectory},
		{"empty", func(path string) { write(t, path, "") }, sessions.ErrEmpty},
		{"not a session", func(path string) { write(t, path, "{\"type\":\"message\"}\n") }, sessions.ErrNotSession},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := o
			o.Session = o.sessionPath(strings.ReplaceAll(c.name, " ", "-"))
			c.make(o.Session)
			if _, err := Load(o); !errors.Is(err, c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// The last line counts without its line end where it is whole, as in Pi.
func TestLoadTakesALastLineWithoutItsEnd(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	for data, blocks := range map[string]int{
		header("aaa", o.Cwd) + strings.TrimSuffix(turns(2), "\n"):  6,
		header("aaa", o.Cwd) + turns(2)[:len(turns(2))-5]:          4,
		header("aaa", o.Cwd) + turns(2) + `{"type":"message","id"`: 6,
	} {
		write(t, o.Session, data)
		u, err := Load(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(u.Snapshot.Blocks); got != blocks {
			t.Errorf("%d blocks, want %d", got, blocks)
		}
		u.Close()
	}
}

func TestLoadNamedSeedIndex(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	write(t, o.Session, header("aaa", o.Cwd)+turns(1))
	o.SeedIndex = filepath.Join(o.Cwd, "index.jsonl")
	u, err := Load(o)
	if err != nil || len(u.Notices) != 1 {
		t.Errorf("a missing index that was named: %v, notices %v", err, u.Notices)
	}
	u.Close()
	write(t, o.SeedIndex, "junk\n"+`{"v":3,"kind":"fold-index","seq":4,"at":"x","usage":{"contextWindow":1000},"spans":[],"later":1}`)
	u, err = Load(o)
	if err != nil || u.Snapshot.Window != 1000 || u.Index.Skipped() != 1 {
		t.Errorf("%v, window %d", err, u.Snapshot.Window)
	}
	u.Close()
	o.Window = 2000
	if u, err = Load(o); err != nil || u.Snapshot.Window != 2000 || u.Snapshot.WindowSource != "--window" {
		t.Errorf("%v, window %d from %s", err, u.Snapshot.Window, u.Snapshot.WindowSource)
	}
	u.Close()
}

// An id out of a file leads nowhere else.
func TestBeside(t *testing.T) {
	for _, id := range []string{"", ".", "..", "a/b", `a\b`, "../../x", "a\x00b"} {
		if path := beside("/s/x.jsonl", id); path != "" {
			t.Errorf("%q leads to %s", id, path)
		}
	}
	if path := beside("/s/x.jsonl", "0199-ab"); path != "/s/context-fold/0199-ab/seed-index.jsonl" {
		t.Error(path)
	}
}

// What Pi's own files say of the model is the window where nothing better is
// known, also after the model was changed.
func TestWindowOfTheModel(t *testing.T) {
	o := options(t)
	o.Session = o.sessionPath("s")
	write(t, o.Session, header("aaa", o.Cwd)+turns(1))
	write(t, filepath.Join(o.Agent, "models.json"), `{"providers":{"p":{"models":[{"id":"m","contextWindow":77000}]}}}`)
	u, err := Load(o)
	if err != nil || u.Snapshot.Window != 77000 || u.Snapshot.WindowSource != "models.json" {
		t.Errorf("%v, window %d from %q", err, u.Snapshot.Window, u.Snapshot.WindowSource)
	}
	u.Close()
}
