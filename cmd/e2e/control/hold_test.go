package control

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
	"cfold/engine/journal"
)

// folded lists the folded blocks alone.
func (d *desk) folded() {
	d.t.Helper()
	d.keys("F")
	d.WaitForText("· folded")
}

func TestUnfoldAsksThenShowsTheBlockHeld(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		before, snapshot := d.read(d.path), d.load()
		d.open()
		d.folded()
		d.keys("u")
		s := d.WaitForText("Unfold 1 block?")
		for _, part := range []string{"sent anew", "≈ $", "context", "% →", "next fold", "cannot be undone", "opens this session"} {
			if !s.Contains(part) {
				t.Errorf("the question does not say %q:\n%s", part, s)
			}
		}
		d.keys("Escape")
		d.WaitForText("nothing done")
		if d.read(d.path) != before {
			t.Fatal("a question that was answered no has written")
		}
		d.keys("g", "Space", "Space", "u")
		d.WaitForText("Unfold 2 blocks?")
		d.keys("Enter")
		d.WaitForText("2 unfolded; Pi sees it")
		d.WaitForText(fmt.Sprintf("%d held", snapshot.HeldCount+2))
		added := strings.TrimPrefix(d.read(d.path), before)
		if strings.Count(added, "\n") != 1 || !strings.Contains(added, `"data":{"kind":"unfold","ids":["`) {
			t.Errorf("the session got %q", added)
		}
		if now := d.load(); now.HeldCount != snapshot.HeldCount+2 || now.FoldedCount != snapshot.FoldedCount-2 {
			t.Errorf("%d held, %d folded", now.HeldCount, now.FoldedCount)
		}
		d.alive()
	})
}

func TestHoldTakesWhatIsWhole(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		held := d.load().HeldCount
		d.open()
		d.keys("G", "f")
		d.WaitForText("· results")
		d.keys("p")
		d.WaitForText("Hold 1 block?")
		d.WaitForText("nothing: what was sent stays")
		d.keys("y")
		d.WaitForText("1 held; Pi sees it")
		d.WaitForText(fmt.Sprintf("%d held", held+1))
		d.keys("p")
		d.WaitForText("it is held already")
		d.folded()
		d.keys("p")
		d.WaitForText("it is folded already")
		d.keys("Escape")
		d.WaitFor(func(s term.Screen) bool { return !s.Contains("· folded") }, "all blocks")
		d.keys("G", "u") // the newest block is no result
		d.WaitForText("only tool results and thinking")
		d.alive()
	})
}

// under opens a session, asks the question, and changes the file meanwhile.
func under(t *testing.T, change func(d *desk), said string, after func(d *desk)) {
	everySize(t, func(t *testing.T, d *desk) {
		d.open()
		d.folded()
		d.keys("u")
		d.WaitForText("Unfold 1 block?")
		change(d)
		changed := d.read(d.path)
		// Where the change is seen first the question closes by itself; Enter then
		// only leads into the block.
		d.keys("Enter")
		d.WaitForText(said)
		if got := d.read(d.path); got != changed {
			t.Errorf("the file became\n%.300s", strings.TrimPrefix(got, changed))
		}
		after(d)
		d.keys("Escape")
		d.alive()
	})
}

func nothing(*desk) {}

func TestDeletedUnderTheQuestion(t *testing.T) {
	under(t, func(d *desk) {
		if err := os.Remove(d.path); err != nil {
			t.Fatal(err)
		}
	}, "nothing written", func(d *desk) {
		if _, err := os.Stat(d.path); err == nil {
			t.Error("the session is there again")
		}
	})
}

func TestReadOnlyUnderTheQuestion(t *testing.T) {
	under(t, func(d *desk) {
		if err := os.Chmod(d.path, 0o444); err != nil {
			t.Fatal(err)
		}
	}, "nothing written", nothing)
}

func TestTruncatedUnderTheQuestion(t *testing.T) {
	under(t, func(d *desk) {
		if err := os.Truncate(d.path, int64(len(d.read(d.path))/2)); err != nil {
			t.Fatal(err)
		}
	}, "nothing", nothing)
}

func TestReplacedUnderTheQuestion(t *testing.T) {
	under(t, func(d *desk) {
		d.write(d.path+".new", d.read(d.path))
		if err := os.Rename(d.path+".new", d.path); err != nil {
			t.Fatal(err)
		}
	}, "nothing", nothing)
}

func TestReadOnlySessionIsNotAskedAbout(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		if err := os.Chmod(d.path, 0o444); err != nil {
			t.Fatal(err)
		}
		d.open()
		d.folded()
		d.keys("u")
		d.WaitForText("error: nothing written")
		d.alive()
	})
}

// interrupted makes the session end as a writer leaves it that was killed between
// its append and its repair.
func (d *desk) interrupted() {
	snapshot := d.load()
	d.write(d.path, d.read(d.path)+fmt.Sprintf(`{"type":"message","id":"f00d0001","parentId":%[1]q,"timestamp":"2026-01-02T12:00:01.000Z","message":{"role":"user","content":"and one more thing","timestamp":1767355201000}}
{"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":["r:none"]},"id":"f00d0002","parentId":%[1]q,"timestamp":"2026-01-02T12:00:02.000Z"}
`, snapshot.Leaf))
}

func TestInterruptedWriterIsMended(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		blocks := len(d.load().Blocks)
		d.interrupted()
		d.open()
		d.WaitForText("interrupted writer")
		d.keys("R")
		d.WaitForText("Mend the session?")
		d.keys("Escape")
		d.WaitForText("nothing done")
		d.keys("R")
		d.WaitForText("Mend the session?")
		d.keys("Enter")
		d.WaitForText("1 record mended")
		if broken, err := journal.NeedsRepair(d.path); broken || err != nil {
			t.Errorf("still to be mended: %v, %v", broken, err)
		}
		if now := len(d.load().Blocks); now != blocks+1 {
			t.Errorf("%d blocks, want %d", now, blocks+1)
		}
		d.keys("R")
		d.WaitForText("nothing to mend")
		d.alive()
	})
}

func TestWritingMendsFirst(t *testing.T) {
	e2e.Require(t, "tmux")
	d := newDesk(t)
	d.width, d.height = sizes[1][0], sizes[1][1]
	d.interrupted()
	d.open()
	// The prompt that slipped in is not on the branch that the screen shows.
	d.folded()
	d.keys("u")
	d.WaitForText("interrupted writer left")
	d.keys("Enter")
	d.WaitForText("1 unfolded; Pi sees it")
	if broken, err := journal.NeedsRepair(d.path); broken || err != nil {
		t.Errorf("still to be mended: %v, %v", broken, err)
	}
	d.alive()
}
