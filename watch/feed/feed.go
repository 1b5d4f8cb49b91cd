package feed

import (
	"context"
	"time"

	"cfold/watch/folder"
)

// Options say what is followed and under what it is judged.
type Options struct {
	// Session is the path of the session to follow, which need not exist yet;
	// empty for the newest of Cwd, waiting for one and following to newer ones.
	Session string
	// Cwd is the directory whose sessions count, Agent Pi's agent folder.
	Cwd, Agent string
	// Window overrides the size of the context window, in tokens; 0 does not.
	Window int
	// SeedIndex is the path of the seed index; empty for the one beside the
	// session.
	SeedIndex string
	// Version is the program's; empty holds no extension for another version's.
	Version string
	// Environ is as os.LookupEnv.
	Environ func(string) (string, bool)
	// Folder chooses events or polling.
	Folder folder.Options
	// Quiet is how long a session has to rest before a newer one takes its place;
	// 0 for the normal few seconds.
	Quiet time.Duration
}

// DefaultQuiet is how long a session rests before a newer one takes its place.
const DefaultQuiet = 3 * time.Second

// Feed follows until its context ends.
type Feed struct {
	updates chan Update
	orders  chan func(*pump)
	done    <-chan struct{}
}

// Start begins to follow. It returns at once and reads nothing itself.
func Start(ctx context.Context, o Options) *Feed {
	f := &Feed{updates: make(chan Update), orders: make(chan func(*pump)), done: ctx.Done()}
	go run(ctx, f, o)
	return f
}

// Updates delivers the newest state, the first one soon. It closes after the
// context has ended.
func (f *Feed) Updates() <-chan Update { return f.updates }

// Switch shows another session. From then on newer ones are only offered.
func (f *Feed) Switch(path string) {
	f.order(func(p *pump) {
		p.pinned = true
		p.open(path)
	})
}

// Refresh reads the settings file again, without waiting for news of it.
func (f *Feed) Refresh() { f.order((*pump).readSettings) }

// order has the pump do something; after the end it is dropped.
func (f *Feed) order(do func(*pump)) {
	select {
	case f.orders <- do:
	case <-f.done:
	}
}
