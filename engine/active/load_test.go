package active

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"cfold/engine/session"
)

// counted is a file that counts its reads of more than a batch.
type counted struct {
	*bytes.Reader
	long atomic.Int32
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	if len(p) > batchBytes {
		c.long.Add(1)
	}
	return c.Reader.ReadAt(p, at)
}

func result(call, text string) string {
	return fmt.Sprintf(`"message","message":{"role":"toolResult","toolCallId":%q,"content":[{"type":"text","text":%q}]}`, call, text)
}

// Lines of any size are taken in alike, and of the long ones only one is in memory
// at a time, however many there are.
func TestLongLinesComeOneAtATime(t *testing.T) {
	var rests []string
	long := map[string]int32{} // result → how many long ones there are up to it
	for n, size := range []int{10, 1100 << 10, 1200 << 10, 700 << 10, 700 << 10, 5, 1100 << 10, 1100 << 10, 100, 1100 << 10} {
		call := fmt.Sprint(n)
		rests = append(rests, result(call, strings.Repeat("x", size)))
		if size > batchBytes {
			long["r:"+call] = int32(len(long) + 1)
		}
	}
	x, file := open(chain(rests...))
	read := &counted{Reader: file}
	c := New(x, read, func(id string) bool {
		// The block is being priced, so its line is still in memory.
		if n, ok := long[id]; ok && read.long.Load() != n {
			t.Errorf("%s is at hand with %d long lines read, it is the %dth", id, read.long.Load(), n)
		}
		return false
	})
	if err := c.Move(x.Branch(x.Leaf())); err != nil {
		t.Fatal(err)
	}
	if len(c.Blocks()) != len(rests) || int(read.long.Load()) != len(long) {
		t.Errorf("%d blocks, %d long reads", len(c.Blocks()), read.long.Load())
	}
	for i, b := range c.Blocks() {
		if text, err := c.Refs().Text(file, i, &b); err != nil || len(text) != b.Units || c.Folded()[i] == 0 && b.Units > 100 {
			t.Errorf("block %d: %d of %d units, folded %d, %v", i, len(text), b.Units, c.Folded()[i], err)
		}
	}
}

// Entries that lie apart in the file, and behind each other, are read alike.
func TestBranchesApartInTheFile(t *testing.T) {
	gap := strings.Repeat("g", 1100<<10)
	lines := []string{header, line("a", "", user(4)), line("dead", "", result("d", gap)), line("c", "b", user(5)), line("b", "a", user(6)), line("d", "c", user(7))}
	c := load(t, lines)
	var units []int
	for _, b := range c.Blocks() {
		units = append(units, b.Units)
	}
	if fmt.Sprint(units) != "[4 6 5 7]" {
		t.Errorf("units %v", units)
	}
}

func TestLoadFailures(t *testing.T) {
	lines := chain(user(4), result("c", strings.Repeat("x", 1100<<10)), user(5))
	x, _ := open(lines)
	whole := strings.Join(lines, "\n") + "\n"
	for _, c := range []struct {
		name, file string
		want       error
	}{
		{"empty", "", io.ErrUnexpectedEOF},
		{"cut in a long line", whole[:1<<19], io.ErrUnexpectedEOF},
		{"cut in the last line", whole[:len(whole)-5], io.ErrUnexpectedEOF},
		{"shifted", "x" + whole, session.ErrChanged},
	} {
		if err := New(x, strings.NewReader(c.file), nil).Move(x.Branch(x.Leaf())); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	failing := errors.New("the disk is gone")
	if err := New(x, broken{failing}, nil).Move(x.Branch(x.Leaf())); !errors.Is(err, failing) {
		t.Errorf("a read that fails gives %v", err)
	}
}

type broken struct{ err error }

func (b broken) ReadAt([]byte, int64) (int, error) { return 0, b.err }

// A panic of any stage is the caller's, who may recover.
func TestPanicsAreTheCallers(t *testing.T) {
	x, file := open(chain(user(4), result("c", strings.Repeat("x", 500)), user(5)))
	for name, c := range map[string]*Context{
		"reading": New(x, panicking{}, nil),
		"pricing": New(x, file, func(string) bool { panic("boom") }),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v != "boom" {
					t.Errorf("recovered %v", v)
				}
			}()
			t.Errorf("loaded: %v", c.Move(x.Branch(x.Leaf())))
		})
	}
}

type panicking struct{}

func (panicking) ReadAt([]byte, int64) (int, error) { panic("boom") }
