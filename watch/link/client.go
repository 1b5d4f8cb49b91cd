package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Usage is the context usage that Pi reports, in tokens; Tokens is nil while Pi
// does not know it.
type Usage struct {
	Tokens *int `json:"tokens"`
	Window int  `json:"window"`
}

// Hello is what Pi's side says of itself when a viewer connects.
type Hello struct {
	Entry
	Usage Usage `json:"usage"`
	Busy  bool  `json:"busy"`
	// Figures are those of the last call; nil before the first one, and in
	// companion mode.
	Figures *Figures `json:"figures"`
}

// Event is something that happened in Pi: the name says which field is set.
type Event struct {
	// Name is usage, busy, idle, session, engine, view or notice.
	Name    string
	Usage   Usage         // usage
	Session Entry         // session: the leaf or the model changed
	Fault   *Fault        // engine: why it does not run from now on, nil when it does
	Figures Figures       // view
	Took    time.Duration // view: what folding added to the call
	Notice  Notice        // notice
}

// Done is the answer to a request that acts.
type Done struct {
	// When says in words when Pi will see it.
	When string `json:"when"`
}

// Conn is a viewer's connection to one Pi. Its methods may be called from several
// goroutines. A reload in Pi ends it; the viewer looks for the entry again.
type Conn struct {
	hello  Hello
	conn   net.Conn
	out    *Writer
	events chan Event

	mu      sync.Mutex
	last    int
	waiting map[int]chan Frame
	closed  chan struct{}
}

// ErrClosed is a request on a connection that has ended.
var ErrClosed = errors.New("the link to Pi has ended")

// Dial connects to a Pi and says hello. Events follow until the connection ends;
// they have to be taken, or answers wait too.
func Dial(ctx context.Context, e Entry) (*Conn, error) {
	var d net.Dialer
	socket, err := d.DialContext(ctx, "unix", e.Socket)
	if err != nil {
		return nil, err
	}
	c := &Conn{
		conn: socket, out: NewWriter(socket), events: make(chan Event), waiting: map[int]chan Frame{}, closed: make(chan struct{}),
	}
	go c.read()
	answer, err := c.ask(ctx, "hello", map[string]any{"protocol": Protocol})
	if err == nil {
		err = json.Unmarshal(answer, &c.hello)
		c.hello.PID, c.hello.Socket = e.PID, e.Socket
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Hello is what Pi's side said.
func (c *Conn) Hello() Hello { return c.hello }

// Events delivers what has happened in Pi since the hello. It closes when the
// connection ends, as it does when Pi reloads, changes the session or quits.
func (c *Conn) Events() <-chan Event { return c.events }

// Close ends the connection.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.closed:
		return nil
	default:
	}
	close(c.closed)
	return c.conn.Close()
}

// Unfold brings the blocks of those ids back whole for good; one that is whole is
// held, so that it never folds.
func (c *Conn) Unfold(ctx context.Context, ids ...string) (Done, error) {
	return c.act(ctx, "unfold", map[string]any{"ids": texts(ids)})
}

// Settings has Pi's side take up the settings file, which has changed.
func (c *Conn) Settings(ctx context.Context) (Done, error) { return c.act(ctx, "settings", nil) }

// Handoff starts a fresh session from a seed that was written to a file.
func (c *Conn) Handoff(ctx context.Context, path string) (Done, error) {
	return c.act(ctx, "handoff", map[string]any{"path": path})
}

func texts(ids []string) []Text {
	list := make([]Text, len(ids))
	for i, id := range ids {
		list[i] = Text(id)
	}
	return list
}

func (c *Conn) act(ctx context.Context, op string, fields map[string]any) (Done, error) {
	var d Done
	answer, err := c.ask(ctx, op, fields)
	if err == nil {
		err = json.Unmarshal(answer, &d)
	}
	return d, err
}

// ask sends a request and waits for its answer; a failure comes as a *Failure.
func (c *Conn) ask(ctx context.Context, op string, fields map[string]any) (json.RawMessage, error) {
	request := map[string]any{"op": op}
	for k, v := range fields {
		request[k] = v
	}
	answer := make(chan Frame, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	request["id"] = id
	if err := c.out.Write(request); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrClosed, err)
	}
	select {
	case f := <-answer:
		return f.value()
	case <-c.closed:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case f := <-answer: // Pi's side answers and may then end the connection at once
		return f.value()
	default:
		return nil, ErrClosed
	}
}

// read takes frames until the connection ends.
func (c *Conn) read() {
	defer close(c.events)
	defer c.Close()
	lines := NewReader(c.conn)
	greeted := false // what came before the hello, its answer tells
	for {
		line, err := lines.Next()
		if err != nil {
			return
		}
		var f Frame
		if json.Unmarshal(line, &f) != nil {
			continue
		}
		if f.Event == "" {
			c.mu.Lock()
			answer := c.waiting[f.ID]
			c.mu.Unlock()
			if answer != nil {
				answer <- f
			}
			greeted = true
			continue
		}
		if e, ok := eventOf(f.Event, line); ok && greeted && !c.deliver(e) {
			return
		}
	}
}

func (c *Conn) deliver(e Event) bool {
	select {
	case c.events <- e:
		return true
	case <-c.closed:
		return false
	}
}

func eventOf(name string, line []byte) (Event, bool) {
	e := Event{Name: name}
	var into any
	switch name {
	case "busy", "idle":
		return e, true
	case "usage":
		into = &e.Usage
	case "session":
		into = &e.Session
	case "notice":
		into = &e.Notice
	case "engine":
		var v struct{ Fault *Fault }
		err := json.Unmarshal(line, &v)
		e.Fault = v.Fault
		return e, err == nil
	case "view":
		var v struct {
			Figures Figures
			MS      float64
		}
		err := json.Unmarshal(line, &v)
		e.Figures, e.Took = v.Figures, time.Duration(v.MS*float64(time.Millisecond))
		return e, err == nil
	default:
		return e, false
	}
	return e, json.Unmarshal(line, into) == nil
}
