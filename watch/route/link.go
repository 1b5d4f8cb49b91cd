package route

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/session"
	"cfold/watch/link"
)

// The bounds of waiting for a linked Pi: until it has said hello, and until it has
// answered what it was asked.
const (
	greetFor  = 2 * time.Second
	answerFor = 5 * time.Second
)

// linked is the linked Pi that has a session open.
func (d *Desk) linked(s Session) (link.Entry, bool) {
	if len(d.Links) == 0 {
		return link.Entry{}, false
	}
	e, ok, _ := link.Find(d.Links, s.Path) // a folder that is not to be trusted has no links
	return e, ok
}

// dial connects to a Pi that has a session open; nil where none can be reached.
// Nothing has been asked of it then, so another way may still be taken.
func (d *Desk) dial(s Session) *link.Conn {
	e, ok := d.linked(s)
	if !ok {
		return nil
	}
	return greet(e)
}

func greet(e link.Entry) *link.Conn {
	ctx, cancel := context.WithTimeout(context.Background(), greetFor)
	defer cancel()
	conn, err := link.Dial(ctx, e)
	if err != nil {
		return nil
	}
	go func() { // events have to be taken, or answers wait
		for range conn.Events() {
		}
	}()
	return conn
}

// UnsureError says that a request was sent to Pi and no answer came.
type UnsureError struct {
	What string // that is to be looked at before asking again
	Err  error
}

// Error is one line.
func (e *UnsureError) Error() string {
	return fmt.Sprintf("Pi was asked and has not answered (%v): see whether %s before asking again", e.Err, e.What)
}

// Unwrap is why no answer came.
func (e *UnsureError) Unwrap() error { return e.Err }

// answered sorts the outcome of a request that was sent: a refusal is certain,
// anything else leaves open whether Pi did it.
func answered(done link.Done, err error, what string) (seen string, _ error) {
	var refused *link.Failure
	switch {
	case err == nil:
		return sees(done.When), nil
	case errors.As(err, &refused):
		return "", fmt.Errorf("the linked Pi did not do it: %w", err)
	}
	return "", &UnsureError{What: what, Err: err}
}

// sees says, as a sentence, when a linked Pi sees what it was told, from its own
// words for that.
func sees(when string) string {
	switch when {
	case "with the next call":
		return "Pi sees it with its next request"
	case "now":
		return "Pi reloads now, then sees it"
	case "when Pi is idle":
		return "Pi reloads once idle, then sees it"
	}
	return "Pi sees it " + when
}

// foresees says, as a sentence, when a linked Pi would see a record.
func foresees(e link.Entry) string {
	if e.Mode == link.Companion {
		return "linked: it reloads once idle, then sees it"
	}
	return "linked: it sees it with its next request"
}

// holdLinked has a linked Pi hold blocks. sent is false while nothing was asked of
// any, so that the file is still a way.
func (v *Visit) holdLinked(ids []string) (done Done, sent bool, err error) {
	conn := v.desk.dial(v.session)
	if conn == nil {
		return Done{}, false, nil
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), answerFor)
	defer cancel()
	answer, err := conn.Unfold(ctx, ids...)
	done.Seen, err = answered(answer, err, "it is held")
	var unsure *UnsureError
	if errors.As(err, &unsure) && v.holds(ids) {
		return Done{Seen: "the link ended, but Pi has written it"}, true, nil
	}
	return done, true, err
}

// holds reports whether the file got records since the visit that hold those
// blocks.
func (v *Visit) holds(ids []string) bool {
	f, err := os.Open(v.session.Path)
	if err != nil {
		return false
	}
	defer f.Close()
	if _, err := f.Seek(v.seen.Size, io.SeekStart); err != nil {
		return false
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return false
	}
	var since layer.Set
	for line := range bytes.Lines(data) {
		if entry, ok := jsjson.Scan(line); ok && entry.Get("customType").Equals(session.FoldType) {
			since.Add(entry.Get("data"), 0)
		}
	}
	for _, id := range ids {
		if !since.Unfolded(id) {
			return false
		}
	}
	return true
}

// ErrNoLink says that no linked Pi has the session open.
var ErrNoLink = errors.New("no linked Pi has this session open")

// Linked reports whether a linked Pi has a session open.
func (d *Desk) Linked(s Session) bool {
	_, ok := d.linked(s)
	return ok
}

// Start has the linked Pi of a session go over to a fresh one that begins with the
// handoff seed at path. It says, as a sentence, when that will be. The error is
// ErrNoLink where no linked Pi can be reached.
func (d *Desk) Start(s Session, path string) (string, error) {
	conn := d.dial(s)
	if conn == nil {
		return "", ErrNoLink
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), answerFor)
	defer cancel()
	done, err := conn.Handoff(ctx, path)
	if _, err = answered(done, err, "Pi shows the new session"); err != nil {
		return "", err
	}
	return "Pi opens the new session " + done.When, nil
}

// ruled reports whether a Pi keeps its session in the agent folder of the settings
// file. One that keeps it elsewhere may have another agent folder, and is left alone.
func (d *Desk) ruled(e link.Entry) bool {
	agent, path := filepath.Dir(d.Settings), e.SessionFile
	if real, err := filepath.EvalSymlinks(agent); err == nil {
		agent = real
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(real, filepath.Base(path)) // the file may be still to come
	}
	within, err := filepath.Rel(agent, path)
	return err == nil && filepath.IsLocal(within)
}

// apply has every linked Pi that the settings file rules take it up. It says, as a
// sentence, when they will.
func (d *Desk) apply() string {
	if len(d.Links) == 0 {
		return unlinkedEffect
	}
	list, _ := link.List(d.Links)
	said, told := "", 0
	for _, e := range list {
		if !d.ruled(e) {
			continue
		}
		if when, ok := applyTo(e); ok {
			told++
			said = sees(when)
		}
	}
	switch {
	case told == 0:
		return unlinkedEffect
	case told > 1:
		return fmt.Sprintf("%d linked Pi's take it up; others need /reload", told)
	}
	return said
}

func applyTo(e link.Entry) (when string, ok bool) {
	conn := greet(e)
	if conn == nil {
		return "", false
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), answerFor)
	defer cancel()
	done, err := conn.Settings(ctx)
	return done.When, err == nil
}
