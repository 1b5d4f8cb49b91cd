package route_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"cfold/engine/settings"
	"cfold/watch/route"
)

func (s *scene) settings(text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.desk.Settings), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.desk.Settings, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func change(key string, n float64) route.Change {
	v := settings.Number(n)
	return route.Change{Key: key, Value: &v}
}

func TestSettingsAreSavedAndTakenBack(t *testing.T) {
	s := newScene(t)
	const before = "{\n\t\"mine\": [1, 2],\n\t\"foldAt\": \"junk\"\n}\n"
	s.settings(before)
	saved, err := s.desk.Save(change(settings.FoldAt, 0.3))
	if err != nil || saved.Same || saved.Kept != "" {
		t.Fatalf("%+v, %v", saved, err)
	}
	if got := contents(t, s.desk.Settings); got != "{\n\t\"mine\": [\n\t\t1,\n\t\t2\n\t],\n\t\"foldAt\": 0.3\n}\n" {
		t.Errorf("the file became\n%s", got)
	}
	if info, err := os.Stat(s.desk.Settings); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	if _, err := s.desk.Save(change(settings.Tail, 7)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.desk.Undo(saved); err != nil {
		t.Fatal(err)
	}
	want := "{\n\t\"mine\": [\n\t\t1,\n\t\t2\n\t],\n\t\"foldAt\": \"junk\",\n\t\"tail\": 7\n}\n"
	if got := contents(t, s.desk.Settings); got != want {
		t.Errorf("the file became\n%s\nwant\n%s", got, want)
	}
}

func TestUndoLeavesWhatAnotherSaved(t *testing.T) {
	s := newScene(t)
	saved, err := s.desk.Save(change(settings.FoldAt, 0.3))
	if err != nil {
		t.Fatal(err)
	}
	s.settings(`{"foldAt":0.9}`)
	if _, err := s.desk.Undo(saved); !errors.Is(err, route.ErrChanged) {
		t.Errorf("undo: %v", err)
	}
	if got := contents(t, s.desk.Settings); got != `{"foldAt":0.9}` {
		t.Errorf("the file became %s", got)
	}
}

func TestUnsetOfNothingWritesNothing(t *testing.T) {
	s := newScene(t)
	saved, err := s.desk.Save(route.Change{Key: settings.FoldAt})
	if err != nil || !saved.Same {
		t.Errorf("%+v, %v", saved, err)
	}
	if _, err := os.Stat(s.desk.Settings); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was made: %v", err)
	}
}

func TestFileThatDoesNotParse(t *testing.T) {
	s := newScene(t)
	const broken = `{"foldAt": 0.3,`
	s.settings(broken)
	c := change(settings.Tail, 7)
	var unparsable *route.UnparsableError
	for _, c := range []route.Change{c, {Key: settings.Tail}} {
		if _, err := s.desk.Save(c); !errors.As(err, &unparsable) {
			t.Fatalf("save: %v", err)
		}
	}
	if got := contents(t, s.desk.Settings); got != broken {
		t.Errorf("the file became %s", got)
	}
	c.Replace = true
	for n, kept := range []string{".broken-1", ".broken-2"} {
		s.settings(broken)
		saved, err := s.desk.Save(c)
		if err != nil || saved.Kept != s.desk.Settings+kept {
			t.Fatalf("replacing %d: %+v, %v", n, saved, err)
		}
		if got := contents(t, saved.Kept); got != broken {
			t.Errorf("kept is %s", got)
		}
		if got := contents(t, s.desk.Settings); got != "{\n\t\"tail\": 7\n}\n" {
			t.Errorf("the file became %s", got)
		}
	}
}

func TestNewFilesNeverReplaceOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := route.WriteNew(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := route.WriteNew(path, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if got := contents(t, path); got != "one" {
		t.Errorf("it holds %s", got)
	}
}
