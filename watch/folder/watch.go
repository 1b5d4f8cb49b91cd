package folder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Default intervals of the timer.
const (
	// FastPoll is the interval while no events can be relied on.
	FastPoll = 250 * time.Millisecond
	// SlowPoll is the interval while events are delivered.
	SlowPoll = time.Second
)

// A Target is one path to be woken for.
type Target struct {
	// Path is the file or folder, absolute or relative to the process.
	Path string
	// Children asks for wakes when anything directly inside the folder Path
	// changes; without it only Path itself counts.
	Children bool
}

// Options adjust a Watch. The zero value is the normal one.
type Options struct {
	// NoEvents polls only.
	NoEvents bool
	// Fast and Slow replace FastPoll and SlowPoll when positive.
	Fast, Slow time.Duration
}

// A Wake asks the reader to look at its paths again.
type Wake struct {
	// Event is true when a file system event caused it, false for the timer.
	Event bool
	// Notice, when not empty, is one line for the user: why the watch has fallen
	// back to polling. It is given once.
	Notice string
}

// Watch wakes its reader through C. All methods may be called from any
// goroutine.
type Watch struct {
	c    chan Wake
	opts Options

	mu      sync.Mutex
	targets []target
	missed  int
	changed chan struct{} // targets or trust in events changed
}

type target struct {
	path     string // absolute, clean
	children bool
	real     string // where path leads when it is a symbolic link, else empty
}

// Start begins watching. The reader is woken once at once, so that it need not
// look before it starts. The channel C closes when ctx ends.
func Start(ctx context.Context, opts Options, targets ...Target) *Watch {
	if opts.Fast <= 0 {
		opts.Fast = FastPoll
	}
	if opts.Slow <= 0 {
		opts.Slow = SlowPoll
	}
	w := &Watch{c: make(chan Wake, 1), opts: opts, changed: make(chan struct{}, 1)}
	w.Set(targets...)
	w.c <- Wake{}
	go w.run(ctx)
	return w
}

// C delivers wakes. At most one waits; further ones join it.
func (w *Watch) C() <-chan Wake { return w.c }

// Set replaces the watched targets.
func (w *Watch) Set(targets ...Target) {
	list := make([]target, 0, len(targets))
	for _, t := range targets {
		path, err := filepath.Abs(t.Path)
		if err != nil {
			path = filepath.Clean(t.Path)
		}
		list = append(list, target{path: path, children: t.Children})
	}
	w.mu.Lock()
	w.targets = list
	w.mu.Unlock()
	w.poke()
}

// Report tells what the look after a wake brought. A timer that twice in a row
// finds a change no event had announced means that events do not arrive here:
// the watch polls fast from then on, until an event finds a change after all.
func (w *Watch) Report(wake Wake, found bool) {
	if !found {
		return
	}
	w.mu.Lock()
	before := w.missed
	if wake.Event {
		w.missed = 0
	} else {
		w.missed++
	}
	after := w.missed
	w.mu.Unlock()
	if (before >= deaf) != (after >= deaf) {
		w.poke()
	}
}

// deaf is how many unannounced changes in a row end the trust in events.
const deaf = 2

func (w *Watch) poke() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// wake leaves a wake for the reader, joined with one it has not taken yet.
func (w *Watch) wake(next Wake) {
	for {
		select {
		case w.c <- next:
			return
		default:
		}
		select {
		case old := <-w.c:
			next.Event = next.Event || old.Event
			if next.Notice == "" {
				next.Notice = old.Notice
			}
		default:
		}
	}
}

func (w *Watch) run(ctx context.Context) {
	defer close(w.c)
	l := newListener(w.opts.NoEvents)
	defer l.close()
	if w.sync(l) {
		w.wake(Wake{Event: true})
	}
	timer := time.NewTimer(w.interval(l))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.changed:
			if w.sync(l) {
				w.wake(Wake{Event: true})
			}
			timer.Reset(w.interval(l))
		case event, ok := <-l.events():
			if !ok {
				l.fail(errors.New("the event source closed"))
				continue
			}
			moved := l.covers(event.Name) && event.Op != fsnotify.Write && event.Op != fsnotify.Chmod
			if moved {
				moved = w.sync(l)
			}
			if moved || w.wants(event.Name) {
				w.wake(Wake{Event: true})
			}
		case err := <-l.errors():
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				l.fail(err)
			}
			w.wake(Wake{Event: true})
		case <-timer.C:
			w.sync(l)
			w.wake(Wake{Notice: w.notice(l)})
			timer.Reset(w.interval(l))
		}
	}
}

// sync points the listener at the folders that now stand for the targets and
// says whether that added any watch, in which case something may have been
// missed in between. It repeats until nothing moves, since a folder may get its
// missing child just before its watch begins.
func (w *Watch) sync(l *listener) bool {
	added := false
	for l.watch(w.folders()) {
		added = true
	}
	return added
}

func (w *Watch) folders() map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	want := make(map[string]bool)
	for i := range w.targets {
		t := &w.targets[i]
		t.real = ""
		if real, err := filepath.EvalSymlinks(t.path); err == nil && real != t.path {
			t.real = real
		}
		for _, dir := range t.folders() {
			want[dir] = true
		}
	}
	return want
}

// wants reports whether a change at name concerns a target. Names arrive below
// the folder as it was added, so a target behind a link is known by both.
func (w *Watch) wants(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.targets {
		if name == t.path || name == t.real || t.children && filepath.Dir(name) == t.path {
			return true
		}
	}
	return false
}

func (w *Watch) interval(l *listener) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.failed != nil || w.opts.NoEvents || w.missed >= deaf {
		return w.opts.Fast
	}
	return w.opts.Slow
}

// notice words, once, why events are not used.
func (w *Watch) notice(l *listener) string {
	w.mu.Lock()
	deafened := w.missed >= deaf
	w.mu.Unlock()
	var reason string
	switch {
	case l.told || w.opts.NoEvents:
		return ""
	case errors.Is(l.failed, syscall.ENOSPC):
		reason = "the limit of inotify watches is reached (fs.inotify.max_user_watches)"
	case errors.Is(l.failed, syscall.EMFILE), errors.Is(l.failed, syscall.ENFILE):
		reason = "the limit of inotify instances or open files is reached (fs.inotify.max_user_instances, ulimit -n)"
	case l.failed != nil:
		reason = l.failed.Error()
	case deafened:
		reason = "none arrived for changes that were there"
	default:
		return ""
	}
	l.told = true
	return fmt.Sprintf("no file events: %s; looking every %v instead", reason, w.opts.Fast)
}

// folders lists what has to be watched to notice changes of the target: the
// folder that holds it, the folder a symbolic link leads to and, for children,
// the target itself. A folder that does not exist is replaced by its nearest
// existing ancestor.
func (t target) folders() []string {
	list := []string{nearest(filepath.Dir(t.path))}
	if t.children {
		return append(list, nearest(t.path))
	}
	if t.real != "" {
		list = append(list, filepath.Dir(t.real))
	}
	return list
}

// nearest is dir, or the closest folder above it that exists.
func nearest(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}
