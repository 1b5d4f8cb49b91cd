package feed

import (
	"context"
	"errors"
	"io"
	"time"

	"cfold/engine/live"
	"cfold/engine/session"
	"cfold/watch/host"
	"cfold/watch/sessions"
	"cfold/watch/tail"
)

// followed is the session being followed.
type followed struct {
	path   string
	ctx    context.Context // of this session
	cancel context.CancelFunc
	events <-chan tail.Event

	// state is nil before the first Reset, and after the file was found not to
	// hold what was read, until the next Reset.
	state *live.State
	// file is this generation's, old the one before, kept for whoever still reads
	// an older Snapshot.
	file, old *tail.File
	loaded    bool // a whole pass over the file is done
	atEnd     bool
	settled   time.Time
	grew      time.Time // when lines last arrived
	window    host.Window
	warned    bool // of malformed lines
	index     *indexed
	handed    *handed
}

// open follows the session at path from now on.
func (p *pump) open(path string) {
	if p.current != nil {
		if p.current.path != path {
			p.update.Previous = p.current.path
		}
		p.leave(p.current)
	}
	ctx, cancel := context.WithCancel(p.ctx)
	p.current = &followed{path: path, ctx: ctx, cancel: cancel, events: tail.Follow(ctx, path, tail.Options{Watch: p.o.Folder})}
	p.begin(Waiting)
	p.update.Path, p.update.Active = path, time.Time{}
	p.update.Other, p.candidate = nil, nil
	p.update.Link, p.refused = nil, ""
	p.hint()
	p.keepLink(p.current)
}

// begin voids what is shown.
func (p *pump) begin(phase Phase) {
	u := &p.update
	u.Generation++
	u.Phase, u.Snapshot, u.State, u.Read, u.Size = phase, nil, nil, 0, 0
	p.dirty = true
}

// leave ends following f without waiting for it.
func (p *pump) leave(f *followed) {
	f.cancel()
	p.dropIndex(f)
	p.dropHandoffs(f)
	p.wg.Go(func() {
		for e := range f.events {
			if r, ok := e.(tail.Reset); ok {
				r.File.Close()
			}
		}
		for _, file := range []*tail.File{f.file, f.old} {
			if file != nil {
				file.Close()
			}
		}
	})
}

// burst is how many events are taken in before a snapshot is made of them.
const burst = 512

// take handles an event and those that already wait behind it, then settles.
func (p *pump) take(f *followed, e tail.Event) {
	for n := 0; ; n++ {
		p.event(f, e)
		if n == burst {
			break
		}
		var ok bool
		select {
		case e, ok = <-f.events:
		default:
		}
		if !ok {
			break
		}
	}
	p.settle(f)
}

func (p *pump) event(f *followed, e tail.Event) {
	switch e := e.(type) {
	case tail.Reset:
		p.reset(f, e)
	case tail.Lines:
		p.lines(f, e)
	case tail.Missing:
		p.missing(f)
	case tail.Error:
		p.notice(Failure, f.path+": "+reason(e.Err))
	case tail.Notice:
		p.notice(Warning, e.Text)
	}
}

func (p *pump) reset(f *followed, e tail.Reset) {
	if f.old != nil {
		f.old.Close()
	}
	f.old, f.file = f.file, e.File
	f.state, f.loaded, f.atEnd, f.warned = live.New(e.File), false, false, false
	if e.Reason != tail.Opened {
		p.notice(Info, "the session "+e.Reason.String()+"; read again from its start")
	}
	p.begin(Loading)
	p.update.Size = e.Size
}

func (p *pump) lines(f *followed, e tail.Lines) {
	f.atEnd = e.AtEnd
	if len(e.Data) > 0 {
		f.grew = time.Now()
		if f.state != nil {
			f.state.Ingest(e.Base, e.Data)
		}
	}
	if !f.loaded {
		p.update.Read = e.Base + int64(len(e.Data))
		p.update.Size = max(p.update.Size, p.update.Read)
		p.dirty = true
	}
	e.Release()
}

func (p *pump) missing(f *followed) {
	p.dirty = true
	if p.update.Snapshot != nil {
		p.update.Phase = Gone
		p.notice(Warning, f.path+": the session file is gone; what was read of it stays")
		return
	}
	p.update.Phase = Waiting
	p.notice(Info, f.path+": no such file yet; it is shown as soon as it is there")
}

// longest is how long settling is put off while lines keep coming.
const longest = 250 * time.Millisecond

// settle brings the snapshot up to what was taken in, at the end of the file or
// where that is not reached for long.
func (p *pump) settle(f *followed) {
	if f.state == nil || !f.atEnd && (!f.loaded || time.Since(f.settled) < longest) {
		return
	}
	if err := f.state.Settle(); err != nil {
		p.spoiled(f, err)
		return
	}
	f.settled, f.loaded = time.Now(), true
	p.update.State = f.state
	if p.update.Phase != Gone {
		p.update.Phase = Following
	}
	p.snapshot()
	if info, err := f.file.Stat(); err == nil && p.update.Snapshot != nil {
		p.update.Active = lastActive(p.update.Snapshot, info.ModTime())
	}
}

// retry is how long a file that could not be read is left alone.
const retry = time.Second

// spoiled gives the state up: the file no longer holds what was read. The tail
// sees that too and starts a generation; where it does not, as after a failure of
// the disk, the file is opened again.
func (p *pump) spoiled(f *followed, err error) {
	f.state = nil
	if !errors.Is(err, session.ErrChanged) && !errors.Is(err, io.ErrUnexpectedEOF) {
		p.notice(Failure, f.path+": "+reason(err))
	}
	p.retry.Reset(retry)
}

// snapshot reads the state anew, under whatever changed.
func (p *pump) snapshot() {
	f := p.current
	if f == nil || !f.loaded || f.state == nil {
		return
	}
	p.update.Snapshot, f.window = p.windows.snapshot(f.state, &p.update, f.window)
	p.dirty = true
	p.watchIndex(f)
	p.watchHandoffs(f)
	p.warn(f)
}

// warn says once what is odd about a file.
func (p *pump) warn(f *followed) {
	s := p.update.Snapshot
	if f.warned || s.Empty() {
		return
	}
	f.warned = s.Counts.Malformed > 0
	first := p.judged != p.update.Generation
	p.judged = p.update.Generation
	switch text := oddity(s); {
	case text != "" && first:
		p.notice(Warning, f.path+": "+text)
	case f.warned:
		p.notice(Warning, f.path+": holds lines that are not JSON; they are counted and passed over")
	}
}

// oddity is what is wrong with a file as a whole, empty when nothing is.
func oddity(s *live.Snapshot) string {
	switch {
	case s.Foreign():
		return sessions.ErrNotSession.Error()
	case s.Header.Version > session.CurrentVersion:
		return "a newer session format than this program knows; shown read-only, figures may be off"
	}
	return ""
}
