package tui

import (
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/tui/pane"
	"cfold/watch/feed"
	"cfold/watch/route"
)

// overlaid are the places that lie over others, by the keys that lead there.
var overlaid = []struct{ name, keys, typed string }{
	{"a question", "F u", ""},
	{"a question about a marked set", "g space space space space p", ""},
	{"handing off", "H", "finish 修理 and \u202emore"},
	{"reading the seed", "H tab G", ""},
	{"a value", "s enter", ""},
	{"a value that is not accepted", "s enter", "nonsense"},
	{"a provider's name", "s a", "x"},
	{"picked lines", "g j j j enter &", "handle"},
	{"help over a question", "F u ?", ""},
}

func TestOverlaidFramesAreExactAtEverySize(t *testing.T) {
	for n, o := range overlaid {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, 120, 40)
			d.press(o.keys)
			d.typing(o.typed)
			for w := 1; w <= 150; w += 1 + w/40 {
				for h := 1 + (w+n)%4; h <= 50; h += 4 {
					d.sized(w, h)
					check(t, d.Model, o.name)
				}
			}
		})
	}
}

func TestUnfoldIsAskedAboutOnce(t *testing.T) {
	d := newDesk(t, 140, 40)
	before := d.read(d.path)
	d.press("F u")
	d.says("Unfold 1 block?")
	d.press("z j f x") // no answer
	d.says("Unfold 1 block?")
	d.press("n")
	d.says("nothing done")
	if d.read(d.path) != before {
		t.Fatal("something was written")
	}
	d.press("u enter")
	d.says("1 unfolded; ")
	added := strings.TrimPrefix(d.read(d.path), before)
	if strings.Count(added, "\n") != 1 || !strings.Contains(added, `"ids":["r:call_1"]`) {
		t.Errorf("the session got %q", added)
	}
	if held := d.reload(nil).HeldCount; held != 2 {
		t.Errorf("%d blocks are held", held)
	}
}

func TestMarkedBlocksAreHeldTogether(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("F F F") // held ones
	d.press("esc g space space space space space space space space p")
	d.says("left out")
	d.says("only tool results and thinking ever fold")
	before := d.read(d.path)
	d.press("y")
	d.says(" held; ")
	if added := strings.TrimPrefix(d.read(d.path), before); strings.Count(added, "\n") != 1 {
		t.Errorf("the session got %q", added)
	}
}

func TestQuestionsCloseWhenTheSessionBecomesAnother(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("F u")
	d.says("Unfold 1 block?")
	before := d.read(d.path)
	d.reload(nil) // the same file, grown or not
	d.says("Unfold 1 block?")
	d.reload(func(u *feed.Update) { u.Generation = 7 })
	d.says("was replaced, cut short or rewritten")
	d.press("enter")
	if d.read(d.path) != before {
		t.Error("something was written")
	}
}

func TestQuestionsCloseWhenThereIsNothingLeftToAsk(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("F u")
	session, _ := route.SessionOf(&d.update)
	other, err := d.options.Desk.Visit(session)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Hold("r:call_1"); err != nil {
		t.Fatal(err)
	}
	d.reload(nil)
	d.says("held already")
}

func TestNothingIsWrittenWithoutADesk(t *testing.T) {
	m := opened(t, made(t), plain(), 140, 40)
	for keys, want := range map[string]string{"F u": noDesk, "H": noDesk, "R": noDesk, "s enter": "cannot be changed here", "s x": "cannot be changed here", "s a": "cannot be changed here"} {
		m.press("1 esc " + keys)
		if frame := m.View(); !strings.Contains(frame, want) {
			t.Errorf("%s: no %q in\n%s", keys, want, frame)
		}
	}
}

func TestHandoffKeepsTheGoalUntilItIsWritten(t *testing.T) {
	d := newDesk(t, 100, 30)
	d.press("H")
	d.typing("ask? quit")
	d.says("ask? quit")
	d.says("the seed, from 1 record")
	d.press("esc H")
	d.says("ask? quit")
	run(d.Model, tea.KeyMsg{Type: tea.KeyCtrlS})
	d.says("seed written")
	made, _ := filepath.Glob(filepath.Join(filepath.Dir(d.path), "context-fold", "*", "handoff-*.md"))
	if len(made) != 1 || !strings.Contains(d.read(made[0]), "ask? quit") {
		t.Errorf("written are %q", made)
	}
	d.press("H")
	if strings.Contains(d.View(), "ask? quit") {
		t.Error("the goal is still there")
	}
}

func TestLinesOfABlockArePickedAndNumbered(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("F enter #")
	d.says("  1 src/parser/part_000.go:0")
	d.press("&")
	d.typing("part_08")
	d.press("enter")
	d.says(" 81 src/parser/part_080.go")
	if strings.Contains(d.View(), "part_079") {
		t.Error("other lines are shown too")
	}
	d.says("10 lines with part_08")
	d.press("& esc")
	d.says("  1 src/parser/part_000.go:0")
	d.press("&")
	d.typing("no such text")
	d.press("enter")
	d.says("no line of it holds that")
}

func TestKeysOfOneReadAreKeysEach(t *testing.T) {
	d := newDesk(t, 140, 40)
	run(d.Model, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("gjj")})
	d.says("3/21")
	run(d.Model, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/par")})
	d.says("/par")
}

// What is done with a block may take it out of the list it was opened from: the
// detail shows it on, as it stands now, until the person moves.
func TestDetailStaysOnTheBlockActedOn(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		width      int
	}{
		{"narrow, in a filtered list", "g F F enter", 80},
		{"narrow, the newest of a filtered list", "F F G enter", 80},
		{"wide, in the list itself", "g F F", 140},
		{"narrow, in the preview of a fold", "3 enter", 80},
		{"wide, in the preview of a fold", "3 l", 140},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, c.width, 40)
			s := newStory(t)
			s.user(listing("more", 600)) // moves the tail on, so that results become maskable
			s.answer("resp_8", 100, say("I see."))
			d.path, d.index = s.write()
			d.reload(nil)
			d.press(c.keys)
			at, ok := d.detail.Block()
			if !ok {
				t.Fatalf("no block is shown:\n%s", d.View())
			}
			id := d.scene.Snapshot.Blocks[at].ID
			d.press("p enter")
			if s := d.reload(nil); s.HeldCount != 2 {
				t.Fatalf("%d blocks are held", s.HeldCount)
			}
			at, ok = d.detail.Block()
			if !ok || d.scene.Snapshot.Blocks[at].ID != id {
				t.Fatalf("the detail is not on %s any more:\n%s", id, d.View())
			}
			d.says("held")
		})
	}
}

// On a low screen a question shows first what cannot be taken back, says that
// there is more, and keeps its keys in sight whatever there is to tell.
func TestQuestionsOnALowScreen(t *testing.T) {
	d := newDesk(t, 40, 10)
	d.press("F u")
	run(d.Model, pane.NoticedMsg{Level: pane.Failure, Text: "something else went wrong"})
	d.says("! this cannot be undone")
	d.says("more below")
	d.says("Enter/y unfold")
	for range 40 {
		d.press("j")
	}
	if frame := d.View(); strings.Contains(frame, "more below") || !strings.Contains(frame, "Enter/y unfold") {
		t.Errorf("at the end:\n%s", frame)
	}
}

func TestMarksThatAFilterHidesAreSaid(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("g space space space space space space space F")
	d.says("7 marked, 6 hidden")
	d.press("p")
	d.says("6 of those marked are hidden by the filter of the list")
	d.press("esc F F F F F F")
	d.says("7 marked")
	if strings.Contains(d.View(), "hidden") {
		t.Errorf("nothing is hidden:\n%s", d.View())
	}
}

// While a line is typed the foot says which keys end it, on a low screen too.
func TestKeysThatEndTypingAreSaid(t *testing.T) {
	for _, size := range [][2]int{{140, 40}, {48, 30}, {40, 10}} {
		d := newDesk(t, size[0], size[1])
		d.press("/")
		d.typing("x")
		if size[1] > 10 { // a low screen says what was found instead
			d.says("Enter does it  Esc leaves")
		}
		d.says("\n /x")
		d.press("esc s enter")
		d.says("  Esc leaves")
		d.says("\n foldAt = 0.45")
	}
}
