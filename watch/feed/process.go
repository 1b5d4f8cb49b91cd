package feed

import (
	"time"

	"cfold/watch/host"
)

// glance is how often running processes are looked at.
const glance = 2 * time.Second

// lookForPi looks for Pi's in the directory it was last asked about, off the
// pump's goroutine since it walks all processes, and delivers what it sees.
func (p *pump) lookForPi() <-chan host.State {
	out := make(chan host.State)
	p.cwd <- p.o.Cwd
	p.wg.Go(func() {
		ticker := time.NewTicker(glance)
		defer ticker.Stop()
		var dir string
		for {
			select {
			case <-p.ctx.Done():
				return
			case dir = <-p.cwd:
			case <-ticker.C:
			}
			state, _ := host.Here().PiIn(dir)
			select {
			case out <- state:
			case <-p.ctx.Done():
				return
			}
		}
	})
	return out
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
