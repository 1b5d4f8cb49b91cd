package feed

import (
	"bytes"
	"context"
	"strings"

	"cfold/engine/seed"
	"cfold/watch/sessions"
	"cfold/watch/tail"
)

// indexed is the seed index of a session, followed like the session. Its lines
// are kept, because an Update holds a Log that must not change: each burst of
// lines makes a new one.
type indexed struct {
	path   string
	cancel context.CancelFunc
	events <-chan tail.Event
	data   []byte
	file   *tail.File
}

// watchIndex follows the seed index that belongs to the session shown.
func (p *pump) watchIndex(f *followed) {
	path := p.o.SeedIndex
	if path == "" {
		path = beside(f.path, p.update.Snapshot.Header.ID)
	}
	if f.index != nil && f.index.path == path || f.index == nil && path == "" {
		return
	}
	p.dropIndex(f)
	if path == "" {
		return
	}
	ctx, cancel := context.WithCancel(p.ctx)
	f.index = &indexed{path: path, cancel: cancel, events: tail.Follow(ctx, path, tail.Options{Watch: p.o.Folder})}
}

// beside is where the seed index of a session lies; empty for an id that is no
// name of a folder, and which Pi does not give.
func beside(session, id string) string {
	if id == "" || id == "." || id == ".." || strings.ContainsAny(id, "/\\\x00") {
		return ""
	}
	return sessions.SeedIndexPath(session, id)
}

// dropIndex ends following the seed index.
func (p *pump) dropIndex(f *followed) {
	x := f.index
	f.index, p.update.Index = nil, nil
	if x == nil {
		return
	}
	x.cancel()
	p.wg.Go(func() {
		for e := range x.events {
			if r, ok := e.(tail.Reset); ok {
				r.File.Close()
			}
		}
		if x.file != nil {
			x.file.Close()
		}
	})
}

// takeIndex handles an event of the seed index.
func (p *pump) takeIndex(x *indexed, e tail.Event) {
	switch e := e.(type) {
	case tail.Reset:
		if x.file != nil {
			x.file.Close()
		}
		x.file, x.data = e.File, nil
	case tail.Lines:
		x.data = append(x.data, e.Data...)
		if e.AtEnd {
			p.update.Index = readIndex(x.data)
			p.snapshot()
		}
		e.Release()
	case tail.Missing:
		if p.update.Index != nil {
			x.data, p.update.Index = nil, nil
			p.snapshot()
		}
	case tail.Error:
		p.notice(Warning, x.path+": "+reason(e.Err))
	}
}

// readIndex reads a whole seed index.
func readIndex(data []byte) *seed.Log {
	log := new(seed.Log)
	for line := range bytes.Lines(data) {
		log.Add(bytes.TrimSuffix(line, []byte("\n")))
	}
	return log
}
