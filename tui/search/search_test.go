package search

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/watch/feed"
)

// session is a snapshot of that many user messages, "message N".
func session(t *testing.T, n int) *live.Snapshot {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-02T10:00:00Z","cwd":"/x"}` + "\n")
	parent := "null"
	for i := range n {
		fmt.Fprintf(&b, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2026-01-02T10:00:00Z","message":{"role":"user","timestamp":%d,"content":"Message %d"}}`+"\n", i, parent, 1000+i, i)
		parent = fmt.Sprintf("%q", fmt.Sprintf("%08x", i))
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := feed.Load(feed.Options{Session: path, Cwd: "/x", Agent: t.TempDir(), Environ: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close() })
	return u.Snapshot
}

func order(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// finish runs a search to its end and counts its chunks.
func finish(t *testing.T, s *Searcher, cmd tea.Cmd) (chunks int) {
	t.Helper()
	for cmd != nil {
		msg, ok := cmd().(ChunkMsg)
		if !ok {
			return chunks
		}
		chunks++
		cmd, _, ok = s.Take(msg)
		if !ok {
			t.Fatal("a chunk of this search was refused")
		}
	}
	return chunks
}

func TestSearchFindsInChunks(t *testing.T) {
	snapshot := session(t, 200)
	var s Searcher
	if chunks := finish(t, &s, s.Start(snapshot, "message 19", order(200))); chunks != 4 {
		t.Errorf("%d chunks", chunks)
	}
	// 19 and 190 to 199.
	if s.Hits() != 11 || !s.Hit("u:1019") || s.Hit("u:1020") {
		t.Errorf("%d hits", s.Hits())
	}
	if looked, total, busy := s.Busy(); busy || looked != 200 || total != 200 {
		t.Errorf("looked at %d of %d, busy %v", looked, total, busy)
	}
}

func TestANewSearchEndsTheOldOne(t *testing.T) {
	snapshot := session(t, 100)
	var s Searcher
	old := s.Start(snapshot, "message", order(100))
	msg := old().(ChunkMsg)
	fresh := s.Start(snapshot, "message 7", order(100))
	if _, _, ok := s.Take(msg); ok {
		t.Error("a chunk of the old search was taken")
	}
	if msg.next() != nil {
		t.Error("the old search went on")
	}
	finish(t, &s, fresh)
	if s.Hits() != 11 {
		t.Errorf("%d hits", s.Hits())
	}
	s.Stop()
	if s.Term() != "" || s.Hits() != 0 {
		t.Error("a stopped search keeps its hits")
	}
}

func TestNext(t *testing.T) {
	snapshot := session(t, 30)
	var s Searcher
	is := func(want string) func(*block.Block, string) bool {
		return func(_ *block.Block, text string) bool { return text == want }
	}
	msg := s.Next(snapshot, order(30), is("Message 12"))().(NextMsg)
	if msg.Block != 12 || !msg.Of(&s, snapshot) {
		t.Errorf("%+v", msg)
	}
	if msg = s.Next(snapshot, order(30), is("nothing"))().(NextMsg); msg.Block != -1 {
		t.Errorf("found at %d", msg.Block)
	}
	s.Next(snapshot, nil, is(""))
	if msg.Of(&s, snapshot) {
		t.Error("an old look is taken for the newest")
	}
}
