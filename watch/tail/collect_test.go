package tail

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cfold/watch/folder"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience ends a test that awaits something which never comes.
const patience = 20 * time.Second

// polling looks often and uses no events.
var polling = Options{Watch: folder.Options{NoEvents: true, Fast: 2 * time.Millisecond}}

// collector plays the consumer: it keeps what a generation delivered and checks
// the promises every event makes.
type collector struct {
	t       failer
	events  <-chan Event
	stop    func()
	gen     int
	reasons []Reason
	file    *File
	data    []byte // all Data of the generation
	partial int64
	atEnd   bool
	missing bool
	errs    []error
	kept    []*File // of earlier generations
}

// failer is what testing.T and rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func collect(t failer, path string, opts Options) *collector {
	ctx, cancel := context.WithCancel(context.Background())
	return &collector{t: t, events: Follow(ctx, path, opts), stop: cancel}
}

// end stops following and lets everything go.
func (c *collector) end() {
	c.stop()
	for e := range c.events {
		if r, ok := e.(Reset); ok {
			r.File.Close()
		}
	}
	for _, f := range append(c.kept, c.file) {
		if f != nil {
			f.Close()
		}
	}
}

// until takes events until ok holds.
func (c *collector) until(what string, ok func() bool) {
	c.t.Helper()
	give := time.NewTimer(patience)
	defer give.Stop()
	for !ok() {
		select {
		case e, open := <-c.events:
			if !open {
				c.t.Fatalf("the channel closed before: %s", what)
			}
			c.take(e)
		case <-give.C:
			c.t.Fatalf("never came: %s; have generation %d %v, %d bytes, partial %d, missing %v, errors %v",
				what, c.gen, c.reasons, len(c.data), c.partial, c.missing, c.errs)
		}
	}
}

func (c *collector) take(e Event) {
	c.t.Helper()
	switch e := e.(type) {
	case Reset:
		if e.Generation != c.gen+1 {
			c.t.Fatalf("generation %d follows %d", e.Generation, c.gen)
		}
		if c.file != nil {
			c.kept = append(c.kept, c.file)
		}
		c.gen, c.file, c.missing = e.Generation, e.File, false
		c.reasons = append(c.reasons, e.Reason)
		c.data, c.partial, c.atEnd = nil, 0, false
	case Lines:
		switch {
		case e.Generation != c.gen:
			c.t.Fatalf("lines of generation %d in %d", e.Generation, c.gen)
		case e.Base != int64(len(c.data)):
			c.t.Fatalf("lines at %d, want %d", e.Base, len(c.data))
		case len(e.Data) > 0 && e.Data[len(e.Data)-1] != '\n':
			c.t.Fatalf("data ends with %q", e.Data[len(e.Data)-1])
		case len(e.Data) > ChunkSize && bytes.Count(e.Data, []byte("\n")) != 1:
			c.t.Fatalf("a piece of %d bytes holds several lines", len(e.Data))
		}
		c.data = append(c.data, e.Data...)
		c.partial, c.atEnd = e.Partial, e.AtEnd
		e.Release()
	case Missing:
		c.missing = true
	case Error:
		c.errs = append(c.errs, e.Err)
	}
}

// converge awaits that exactly the present contents of path have been delivered.
func (c *collector) converge(path string) {
	c.t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	cut := bytes.LastIndexByte(want, '\n') + 1
	c.until(fmt.Sprintf("the %d bytes of %s", len(want), filepath.Base(path)), func() bool {
		return c.atEnd && !c.missing && c.partial == int64(len(want)-cut) && bytes.Equal(c.data, want[:cut])
	})
}

func write(t failer, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatalf("%v", err)
	}
}

func add(t failer, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// replace puts a new file in the place of path.
func replace(t failer, path, text string) {
	t.Helper()
	write(t, path+".new", text)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatalf("%v", err)
	}
}
