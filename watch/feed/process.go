package feed

import (
	"slices"
	"time"

	"cfold/watch/beat"
	"cfold/watch/host"
	"cfold/watch/link"
)

// glance is how often running processes are looked at.
const glance = 2 * time.Second

// sight is what is seen of Pi's in a directory.
type sight struct {
	state host.State
	// hint says what would link one that runs, empty for nothing.
	hint string
}

// look looks for Pi's in a directory.
func (o Options) look(dir string) sight {
	state, running := host.Here().PiIn(dir)
	if state != host.Running {
		return sight{state: state}
	}
	linked, _ := link.List(link.Folders(o.environ)) // a folder that is not to be trusted has no links
	if !slices.ContainsFunc(running, func(p host.Process) bool {
		return !slices.ContainsFunc(linked, func(e link.Entry) bool { return e.PID == p.PID })
	}) {
		return sight{state, "Pi has another session open"}
	}
	e, there, err := link.FindExtension(o.place().Agent, o.Version)
	switch {
	case err != nil || there && !e.Ours:
		return sight{state: state}
	case !there || !e.Current:
		return sight{state, "to link: " + link.Mend}
	}
	return sight{state, "to link: /reload in Pi"}
}

// lookForPi looks for Pi's in the directory it was last asked about, off the
// pump's goroutine since it walks all processes, and delivers what it sees.
func (p *pump) lookForPi() <-chan sight {
	out := make(chan sight)
	p.cwd <- p.o.Cwd
	p.wg.Go(func() {
		timer := time.NewTimer(beat.Next(glance))
		defer timer.Stop()
		var dir string
		for {
			select {
			case <-p.ctx.Done():
				return
			case dir = <-p.cwd:
			case <-timer.C:
				timer.Reset(beat.Next(glance))
			}
			select {
			case out <- p.o.look(dir):
			case <-p.ctx.Done():
				return
			}
		}
	})
	return out
}

// settledLooks is how many looks have to see the same before a person is told: a
// Pi that starts takes some seconds to load its extensions and link.
const settledLooks = 5

// see takes in what was seen of Pi's. That one runs which could be linked is told
// once.
func (p *pump) see(s sight) {
	p.dirty = p.dirty || s != p.sight
	if s != p.sight || s.hint == "" || p.update.Link != nil || p.refused != "" {
		p.alike = 0
	}
	p.alike++
	p.sight, p.update.Pi = s, s.state
	p.hint()
	if s.hint != "" && p.alike == settledLooks && !p.hinted {
		p.hinted = true
		p.notice(Info, "Pi runs here unlinked; "+s.hint)
	}
}

// askAbout has Pi's looked for in the directory of the session shown.
func (p *pump) askAbout() {
	s := p.update.Snapshot
	if s == nil || s.Header.CWD == "" || s.Header.CWD == p.asked {
		return
	}
	select {
	case p.cwd <- s.Header.CWD:
		p.asked = s.Header.CWD
	default: // busy: the next event asks again
	}
}
