package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/journal"
)

// mustBe fails unless err is of the kind and one line that names the path.
func mustBe(t testing.TB, err, kind error, path string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got error %v, want %v", err, kind)
	}
	if msg := err.Error(); strings.Contains(msg, "\n") || !strings.Contains(msg, path) || strings.Count(msg, path) != 1 {
		t.Errorf("the message is %q", msg)
	}
}

// replace puts another file at path by renaming, as other tools do.
func replace(t testing.TB, path, content string) {
	t.Helper()
	write(t, path+".new", content)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// changes are what may happen to a session between being read and being appended
// to, and how that is answered.
var changes = map[string]struct {
	change func(t testing.TB, path string)
	kind   error
}{
	"deleted":       {func(t testing.TB, path string) { os.Remove(path) }, journal.ErrGone},
	"folder gone":   {func(t testing.TB, path string) { os.RemoveAll(filepath.Dir(path)) }, journal.ErrGone},
	"a folder":      {func(t testing.TB, path string) { os.Remove(path); os.Mkdir(path, 0o755) }, journal.ErrNotSession},
	"replaced":      {func(t testing.TB, path string) { replace(t, path, small) }, journal.ErrReplaced},
	"truncated":     {func(t testing.TB, path string) { os.Truncate(path, int64(len(small)-1)) }, journal.ErrShrank},
	"emptied":       {func(t testing.TB, path string) { os.Truncate(path, 0) }, journal.ErrShrank},
	"read-only":     {func(t testing.TB, path string) { os.Chmod(path, 0o444) }, journal.ErrReadOnly},
	"other session": {func(t testing.TB, path string) { write(t, path, strings.Replace(small, "1111", "9999", 1)) }, journal.ErrRewritten},
	"other entries": {func(t testing.TB, path string) { write(t, path, strings.Replace(small, "000000b1", "000000b2", 1)) }, journal.ErrRewritten},
	"longer lines":  {func(t testing.TB, path string) { write(t, path, strings.ReplaceAll(small, `"user"`, `"custom"`)) }, journal.ErrRewritten},
	"no session":    {func(t testing.TB, path string) { write(t, path, strings.Repeat("text\n", 300)) }, journal.ErrNotSession},
	"newer": {func(t testing.TB, path string) {
		write(t, path, strings.Replace(small, `"version":3`, `"version":4`, 1))
	}, journal.ErrNewVersion},
	"version 1": {func(t testing.TB, path string) {
		write(t, path, strings.Replace(small, `"version":3`, `"version":1`, 1))
	}, journal.ErrOldVersion},
}

func TestChangedSessionIsRefused(t *testing.T) {
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			path := file(t, small)
			seen, err := journal.Look(path)
			if err != nil {
				t.Fatal(err)
			}
			j, err := journal.Open(path, seen, journal.Options{Now: atNoon})
			if err != nil {
				t.Fatal(err)
			}
			c.change(t, path)
			before, _ := os.ReadFile(path)
			_, err = journal.Open(path, seen, journal.Options{Now: atNoon})
			mustBe(t, err, c.kind, path)
			_, err = j.Append(journal.UnfoldOf("r:1"))
			mustBe(t, err, c.kind, path)
			_, err = j.Repair()
			mustBe(t, err, c.kind, path)
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Errorf("the file becomes %q", after)
			}
		})
	}
}

func TestWhatIsNoSessionIsNotLookedAt(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		kind    error
	}{
		"empty":           {"", journal.ErrNotSession},
		"text":            {"hello\n", journal.ErrNotSession},
		"other JSON":      {"{}\n" + small, journal.ErrNotSession},
		"header's id":     {`{"type":"session","version":3,"id":5}` + "\n", journal.ErrNotSession},
		"header far away": {strings.Repeat(strings.Repeat("x", 1<<16)+"\n", 17) + small, journal.ErrNotSession},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, c.content)
			_, err := journal.Look(path)
			mustBe(t, err, c.kind, path)
			_, err = journal.NeedsRepair(path)
			mustBe(t, err, c.kind, path)
		})
	}
	gone := filepath.Join(t.TempDir(), "gone.jsonl")
	_, err := journal.Look(gone)
	mustBe(t, err, journal.ErrGone, gone)
	hostile := filepath.Join(t.TempDir(), "a\x1b]0;x\a.jsonl")
	if _, err = journal.Look(hostile); err == nil || strings.ContainsAny(err.Error(), "\x1b\a") {
		t.Errorf("the message of a hostile name is %q", err)
	}
}

func TestJunkBeforeTheHeaderIsPassedOver(t *testing.T) {
	path := file(t, "\n\xef\xbb\xbfjunk\n"+small)
	if result := add(t, open(t, path, atNoon), journal.UnfoldOf("r:1")); result.Parent != "000000b1" {
		t.Errorf("result %+v", result)
	}
}

func TestNothingFollowsAnEntryWithoutAnID(t *testing.T) {
	for _, entry := range []string{`{"type":"message"}`, `{"type":"message","id":""}`, `{"type":"message","id":7}`, `{"x":1}`} {
		path := file(t, small+entry+"\n")
		_, err := open(t, path, atNoon).Append(journal.UnfoldOf("r:1"))
		mustBe(t, err, journal.ErrNoParent, path)
		if got := read(t, path); got != small+entry+"\n" {
			t.Errorf("the file becomes %q", got)
		}
	}
}

// TestChangedWhileAppendedTo changes the file when the parent has been read and
// the line has not been written.
func TestChangedWhileAppendedTo(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t testing.TB, path string)
		kind   error
		after  string // content of what is at the path then
	}{
		"deleted":  {func(t testing.TB, path string) { os.Remove(path) }, journal.ErrMoved, ""},
		"replaced": {func(t testing.TB, path string) { replace(t, path, small+"x\n") }, journal.ErrMoved, small + "x\n"},
		// What an in-place rewrite looks like before it has written anything.
		"truncated": {func(t testing.TB, path string) { os.Truncate(path, int64(len(headLine))) }, journal.ErrShrank, headLine},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, small)
			j := open(t, path, between(func() { c.change(t, path) }))
			_, err := j.Append(journal.UnfoldOf("r:1"))
			mustBe(t, err, c.kind, path)
			if after, _ := os.ReadFile(path); string(after) != c.after {
				t.Errorf("the file at the path becomes %q", after)
			}
		})
	}
}
