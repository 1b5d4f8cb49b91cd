package header

import (
	"strings"
	"testing"
	"time"

	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/pane"
	"cfold/watch/feed"
	"cfold/watch/host"
	"cfold/watch/link"
)

// text is rows without colours.
func text(rows []string) string { return strings.Join(rows, "\n") }

func TestHowPiStands(t *testing.T) {
	tokens := 1200
	for want, u := range map[string]feed.Update{
		"linked, busy":            {Link: &feed.Link{Busy: true}, Pi: host.Running},
		"linked, idle":            {Link: &feed.Link{Usage: &tokens}},
		"running unlinked":        {Pi: host.Running, LinkHint: "to link: \x1b[31mcfold-tui link install"},
		"linked, idle, no engine": {Link: &feed.Link{Fault: &link.Fault{}}, LinkHint: "nothing folds: there is no /x\x1b[31m: cfold-tui link install"},
		"closed?":                 {Pi: host.None},
		"Pi unknown":              {},
	} {
		u.Phase = feed.Following
		scene := &pane.Scene{Theme: theme.New(theme.Options{}), Now: time.Unix(1, 0), Snapshot: new(live.Snapshot), Linked: u.Link != nil}
		for _, n := range []int{1, 2} {
			rows := text(Rows(scene, &u, 140, n))
			if !strings.Contains(rows, want) || strings.Contains(rows, "\x1b") {
				t.Errorf("%d rows say %q, not %q", n, rows, want)
			}
			if hinted := strings.Contains(rows, "cfold-tui link install"); hinted != (u.LinkHint != "") {
				t.Errorf("%s: the hint stands there: %t in %q", want, hinted, rows)
			}
			if u.Link != nil && u.Link.Usage != nil && !strings.Contains(rows, "1.2k of") {
				t.Errorf("the usage that Pi tells is not in %q", rows)
			}
		}
		if none := strings.Contains(text(Label(scene, 140, 1)), "no folding here"); none != (u.Link == nil) {
			t.Errorf("%s: nobody folds: %t", want, none)
		}
	}
}

// Where there is no room for what is the matter with the engine, it is still said that nothing folds.
func TestAnEngineThatDoesNotRunIsSaidInLittleRoom(t *testing.T) {
	u := feed.Update{Phase: feed.Following, Link: &feed.Link{Fault: &link.Fault{}}, LinkHint: "nothing folds: there is no /" + strings.Repeat("x", 200)}
	scene := &pane.Scene{Theme: theme.New(theme.Options{}), Now: time.Unix(1, 0), Snapshot: new(live.Snapshot), Linked: true}
	rows := text(Rows(scene, &u, 60, 2))
	for _, want := range []string{"no engine", "nothing folds: there is no /xxx"} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is not in %q", want, rows)
		}
	}
}
