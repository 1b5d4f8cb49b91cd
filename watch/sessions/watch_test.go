package sessions

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cfold/watch/folder"
)

// both runs a test with file events and by polling alone.
func both(t *testing.T, test func(t *testing.T, opts folder.Options)) {
	t.Run("events", func(t *testing.T) { test(t, folder.Options{}) })
	t.Run("polling", func(t *testing.T) {
		test(t, folder.Options{NoEvents: true, Fast: 2 * time.Millisecond})
	})
}

func next(t *testing.T, c <-chan Found, id string, created bool) {
	t.Helper()
	select {
	case f, ok := <-c:
		if !ok || f.ID != id || f.Created != created {
			t.Fatalf("found %s, created %v (%v); want %s, %v", f.ID, f.Created, ok, id, created)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s was never found", id)
	}
}

func TestWatchFindsNewerSessions(t *testing.T) {
	both(t, func(t *testing.T, opts folder.Options) {
		p, mine, theirs := house(t)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		found := p.Watch(ctx, mine, opts, nil)
		next(t, found, "aa-22", false)

		root := p.Roots[0].Path
		// Another directory's session, and one whose header is still being written.
		write(t, filepath.Join(root, "--theirs--", "bb-9.jsonl"), header("bb-9", theirs), "")
		late := filepath.Join(root, "--new--", "late.jsonl")
		write(t, late, header("late", mine)[:20])
		write(t, filepath.Join(root, "--mine--", "aa-3.jsonl"), header("aa-3", mine), "")
		next(t, found, "aa-3", true)

		write(t, late, header("late", mine), "")
		age(t, late, -time.Minute)
		next(t, found, "late", true)

		// An older one is taken up again.
		age(t, filepath.Join(root, "--mine--", "aa-1.jsonl"), -2*time.Minute)
		next(t, found, "aa-1", false)

		cancel()
		for f := range found {
			t.Errorf("found %s at the end", f.ID)
		}
	})
}

func TestWatchBeforeAnythingExists(t *testing.T) {
	both(t, func(t *testing.T, opts folder.Options) {
		cwd, home := t.TempDir(), filepath.Join(t.TempDir(), "home")
		p := Locate(env(nil), home, cwd)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		found := p.Watch(ctx, cwd, opts, func(line string) { t.Errorf("notice %q", line) })
		path := filepath.Join(p.Roots[0].Path, "--x--", "s.jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, header("first", cwd), "")
		select {
		case f := <-found:
			if f.ID != "first" {
				t.Errorf("found %s", f.ID)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("never found")
		}
		cancel()
		for range found {
		}
	})
}
