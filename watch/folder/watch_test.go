package folder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// never is an interval no test lives to see, so that only events can wake.
var never = Options{Fast: time.Hour, Slow: time.Hour}

// start begins a watch that ends with the test and takes the wakes of its start.
func start(t *testing.T, opts Options, targets ...Target) *Watch {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := Start(ctx, opts, targets...)
	t.Cleanup(func() {
		cancel()
		for range w.C() {
		}
	})
	return w
}

// until takes wakes until ok holds after one.
func until(t *testing.T, w *Watch, what string, ok func(Wake) bool) {
	t.Helper()
	give := time.NewTimer(20 * time.Second)
	defer give.Stop()
	for {
		select {
		case wake, open := <-w.C():
			if !open {
				t.Fatalf("the channel closed before: %s", what)
			}
			if ok(wake) {
				return
			}
		case <-give.C:
			t.Fatalf("never came: %s", what)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sees awaits that a look at path after a wake finds text.
func sees(t *testing.T, w *Watch, path, text string) {
	t.Helper()
	until(t, w, fmt.Sprintf("a wake with %q in %s", text, filepath.Base(path)), func(Wake) bool {
		got, _ := os.ReadFile(path)
		return string(got) == text
	})
}

func TestEventsWake(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	w := start(t, never, Target{Path: path})
	write(t, path, "1")
	sees(t, w, path, "1")
	write(t, path+".new", "2")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	sees(t, w, path, "2")
	write(t, path, "3")
	sees(t, w, path, "3")
}

func TestFoldersThatComeAndGo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b", "c")
	path := filepath.Join(dir, "f")
	w := start(t, never, Target{Path: path})
	for _, text := range []string{"1", "2", "3"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
		sees(t, w, path, text)
		gone := filepath.Dir(filepath.Dir(dir))
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
		until(t, w, "a wake without the folder", func(Wake) bool {
			_, err := os.Stat(gone)
			return err != nil
		})
	}
}

func TestChildrenWake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sessions")
	w := start(t, never, Target{Path: dir, Children: true})
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "x")
	write(t, path, "1")
	sees(t, w, path, "1")
}

func TestSetMovesTheWatch(t *testing.T) {
	one, two := filepath.Join(t.TempDir(), "1"), filepath.Join(t.TempDir(), "2")
	w := start(t, never, Target{Path: one})
	w.Set(Target{Path: two})
	write(t, two, "2")
	sees(t, w, two, "2")
}

func TestTimerAloneWakes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	w := start(t, Options{NoEvents: true, Fast: time.Millisecond}, Target{Path: path})
	write(t, path, "1")
	sees(t, w, path, "1")
	for range 5 {
		until(t, w, "a wake of the timer", func(wake Wake) bool {
			if wake.Notice != "" {
				t.Errorf("polling was asked for, the notice is %q", wake.Notice)
			}
			return !wake.Event
		})
	}
}

func TestUnannouncedChangesEndTheTrustInEvents(t *testing.T) {
	w := start(t, Options{Slow: 5 * time.Millisecond, Fast: time.Millisecond}, Target{Path: filepath.Join(t.TempDir(), "f")})
	said := ""
	until(t, w, "a notice", func(wake Wake) bool {
		w.Report(wake, !wake.Event)
		said = wake.Notice
		return said != ""
	})
	if !strings.Contains(said, "no file events") || strings.Contains(said, "\n") {
		t.Errorf("notice %q", said)
	}
	until(t, w, "more wakes, none with a notice", func(wake Wake) bool {
		if wake.Notice != "" {
			t.Errorf("told again: %q", wake.Notice)
		}
		return true
	})
}

func TestNotices(t *testing.T) {
	cases := []struct {
		err  error
		want string
	}{
		{os.NewSyscallError("inotify_add_watch", syscall.ENOSPC), "max_user_watches"},
		{os.NewSyscallError("inotify_init1", syscall.EMFILE), "max_user_instances"},
		{errors.New("something else"), "something else"},
	}
	for _, test := range cases {
		w := &Watch{opts: Options{Fast: FastPoll, Slow: SlowPoll}}
		l := newListener(false)
		if l.failed != nil {
			t.Skip(l.failed)
		}
		l.fail(test.err)
		if got := w.notice(l); !strings.Contains(got, test.want) {
			t.Errorf("%v: notice %q", test.err, got)
		}
		if got := w.notice(l); got != "" {
			t.Errorf("told again: %q", got)
		}
		if got := w.interval(l); got != FastPoll {
			t.Errorf("interval %v", got)
		}
		if l.watch(map[string]bool{t.TempDir(): true}) {
			t.Error("a failed listener watches")
		}
	}
}

func TestClosedSourceFallsBack(t *testing.T) {
	l := newListener(false)
	if l.failed != nil {
		t.Skip(l.failed)
	}
	l.source.Close()
	if l.watch(map[string]bool{t.TempDir(): true}) || !errors.Is(l.failed, fsnotify.ErrClosed) {
		t.Errorf("failed with %v", l.failed)
	}
}
