package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/tui/pane"
	"cfold/watch/feed"
)

// compacted is the session most tests show after its first turns were compacted
// away; what its index names is no more in the context.
func compacted(t *testing.T) feed.Update {
	t.Helper()
	s := newStory(t)
	s.user("Go on.")
	s.entry("compaction", object{"summary": "in short", "firstKeptEntryId": s.last(), "tokensBefore": 5})
	path, index := s.write()
	u := loaded(t, path, index, 20000)
	for _, b := range u.Snapshot.Blocks {
		if b.ID == "r:call_1" {
			t.Fatal("the block is still in the context")
		}
	}
	return u
}

func (s *story) last() string { return strings.Split(s.lines[len(s.lines)-1], `"id":"`)[1][:8] }

func TestOriginalsThatLeftTheContextAreRead(t *testing.T) {
	for _, width := range []int{140, 48} {
		m := opened(t, compacted(t), plain(), width, 40)
		m.press("5 enter enter") // the first value, its facts, its blocks
		frame := m.View()
		if !strings.Contains(frame, "#"+block.Code("r:call_1")) || !strings.Contains(frame, "#"+block.Code("r:gone")) {
			t.Fatalf("the blocks of the value are not listed:\n%s", frame)
		}
		m.press("enter /")
		m.typing("handle89(")
		m.press("enter")
		frame = m.View()
		for _, want := range []string{"✓ verified", "left the context", "func handle89("} {
			if !strings.Contains(frame, want) {
				t.Errorf("%q does not stand in\n%s", want, frame)
			}
		}
		check(t, m, "an original")
		m.press("esc j enter")
		if frame = m.View(); !strings.Contains(frame, "cannot be served") {
			t.Errorf("it does not say why nothing is served:\n%s", frame)
		}
		m.press("esc")
		if m.covered() {
			t.Error("esc does not close the list")
		}
	}
}

func TestOriginalsOfALayer(t *testing.T) {
	m := opened(t, compacted(t), plain(), 140, 40)
	m.press("2 o enter w")
	path := filepath.Join(t.TempDir(), "out.txt")
	for range 20 {
		m.press("backspace")
	}
	m.typing(path)
	m.press("enter")
	if data, err := os.ReadFile(path); err != nil || string(data) != listing("src/parser", 90) {
		t.Errorf("written %d bytes, %v", len(data), err)
	}
}

// A place that was closed takes nothing of what was read for it, and another
// generation closes it.
func TestOriginalsAreLetGo(t *testing.T) {
	u := compacted(t)
	m := opened(t, u, plain(), 140, 40)
	cmd := m.askOriginals(pane.OriginalsAskedMsg{IDs: []string{"r:call_1"}})
	run(m, keyMsg("esc"))
	settle(m, cmd)
	if m.covered() {
		t.Error("what was read opened a place that was closed")
	}
	settle(m, m.askOriginals(pane.OriginalsAskedMsg{IDs: []string{"r:call_1"}}))
	if !strings.Contains(m.View(), "✓ verified") {
		t.Errorf("a single original does not open at once:\n%s", m.View())
	}
	u.Generation++
	run(m, updatedMsg{u})
	if m.covered() {
		t.Error("an original of another generation stays open")
	}
}
