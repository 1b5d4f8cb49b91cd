package tail

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"

	"cfold/watch/folder"
)

// Options adjust Follow. The zero value is the normal one.
type Options struct {
	// Watch chooses events or polling and their intervals.
	Watch folder.Options
}

// queued is how many events wait for the consumer before reading pauses.
const queued = 4

// racy is how long after its modification time a file whose size and time are
// unchanged may have changed all the same, because times are coarse.
const racy = 2 * time.Second

// Follow follows path, which need not exist yet, nor its folder, until ctx ends;
// then the channel closes. Reading pauses while the consumer does not take
// events. A consumer that ends ctx should range over the channel to its end, and
// close the File of every Reset it receives.
func Follow(ctx context.Context, path string, opts Options) <-chan Event {
	f := &follower{path: path, out: make(chan Event, queued), pool: newPool()}
	// A path that cannot be made absolute stays as it is: looking at it then says why.
	w := folder.Start(ctx, opts.Watch, folder.Target{Path: path})
	go f.run(ctx, w)
	return f.out
}

// follower is the state of one Follow. Only its own goroutine touches it.
type follower struct {
	path string
	out  chan Event
	pool *pool

	gen     int
	file    *File       // nil while there is none
	info    fs.FileInfo // the file when last looked at
	fresh   bool        // info was taken within racy of its modification
	reader  *reader
	print   fingerprint
	partial int64 // as last told
	atEnd   bool  // as last told
	missing bool
	problem string // the Error last told
}

func (f *follower) run(ctx context.Context, w *folder.Watch) {
	defer close(f.out)
	defer f.drop()
	for wake := range w.C() {
		if wake.Notice != "" {
			f.send(ctx, Notice{wake.Notice})
		}
		found, err := f.look(ctx)
		w.Report(wake, found)
		f.tell(ctx, err)
	}
}

// look brings the consumer up to the present state of the path and reports
// whether there was anything new.
func (f *follower) look(ctx context.Context) (found bool, err error) {
	for ctx.Err() == nil {
		now := time.Now()
		info, err := os.Stat(f.path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return f.gone(ctx) || found, nil
		}
		if err == nil {
			err = regular(f.path, info)
		}
		if err != nil {
			return found, err
		}
		changed, err := f.settle(ctx, info, now)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it went between the two looks
		}
		if err != nil || !changed {
			return found, err
		}
		found = true
		if err := f.read(ctx); err != nil {
			return found, err
		}
	}
	return found, nil
}

// settle decides what info, the path's state at now, means: nothing new, more of
// the same generation, or a new generation, which it begins.
func (f *follower) settle(ctx context.Context, info fs.FileInfo, now time.Time) (changed bool, err error) {
	switch {
	case f.gen == 0:
		return true, f.begin(ctx, Opened)
	case f.missing:
		return true, f.begin(ctx, CameBack)
	case f.file == nil || !os.SameFile(info, f.info):
		return true, f.begin(ctx, Replaced)
	}
	size, sameTime := info.Size(), info.ModTime().Equal(f.info.ModTime())
	same := size == f.info.Size() && sameTime && f.atEnd
	if same && !f.fresh {
		return false, nil
	}
	reason, err := f.compare(ctx, size, sameTime)
	if err != nil {
		return false, err
	}
	if reason != Opened {
		return true, f.begin(ctx, reason)
	}
	f.note(info, now)
	return !same, nil
}

// compare checks that what was delivered still stands in the file, which now has
// the given size. It returns Opened when it does.
func (f *follower) compare(ctx context.Context, size int64, sameTime bool) (Reason, error) {
	if size < f.print.size {
		return Truncated, nil
	}
	ok, err := f.print.matches(f.file)
	if err == nil && ok && size == f.info.Size() && !sameTime {
		// An append would have made it longer: either someone has set the time, or
		// bytes were replaced.
		buf := f.pool.get()
		ok, err = f.print.matchesAll(ctx, f.file, buf)
		f.pool.put(buf)
	}
	switch {
	case err != nil:
		return Opened, err
	case !ok:
		// It may have become shorter since its size was taken.
		if now, err := f.file.Stat(); err == nil && now.Size() < f.print.size {
			return Truncated, nil
		}
		return Rewritten, nil
	}
	return Opened, f.reader.recheck(size <= f.info.Size())
}

// begin opens the path anew and starts a generation.
func (f *follower) begin(ctx context.Context, reason Reason) error {
	now := time.Now()
	file, info, err := open(f.path)
	if err != nil {
		return err
	}
	f.drop()
	f.file, f.missing, f.problem = file, false, ""
	f.gen++
	f.reader = &reader{file: file, pool: f.pool}
	f.print = fingerprint{}
	f.partial, f.atEnd = 0, false
	f.note(info, now)
	given := file.share()
	if !f.send(ctx, Reset{Generation: f.gen, Reason: reason, File: given, Size: info.Size()}) {
		given.Close()
	}
	return nil
}

func (f *follower) note(info fs.FileInfo, now time.Time) {
	f.info = info
	f.fresh = now.Sub(info.ModTime()) < racy
}

// read delivers everything up to the end of the file.
func (f *follower) read(ctx context.Context) error {
	for ctx.Err() == nil {
		p, err := f.reader.next(f.info.Size())
		if err != nil {
			return err
		}
		f.print.add(p.data)
		if len(p.data) > 0 || p.partial != f.partial || p.atEnd != f.atEnd || p.partial > 0 {
			f.send(ctx, Lines{
				Generation: f.gen, Base: p.base, Data: p.data,
				Partial: p.partial, AtEnd: p.atEnd, pool: f.pool,
			})
		}
		f.partial, f.atEnd, f.problem = p.partial, p.atEnd, ""
		if p.atEnd {
			return nil
		}
	}
	return nil
}

// gone tells once that nothing is at the path.
func (f *follower) gone(ctx context.Context) bool {
	if f.missing {
		return false
	}
	f.drop()
	f.missing, f.problem = true, ""
	return f.send(ctx, Missing{})
}

// tell reports a cause that keeps the file from being followed, once.
func (f *follower) tell(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil || err.Error() == f.problem {
		return
	}
	f.problem = err.Error()
	f.send(ctx, Error{err})
}

func (f *follower) drop() {
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
}

func (f *follower) send(ctx context.Context, e Event) bool {
	select {
	case f.out <- e:
		return true
	case <-ctx.Done():
		return false
	}
}
