package feed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cfold/watch/link"
	"cfold/watch/sessions"
)

// Link is the linked Pi that has the session open, as it says itself. It is
// replaced as a whole and never changed.
type Link struct {
	PID  int
	Mode link.Mode
	// Version is the extension's, Pi that of Pi itself.
	Version, Pi string
	Busy        bool
	// Window is the true size of the window in tokens, 0 while Pi does not know it.
	Window int
	// Usage is what Pi reports, in tokens; nil while it knows none.
	Usage *int
	// Figures are those of the last call; nil before the first one, and where
	// another extension folds.
	Figures *link.Figures
	// Fault is why Pi's engine does not run; nil while it does, and where another
	// extension folds.
	Fault *link.Fault
}

func linkOf(h link.Hello) Link {
	l := Link{PID: h.PID, Mode: h.Mode, Version: h.Version, Pi: h.Entry.Pi, Busy: h.Busy, Window: h.Window, Figures: h.Figures, Fault: h.Fault}
	l.measured(h.Usage)
	return l
}

func (l *Link) measured(u link.Usage) {
	l.Usage = u.Tokens
	if u.Window > 0 {
		l.Window = u.Window
	}
}

// event takes in what has happened in Pi. The notice is nil where there is none.
func (l *Link) event(e link.Event) *Notice {
	switch e.Name {
	case "busy", "idle":
		l.Busy = e.Name == "busy"
	case "usage":
		l.measured(e.Usage)
	case "session":
		if e.Session.Window > 0 {
			l.Window = e.Session.Window
		}
	case "engine":
		l.Fault = e.Fault
	case "view":
		l.Figures = &e.Figures
	case "notice":
		level := map[string]Level{"warning": Warning, "error": Failure}[e.Notice.Level]
		return &Notice{Level: level, Text: string(e.Notice.Text), At: time.Now()}
	}
	return nil
}

// linkNews is what a linker has to say.
type linkNews struct {
	of *followed
	// link is how the link stands, nil without one.
	link   *Link
	notice *Notice
	// refused says why a Pi that is there cannot be linked; empty otherwise.
	refused string
	// moved is another session that the linked Pi has gone over to; nil for none.
	moved *sessions.Info
}

// linker keeps the link of one session: it connects when a Pi has it open, again
// after each reload, and sees where that Pi goes.
type linker struct {
	of      *followed
	folders []string
	tell    func(linkNews) // returns at once when the session is left
	pid     int            // of the Pi linked last
}

// anew is how long a Pi that refused is left alone.
const anew = 2 * time.Second

// keep runs until the session is left.
func (l *linker) keep(ctx context.Context) {
	for ctx.Err() == nil {
		conn, err := l.await(ctx)
		var refused *link.Failure
		switch {
		case err == nil:
			l.attend(conn)
			l.tell(linkNews{of: l.of})
		case errors.As(err, &refused):
			l.tell(linkNews{of: l.of, refused: string(refused.Message)})
			pause(ctx, anew)
		}
	}
}

// await waits for a Pi that has the session open, looking meanwhile for where the
// one linked last has gone.
func (l *linker) await(ctx context.Context) (*link.Conn, error) {
	if l.pid == 0 {
		return link.Await(ctx, l.folders, l.of.path)
	}
	looking, found := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.lookForMove(looking)
	}()
	conn, err := link.Await(ctx, l.folders, l.of.path)
	found()
	<-done
	return conn, err
}

// attend hands on what a Pi says until the connection ends.
func (l *linker) attend(conn *link.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(l.of.ctx, func() { conn.Close() })
	defer stop()
	now := linkOf(conn.Hello())
	l.pid = now.PID
	first := now
	l.tell(linkNews{of: l.of, link: &first})
	for e := range conn.Events() {
		notice := now.event(e)
		next := now
		l.tell(linkNews{of: l.of, link: &next, notice: notice})
	}
}

// glimpse is how often it is looked where a Pi has gone.
const glimpse = 500 * time.Millisecond

// lookForMove looks until the Pi linked last has another session open whose file is
// there: Pi writes a new one only with the first answer in it.
func (l *linker) lookForMove(ctx context.Context) {
	for pause(ctx, glimpse) {
		list, _ := link.List(l.folders)
		for _, e := range list {
			if e.PID != l.pid || e.SessionFile == "" || e.Serves(l.of.path, "") {
				continue
			}
			if info, err := sessions.Describe(e.SessionFile); err == nil {
				l.tell(linkNews{of: l.of, moved: &info})
				return
			}
		}
	}
}

// pause waits, and reports whether ctx still goes on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// keepLink begins to keep the link of a session.
func (p *pump) keepLink(f *followed) {
	l := &linker{of: f, folders: link.Folders(p.o.environ), tell: func(n linkNews) {
		select {
		case p.links <- n:
		case <-f.ctx.Done():
		}
	}}
	p.wg.Go(func() { l.keep(f.ctx) })
}

// takeLink takes in what a linker says.
func (p *pump) takeLink(n linkNews) {
	if n.of != p.current {
		return
	}
	if n.moved != nil {
		p.found(sessions.Found{Info: *n.moved, Created: true})
		return
	}
	p.dirty = true
	before := p.update.Link
	p.update.Link, p.refused = n.link, n.refused
	p.hint()
	if n.notice != nil {
		p.notice(n.notice.Level, "Pi: "+n.notice.Text)
	}
	if before == nil && n.link != nil && n.link.Fault != nil { // Pi told it when nobody was linked
		p.notice(Warning, "Pi: "+string(n.link.Fault.Message))
	}
	if window(before) != window(n.link) {
		p.snapshot()
	}
}

// window is the size that a link knows, in tokens; 0 for none.
func window(l *Link) int {
	if l == nil {
		return 0
	}
	return l.Window
}

// linkHint says what would make or mend the link; empty for nothing. refused is why
// a Pi that is there cannot be linked.
func (o Options) linkHint(l *Link, refused string, seen sight) string {
	switch {
	case refused != "":
		return "another link version: " + link.Mend
	case l == nil:
		return seen.hint
	case l.Fault != nil:
		return l.Fault.Hint()
	case o.Version != "" && l.Version != o.Version:
		return "another extension version: " + link.Mend
	}
	return ""
}

// hint brings the hint up to date. What is to be mended is also told once, as a
// notice.
func (p *pump) hint() {
	u, told := &p.update, p.update.LinkHint
	u.LinkHint = p.o.linkHint(u.Link, p.refused, p.sight)
	switch {
	case u.LinkHint == told:
	case p.refused != "":
		p.notice(Warning, p.refused)
	case u.LinkHint != "" && u.Link != nil && !u.Stopped():
		p.notice(Warning, fmt.Sprintf("Pi has loaded the extension of cfold-tui %s, this is %s: run %s", u.Link.Version, p.o.Version, link.Mend))
	}
}

// greetFor bounds how long a linked Pi is waited for.
const greetFor = time.Second

// greet asks the linked Pi that has the session at path open, once; nil where there
// is none, or none that answers.
func (o Options) greet(path string) *Link {
	e, ok, _ := link.Find(link.Folders(o.environ), path)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), greetFor)
	defer cancel()
	conn, err := link.Dial(ctx, e)
	if err != nil {
		return nil
	}
	l := linkOf(conn.Hello())
	conn.Close()
	for range conn.Events() { // until the reader has ended
	}
	return &l
}
