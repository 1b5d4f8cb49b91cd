package feed

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"cfold/watch/config"
	"cfold/watch/sessions"
	"cfold/watch/tail"
)

// pump is the one goroutine that takes everything in. Nothing of it is shared but
// the Updates it sends.
type pump struct {
	ctx context.Context
	o   Options
	wg  sync.WaitGroup // every other goroutine

	update  Update // the newest state
	dirty   bool   // it has not been sent yet
	judged  int    // generation whose file as a whole was judged
	windows *windows
	current *followed
	retry   *time.Timer

	// pinned: the session was chosen by a person; newer ones are only offered.
	pinned    bool
	candidate *sessions.Found
	quiet     *time.Timer

	texts chan string // notices from the watch for sessions
	cwd   chan string // directories whose Pi's are to be looked for
	asked string      // the one last asked about

	links   chan linkNews
	refused string // why a Pi that has the session open cannot be linked
	sight   sight  // of Pi's in the directory
	alike   int    // looks in a row that saw it so
	hinted  bool   // that one could be linked was told
}

func run(ctx context.Context, f *Feed, o Options) {
	defer close(f.updates)
	if o.Quiet <= 0 {
		o.Quiet = DefaultQuiet
	}
	p := &pump{
		ctx: ctx, o: o, pinned: o.Session != "",
		retry: stopped(), quiet: stopped(), texts: make(chan string), cwd: make(chan string, 1),
		links: make(chan linkNews),
	}
	defer p.wg.Wait()
	defer func() {
		if p.current != nil {
			p.leave(p.current)
		}
	}()
	defer func() {
		if v := recover(); v != nil {
			p.update.Panicked = fmt.Sprintf("%v\n%s", v, debug.Stack())
			select {
			case f.updates <- p.update:
			case <-ctx.Done():
			}
		}
	}()
	place := o.place()
	p.windows = newWindows(o)
	p.update.Cwd, p.update.SettingsPath = o.Cwd, config.Path(place.Agent)
	p.readSettings()
	for _, text := range place.Notices {
		p.notice(Warning, text)
	}
	p.first(place)
	p.loop(f, config.Watch(ctx, p.update.SettingsPath, o.Folder),
		place.Watch(ctx, o.Cwd, o.Folder, p.tell), p.lookForPi())
}

// stopped is a timer that is not running.
func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// first opens the session to begin with, if there is one yet.
func (p *pump) first(place sessions.Place) {
	if p.o.Session != "" {
		p.open(p.o.Session)
		return
	}
	if info, err := place.NewestFor(p.o.Cwd); err == nil {
		p.open(info.Path)
		return
	}
	p.update.Phase, p.dirty = Waiting, true
}

// loop takes in whatever comes until the context ends. Sending is one case among
// the others, so that a consumer that does not take holds nothing up.
func (p *pump) loop(f *Feed, files <-chan config.File, found <-chan sessions.Found, pi <-chan sight) {
	for {
		var out chan Update
		if p.dirty {
			out = f.updates
		}
		lines, index := p.sources()
		select {
		case <-p.ctx.Done():
			return
		case out <- p.update:
			p.dirty, p.update.Notices = false, nil
		case e, ok := <-lines:
			if ok {
				p.take(p.current, e)
				p.askAbout()
			}
		case e, ok := <-index:
			if ok {
				p.takeIndex(p.current.index, e)
			}
		case list, ok := <-p.handoffs():
			if ok {
				p.update.Handoffs, p.dirty = list, true
			}
		case file, ok := <-files:
			if ok {
				p.settings(file)
			}
		case s, ok := <-found:
			if ok {
				p.found(s)
			}
		case s := <-pi:
			p.see(s)
		case n := <-p.links:
			p.takeLink(n)
		case do := <-f.orders:
			do(p)
		case text := <-p.texts:
			p.notice(Warning, text)
		case <-p.quiet.C:
			p.advance()
		case <-p.retry.C:
			p.again()
		}
	}
}

// sources are the channels of the session followed; nil ones never deliver.
func (p *pump) sources() (lines, index <-chan tail.Event) {
	if f := p.current; f != nil {
		lines = f.events
		if f.index != nil {
			index = f.index.events
		}
	}
	return lines, index
}

// again opens a file whose reading failed and that no Reset has followed.
func (p *pump) again() {
	if f := p.current; f != nil && f.state == nil {
		p.open(f.path)
	}
}

func (p *pump) readSettings() { p.settings(config.Read(p.update.SettingsPath)) }

func (p *pump) settings(file config.File) {
	before := p.update.SettingsErr
	p.update.setSettings(p.o, file)
	if err := p.update.SettingsErr; err != nil && (before == nil || before.Error() != err.Error()) {
		p.notice(Failure, p.update.SettingsPath+": "+err.Error()+"; its settings are passed over")
	}
	p.dirty = true
	p.snapshot()
}

// notice adds a line for the user to the next Update.
func (p *pump) notice(level Level, text string) {
	// A new slice: the one sent before belongs to the consumer.
	p.update.Notices = append(p.update.Notices[:len(p.update.Notices):len(p.update.Notices)], Notice{level, text, time.Now()})
	p.dirty = true
}

// tell hands a line for the user over from another goroutine.
func (p *pump) tell(text string) {
	select {
	case p.texts <- text:
	case <-p.ctx.Done():
	}
}
