package feed

import (
	"context"

	"cfold/watch/sessions"
)

// handed is the handoff seeds of a session, followed like its seed index.
type handed struct {
	id     string
	cancel context.CancelFunc
	lists  <-chan []sessions.Handoff
}

// watchHandoffs follows the handoff seeds of the session shown.
func (p *pump) watchHandoffs(f *followed) {
	id := p.update.Snapshot.Header.ID
	if beside(f.path, id) == "" || f.handed != nil && f.handed.id == id {
		return
	}
	p.dropHandoffs(f)
	ctx, cancel := context.WithCancel(p.ctx)
	f.handed = &handed{id, cancel, sessions.WatchHandoffs(ctx, f.path, id, p.o.Folder)}
}

// dropHandoffs ends following the handoff seeds.
func (p *pump) dropHandoffs(f *followed) {
	h := f.handed
	f.handed, p.update.Handoffs = nil, nil
	if h == nil {
		return
	}
	h.cancel()
	p.wg.Go(func() {
		for range h.lists { // closes soon
		}
	})
}

// handoffs is the channel of the session followed; a nil one never delivers.
func (p *pump) handoffs() <-chan []sessions.Handoff {
	if f := p.current; f != nil && f.handed != nil {
		return f.handed.lists
	}
	return nil
}
