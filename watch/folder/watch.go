package folder

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"cfold/watch/beat"
)

// Default intervals of the timer.
const (
	// FastPoll is the interval while no events can be relied on.
	FastPoll = 250 * time.Millisecond
	// SlowPoll is the interval while events are delivered.
	SlowPoll = time.Second
)

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
	timer := time.NewTimer(beat.Next(w.interval(l)))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.changed:
			if w.sync(l) {
				w.wake(Wake{Event: true})
			}
			timer.Reset(beat.Next(w.interval(l)))
		case event, ok := <-l.events():
			if !ok {
				l.fail(errors.New("the event source closed"))
				continue
			}
			if w.handle(l, event) {
				w.wake(Wake{Event: true})
			}
		case err := <-l.errors():
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				l.forget()
				w.sync(l)
			} else {
				l.fail(err)
			}
			w.wake(Wake{Event: true})
		case <-timer.C:
			w.sync(l)
			w.wake(Wake{Notice: w.notice(l)})
			timer.Reset(beat.Next(w.interval(l)))
		}
	}
}

// handle follows folders that come and go and reports whether the reader is to
// be woken.
func (w *Watch) handle(l *listener, event fsnotify.Event) bool {
	moved := false
	if event.Has(fsnotify.Create) || event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename) {
		if !event.Has(fsnotify.Create) {
			l.lost(event.Name)
		}
		moved = w.leads(event.Name) && w.sync(l)
	}
	return moved || w.wants(event.Name)
}

// sync points the listener at the folders that now stand for the targets and
// says whether that moved any watch, in which case something may have been
// missed in between. It repeats until nothing moves, since a folder may get its
// missing child just before its watch begins.
func (w *Watch) sync(l *listener) bool {
	moved := false
	for l.watch(w.folders()) {
		moved = true
	}
	return moved
}

// leads reports whether the way to a target goes over name. What else comes and goes
// in a folder moves no watch.
func (w *Watch) leads(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(w.targets, func(t target) bool { return t.over(name) })
}

func (w *Watch) folders() map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	want := make(map[string]bool)
	for i := range w.targets {
		t := &w.targets[i]
		t.follow()
		for _, dir := range t.folders() {
			want[dir] = true
		}
	}
	return want
}

// wants reports whether a change at name concerns a target.
func (w *Watch) wants(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.targets {
		if t.concerns(name) {
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
