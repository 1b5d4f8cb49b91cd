package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"cfold/tui/layout"
	"cfold/tui/pane"
)

func TestKeys(t *testing.T) {
	u := made(t)
	for _, c := range []struct {
		name, keys string
		want       string // somewhere in the frame
	}{
		{"number goes to a place", "3", "[3 Ladder]"},
		{"tab goes on", "tab tab", "[3 Ladder]"},
		{"shift+tab goes back, round the end", "shift+tab", "[8 Notes]"},
		{"s is the settings", "s", "[7 Settings]"},
		{"enter goes in", "enter", "[Detail · original]"},
		{"esc comes out", "enter esc", "[1 Blocks]"},
		{"arrows go in and out", "right left", "[1 Blocks]"},
		{"v shows what is sent", "enter v", "[Detail · what the model sees]"},
		{"g is the first block", "g", "1/21"},
		{"j goes down", "g j j", "3/21"},
		{"k at the top stays", "g k", "1/21"},
		{"G follows", "g G", "21/21 · following"},
		{"leaving the newest stops following", "k", "20/21"},
		{"f filters by kind", "f", "results"},
		{"f twice is errors", "f f", "1/1 · errors"},
		{"F filters by state", "F", "1/1 · folded"},
		{"esc takes filters away", "f F esc", "21/21"},
		{"z sorts by size", "z", "by size"},
		{"} is the next turn", "g }", "11/21"},
		{"{ is the turn before", "{ {", "11/21"},
		{"space marks and goes on", "g space", "1 marked"},
		{"n without a search says so", "n", "nothing found: / searches"},
		{"B without another session says so", "B", "there is no other session"},
		{"S without a list says so", "S", "there are no other sessions"},
		{"? shows the keys", "?", "Keys · Blocks"},
		{"? again closes them", "? ?", "[1 Blocks]"},
		{"e finds the next error line", "g e", "6/21"},
		{"O says there is no more output", "enter O", "names no file with more output"},
		{"in the layers b leads to blocks", "2 b", "layer 1"},
		{"in the index b leads to blocks", "5 b", "index: src/parser/part_001.go"},
		{"in the events b leads to blocks", "6 g j j b", "layer 1"},
		{"c is the hit ratio", "4 c", "hit ratio"},
		{"m is misses only", "4 m", "misses only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := opened(t, u, plain(), 140, 40)
			m.press(c.keys)
			if frame := m.View(); !strings.Contains(frame, c.want) {
				t.Errorf("after %q there is no %q in\n%s", c.keys, c.want, frame)
			}
			check(t, m, c.keys)
		})
	}
}

// Every binding that help shows does something everywhere it is shown: it
// changes the frame, or starts something, or says why it cannot.
func TestEveryShownKeyWorks(t *testing.T) {
	u := made(t)
	for place := range 8 {
		m := opened(t, u, plain(), 140, 40)
		m.goTo(place)
		for _, b := range m.here().main.Keys() {
			m := opened(t, u, plain(), 140, 40)
			m.options.Now = nil
			run(m, keyMsg([]string{"1", "2", "3", "4", "5", "6", "7", "8"}[place]))
			m.press("j") // away from the end, so that moving moves
			m.press("g")
			if b.Help() == pane.Next.Help() || b.Help() == pane.Prev.Help() {
				m.press("/")
				m.typing("e")
				m.press("enter g")
			}
			if strings.HasPrefix(b.Help().Key, "Esc") {
				m.press("f")
			}
			if b.Help().Desc == "previous turn" || b.Help().Desc == "previous kind" {
				m.press("G")
			}
			if m.places[place].name == "Ladder" || m.places[place].name == "Settings" {
				continue // tested with what they act on
			}
			before, frame := m.View(), ""
			_, cmd := m.Update(keyMsg(b.Keys()[0]))
			if frame = m.View(); frame == before && cmd == nil {
				t.Errorf("%s: %s (%s) did nothing", m.here().name, b.Help().Key, b.Help().Desc)
			}
		}
	}
}

// Esc and a key in one read are told from Alt and the key by nothing.
func TestEscJustBeforeAKey(t *testing.T) {
	m := opened(t, made(t), plain(), 120, 30)
	m.press("?")
	run(m, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("2"), Alt: true})
	if m.helping || m.here().name != "Layers" {
		t.Errorf("helping %t, at %s", m.helping, m.here().name)
	}
	m.press("1 /")
	run(m, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("b"), Alt: true})
	if line, _ := m.prompted(); line == nil {
		t.Error("Alt and a letter ended the prompt")
	}
}

func TestTypingTakesEveryKey(t *testing.T) {
	m := opened(t, made(t), plain(), 120, 30)
	m.press("/")
	m.typing("q?1 S")
	line, _ := m.focused().Typing()
	if line == nil || line.Value() != "q?1 S" {
		t.Fatalf("the prompt holds %v", line)
	}
	m.press("esc")
	if line, _ := m.focused().Typing(); line != nil {
		t.Error("esc does not end the prompt")
	}
}

// A search finds what only a folded original holds, and leads to it.
func TestSearchFindsFoldedOriginals(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 40)
	m.press("/")
	m.typing("handle89(")
	m.press("enter")
	if i, _ := m.blocks.Current(); m.scene.Snapshot.Blocks[i].ID != "r:call_1" {
		t.Errorf("the search led to %s", m.scene.Snapshot.Blocks[i].ID)
	}
	if !strings.Contains(m.View(), "func handle89(") {
		t.Errorf("the detail does not show the place:\n%s", m.View())
	}
	m.press("/")
	m.typing("nowhere at all")
	m.press("enter")
	if !strings.Contains(m.View(), "not found") {
		t.Errorf("a vain search does not say so:\n%s", m.View())
	}
}

func TestWritingNeverOverwrites(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 40)
	path := filepath.Join(t.TempDir(), "out.txt")
	write := func() {
		m.press("g w")
		for range 20 {
			m.press("backspace")
		}
		m.typing(path)
		m.press("enter")
	}
	write()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "Find out why the parser drops the last line." {
		t.Fatalf("%q, %v", data, err)
	}
	if !strings.Contains(m.View(), "wrote "+path) {
		t.Errorf("it does not say that it wrote:\n%s", m.View())
	}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	write()
	if data, _ := os.ReadFile(path); string(data) != "mine" {
		t.Errorf("the file was written over: %q", data)
	}
	if !strings.Contains(m.View(), "exists already") {
		t.Errorf("it does not say that the file exists:\n%s", m.View())
	}
}

// What is written is the original to the byte, what is opened is sanitised.
func TestHostileTextLeavesAsItShould(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 40)
	m.press("f f")
	i, _ := m.blocks.Current()
	path := filepath.Join(t.TempDir(), "raw")
	run(m, writeText(originals(m.scene.Snapshot, []int{i}), path)())
	raw, err := os.ReadFile(path)
	if err != nil || string(raw) != hostile {
		t.Errorf("written %q, %v", raw, err)
	}
	ready, ok := prepare(originals(m.scene.Snapshot, []int{i}))().(openableMsg)
	if !ok {
		t.Fatal("no copy to open was made")
	}
	defer os.Remove(ready.path)
	safe, err := os.ReadFile(ready.path)
	if err != nil || slices.ContainsFunc([]rune(string(safe)), func(r rune) bool { return r < 0x20 && r != '\n' || r >= 0x7f && r < 0xa0 }) {
		t.Errorf("opened %q, %v", safe, err)
	}
}

func TestMouse(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 40)
	body := m.frame.Body()
	m.mouse(12, body.Y, tea.MouseButtonLeft, tea.MouseActionPress)
	if m.at != layersPlace {
		t.Errorf("a click on the second place leads to place %d", m.at)
	}
	m.press("1")
	m.mouse(5, body.Y+3, tea.MouseButtonLeft, tea.MouseActionPress)
	if i, _ := m.blocks.Current(); i != 1 {
		t.Errorf("a click on the third row leads to block %d", i)
	}
	m.mouse(100, body.Y+3, tea.MouseButtonLeft, tea.MouseActionPress)
	if !m.inside {
		t.Error("a click into the detail does not go there")
	}
	x := m.frame.Divider.X
	m.mouse(x, body.Y+5, tea.MouseButtonLeft, tea.MouseActionPress)
	m.mouse(x+20, body.Y+5, tea.MouseButtonLeft, tea.MouseActionMotion)
	m.mouse(x+20, body.Y+5, tea.MouseButtonLeft, tea.MouseActionRelease)
	if got := m.frame.Divider.X; got != x+20 {
		t.Errorf("the divider stands at %d, want %d", got, x+20)
	}
	if m.Prefs().Split == 0 {
		t.Error("the split is not remembered")
	}
	m.mouse(100, body.Y+3, tea.MouseButtonWheelDown, tea.MouseActionPress)
	check(t, m, "after the mouse")
}

// Following, a new block comes under the cursor; away from the newest it is
// counted.
func TestFollowing(t *testing.T) {
	s := newStory(t)
	path, index := s.write()
	first := loaded(t, path, index, 20000)
	m := opened(t, first, plain(), 140, 40)
	s.answer("resp_8", 100, say("One more thing."))
	more, index := s.write()
	second := loaded(t, more, index, 20000)
	m.press("g")
	run(m, updatedMsg{second})
	if !strings.Contains(m.View(), "↓ 1 new block · G follows") {
		t.Errorf("no marker of what is new:\n%s", m.View())
	}
	m.press("G")
	if i, _ := m.blocks.Current(); i != len(second.Snapshot.Blocks)-1 {
		t.Errorf("G leads to block %d", i)
	}
	check(t, m, "following")
}

// A result of another generation of the file is dropped.
func TestStaleResultsAreDropped(t *testing.T) {
	u := made(t)
	m := opened(t, u, plain(), 140, 40)
	_, cmd := m.Update(keyMsg("g"))
	next := u
	next.Generation++
	next.Snapshot = nil
	m.Update(updatedMsg{next})
	settle(m, cmd)
	if strings.Contains(m.View(), "Find out why") {
		t.Errorf("what was read of the old file is shown:\n%s", m.View())
	}
	check(t, m, "stale")
}

func TestHelpListsWhatIsBound(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 60)
	m.press("?")
	frame := ansi.Strip(m.View())
	for _, s := range m.helpSections() {
		for _, b := range s.Keys {
			if !strings.Contains(frame, b.Help().Desc) {
				t.Errorf("help does not name %s (%s)", b.Help().Key, b.Help().Desc)
			}
		}
	}
}

func TestNarrowShowsOnePane(t *testing.T) {
	m := opened(t, made(t), plain(), layout.WideFrom-1, 30)
	if !m.frame.Detail.Empty() {
		t.Error("two panes on a narrow screen")
	}
	m.press("enter")
	if !m.frame.List.Empty() || m.frame.Detail.Empty() {
		t.Error("going in does not show the detail alone")
	}
}

// What has nothing to show says so, and leads nowhere.
func TestEmptyPlacesSaySo(t *testing.T) {
	path, _ := newStory(t).write()
	m := opened(t, loaded(t, path, "", 20000), plain(), 80, 24)
	m.press("5 enter")
	if frame := m.View(); m.inside || !strings.Contains(frame, "there is nothing here to open") {
		t.Errorf("the index without values:\n%s", frame)
	}
	waiting := New(Options{Theme: plain()}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
	waiting.sized(48, 30)
	waiting.press("3")
	if frame := waiting.View(); !strings.Contains(frame, "no session has been read yet") {
		t.Errorf("the ladder without a session:\n%s", frame)
	}
	check(t, waiting, "the ladder without a session")
}

func TestEventsOfAnotherDayShowDateAndClock(t *testing.T) {
	m := opened(t, made(t), plain(), 80, 24)
	later := *m.scene
	later.Now = shown.AddDate(0, 0, 3)
	m.show(&later)
	m.press("6")
	if frame := m.View(); !strings.Contains(frame, " 01-02 10:01 ") {
		t.Errorf("no date and clock:\n%s", frame)
	}
}
