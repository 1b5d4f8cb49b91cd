package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/engine/ladder"
	"cfold/engine/session"
)

// conversation is a session's lines: a header, then what add appends.
type conversation struct{ bytes.Buffer }

func newConversation() *conversation {
	c := &conversation{}
	c.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}` + "\n")
	return c
}

// add appends an entry; rest is its members beyond id, parent and time.
func (c *conversation) add(id, parent, rest string) {
	link := "null"
	if parent != "" {
		link = `"` + parent + `"`
	}
	fmt.Fprintf(c, `{"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z",%s}`+"\n", id, link, rest)
}

func (c *conversation) user(id, parent, text string) {
	c.add(id, parent, fmt.Sprintf(`"type":"message","message":{"role":"user","content":%q,"timestamp":%d}`, text, len(c.Bytes())))
}

// turn appends an answer with one call and its result, as id+"a" and id+"r".
func (c *conversation) turn(id, parent, output string) string {
	c.add(id+"a", parent, fmt.Sprintf(`"type":"message","message":{"role":"assistant","responseId":%q,"provider":"p","model":"m","stopReason":"toolUse","usage":{"input":10,"output":5,"cacheRead":100,"cacheWrite":20},"timestamp":1,"content":[{"type":"toolCall","id":%q,"name":"bash","arguments":{"command":"ls"}}]}`, id, "call-"+id))
	c.add(id+"r", id+"a", fmt.Sprintf(`"type":"message","message":{"role":"toolResult","toolCallId":%q,"toolName":"bash","isError":false,"timestamp":2,"content":[{"type":"text","text":%q}]}`, "call-"+id, output))
	return id + "r"
}

func ids(p *Snapshot) string {
	var list []string
	for i := range p.Blocks {
		list = append(list, p.Blocks[i].ID)
	}
	return strings.Join(list, " ")
}

func TestEmptySession(t *testing.T) {
	s := New(strings.NewReader(""))
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	p := s.Snapshot(Config{Settings: defaults()})
	if len(p.Blocks) != 0 || p.Leaf != "" || p.Recorded || !p.Usage.Known || p.Usage.Tokens != 0 || p.Frame.Window != ladder.DefaultWindow {
		t.Errorf("an empty session shows %+v", p)
	}
}

// A switch between branches and back shows each as if it had been the only one.
func TestMoveBackAndForth(t *testing.T) {
	c := newConversation()
	c.user("u1", "", "start")
	left := c.turn("l1", "u1", "left output")
	right := c.turn("x1", "u1", "right output")
	for n := range 6 { // two writers, turn by turn
		left = c.turn(fmt.Sprintf("l%d", n+2), left, "left output")
		right = c.turn(fmt.Sprintf("x%d", n+2), right, "right output")
	}
	data := c.Bytes()
	config := Config{Settings: defaults(), Window: 60000}
	s := New(bytes.NewReader(data))
	at, last, switches := 0, byte(0), 0
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		s.Ingest(int64(at), line)
		at += len(line)
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		p := s.Snapshot(config)
		if diff := cmp.Diff(look(t, fromScratch(t, data[:at], config)), look(t, p), everything); diff != "" {
			t.Fatalf("after %s (-from scratch +incremental):\n%s", line, diff)
		}
		if p.Leaf != "" && p.Leaf[0] != last && last != 'u' && last != 0 {
			switches++
		}
		if p.Leaf != "" {
			last = p.Leaf[0]
		}
		if side := strings.Contains(ids(p), "call-l") && strings.Contains(ids(p), "call-x"); side {
			t.Fatalf("blocks of both branches: %s", ids(p))
		}
	}
	logged := 0
	for _, e := range s.Snapshot(config).Events {
		if e.Kind == BranchSwitched {
			logged++
		}
	}
	if switches != 13 || logged != switches {
		t.Errorf("%d switches, %d logged", switches, logged)
	}
}

// Events stay in the order of their entries when the leaf moves back, and what
// was committed afterwards is still found.
func TestLayerAfterALeafEntry(t *testing.T) {
	c := newConversation()
	c.user("u1", "", "start")
	end := c.turn("t1", "u1", strings.Repeat("output\n", 200))
	c.add("m1", end, `"type":"model_change","provider":"p","modelId":"m"`)
	c.add("m2", "m1", `"type":"session_info","name":"n"`)
	c.add("l1", "m2", `"type":"leaf","targetId":"u1"`)
	before := c.Len()
	end = c.turn("t2", "u1", strings.Repeat("output\n", 200))
	c.add("f1", end, `"type":"custom","customType":"contextfold.fold","data":{"kind":"layer","layer":{"seq":1,"entries":[{"id":"r:call-t2","digestText":"{#abcdef FOLDED} bash"}]}}`)
	data := c.Bytes()
	s := New(bytes.NewReader(data))
	s.Ingest(0, data[:bytes.Index(data, []byte(`{"id":"l1"`))])
	at := bytes.Index(data, []byte(`{"id":"l1"`))
	for _, end := range []int{before, len(data)} {
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		s.Ingest(int64(at), data[at:end])
		at = end
	}
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	p := s.Snapshot(Config{Settings: defaults()})
	for n := 1; n < len(p.Events); n++ {
		if p.Events[n].Entry < p.Events[n-1].Entry {
			t.Errorf("event %d of entry %d follows one of entry %d", n, p.Events[n].Entry, p.Events[n-1].Entry)
		}
	}
	if len(p.Layers) != 1 || p.Layers[0].Cost == nil || p.Layers[0].Live != 1 || p.Layers[0].Saved <= 0 {
		t.Errorf("the layer shows as %+v", p.Layers)
	}
}

// A layer of a seq that was there replaces it: the block that only the first one
// held is whole again, and priced as if it had never been folded.
func TestLayerThatGivesWay(t *testing.T) {
	c := newConversation()
	c.user("u1", "", "start")
	end := c.turn("t1", "u1", strings.Repeat("first output\n", 200))
	end = c.turn("t2", end, strings.Repeat("second output\n", 200))
	layer := func(id, block string) {
		c.add(id, end, `"type":"custom","customType":"contextfold.fold","data":{"kind":"layer","layer":{"seq":1,"entries":[{"id":"`+block+`","digestText":"{#abcdef FOLDED} bash"}]}}`)
		end = id
	}
	layer("f1", "r:call-t1")
	first := c.Len()
	layer("f2", "r:call-t2")
	config := Config{Settings: defaults(), Window: 2000}
	data := c.Bytes()
	s := New(bytes.NewReader(data))
	s.Ingest(0, data[:first])
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	if p := s.Snapshot(config); p.Seqs[2] != 1 || p.FoldedCount != 1 || p.Layers[0].Cost == nil {
		t.Fatalf("the first layer is not in force: %v", p.Seqs)
	}
	s.Ingest(int64(first), data[first:])
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	p := s.Snapshot(config)
	if p.Seqs[2] != 0 || p.Seqs[4] != 1 || p.Folded[2] == 0 || len(p.Layers) != 1 {
		t.Errorf("seqs %v, folded %v, layers %+v", p.Seqs, p.Folded, p.Layers)
	}
	if diff := cmp.Diff(look(t, fromScratch(t, data, config)), look(t, p), everything); diff != "" {
		t.Errorf("(-from scratch +incremental):\n%s", diff)
	}
}

// A file that no longer holds what was read is noticed, by the state and by a
// snapshot that goes on reading texts.
func TestFileRewrittenBeneath(t *testing.T) {
	c := newConversation()
	c.user("u1", "", "start")
	end := c.turn("t1", "u1", "some output")
	size := c.Len()
	c.add("e1", end, `"type":"context_edit","targetId":"u1","replacement":{"content":"edited"}`)
	for _, rewrite := range []struct {
		name string
		file func(data []byte) []byte
		want error
	}{
		{"shorter", func(data []byte) []byte { return data[:size-10] }, io.ErrUnexpectedEOF},
		{"shifted", func(data []byte) []byte { return append([]byte("x"), data...) }, session.ErrChanged},
		{"other bytes", func(data []byte) []byte { return bytes.Repeat([]byte("?"), len(data)) }, session.ErrChanged},
	} {
		t.Run(rewrite.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "session.jsonl")
			if err := os.WriteFile(path, c.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			s := New(file)
			s.Ingest(0, c.Bytes()[:size])
			if err := s.Settle(); err != nil {
				t.Fatal(err)
			}
			p := s.Snapshot(Config{Settings: defaults()})
			if text, err := p.Text(2); err != nil || text != "some output" {
				t.Fatalf("text %q, %v", text, err)
			}
			if err := os.WriteFile(path, rewrite.file(c.Bytes()), 0o600); err != nil {
				t.Fatal(err)
			}
			if text, err := p.Text(2); !errors.Is(err, rewrite.want) {
				t.Errorf("text %q, %v, want %v", text, err, rewrite.want)
			}
			s.Ingest(int64(size), c.Bytes()[size:]) // an edit: the branch is read again
			if err := s.Settle(); !errors.Is(err, rewrite.want) {
				t.Errorf("settling gives %v, want %v", err, rewrite.want)
			}
		})
	}
}

// aside fails a test from another goroutine, and ends that one only.
type aside struct{ *testing.T }

func (a aside) Fatalf(format string, args ...any) {
	a.Errorf(format, args...)
	runtime.Goexit()
}

// Looking, reading texts and taking lines in go on at once; run with -race.
func TestLookWhileLinesArrive(t *testing.T) {
	c := newConversation()
	c.user("u1", "", "start")
	end := "u1"
	for n := range 60 {
		end = c.turn(fmt.Sprintf("t%d", n), end, strings.Repeat("output\n", n))
		if n%20 == 19 {
			c.add(fmt.Sprintf("f%d", n), end, fmt.Sprintf(`"type":"custom","customType":"contextfold.fold","data":{"kind":"layer","layer":{"seq":%d,"entries":[{"id":"r:call-t%d","digestText":"{#abcdef FOLDED} bash"}]}}`, n, n-5))
			end = fmt.Sprintf("f%d", n)
		}
	}
	data := c.Bytes()
	s := New(bytes.NewReader(data))
	config := Config{Settings: defaults(), Window: 8000}
	done := make(chan struct{})
	var looking sync.WaitGroup
	for range 2 {
		looking.Go(func() {
			for ended := false; !ended; {
				select {
				case <-done:
					ended = true
				default:
				}
				p := s.Snapshot(config)
				was := fixed(aside{t}, p)
				if now := fixed(aside{t}, p); now != was {
					t.Errorf("a look changed under its reader")
					return
				}
			}
		})
	}
	at := 0
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		s.Ingest(int64(at), line)
		at += len(line)
		if err := s.Settle(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	looking.Wait()
	if diff := cmp.Diff(look(t, fromScratch(t, data, config)), look(t, s.Snapshot(config)), everything); diff != "" {
		t.Errorf("(-from scratch +incremental):\n%s", diff)
	}
}
