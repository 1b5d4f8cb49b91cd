package feed

import (
	"time"

	"cfold/watch/sessions"
)

// found takes in which session is the directory's newest now. One created while
// the followed one rests takes its place once that has rested long enough; any
// other is offered.
func (p *pump) found(s sessions.Found) {
	p.dirty = true
	switch {
	case p.current == nil:
		p.open(s.Path)
	case s.Path == p.current.path:
		p.update.Other, p.candidate = nil, nil
	case p.pinned && !p.atHome():
		// A session from elsewhere was named: what goes on here is no matter.
	default:
		p.update.Other = &s
		if s.Created && !p.pinned {
			p.candidate = &s
			p.quiet.Reset(p.rest())
		}
	}
}

// atHome reports whether the session shown belongs to the directory.
func (p *pump) atHome() bool {
	s := p.update.Snapshot
	return s == nil || sessions.SameDir(s.Header.CWD, p.o.Cwd)
}

// rest is how long the followed session still has to rest.
func (p *pump) rest() time.Duration {
	return max(0, p.o.Quiet-time.Since(p.current.grew))
}

// advance follows to the newer session if the followed one has rested.
func (p *pump) advance() {
	s := p.candidate
	if s == nil {
		return
	}
	if left := p.rest(); left > 0 {
		p.quiet.Reset(left)
		return
	}
	p.open(s.Path)
	p.notice(Info, "following to the newer session of this directory: "+s.Title())
}
