package tui

import (
	"testing"
	"time"

	"cfold/engine/live"
	"cfold/engine/session"
	"cfold/watch/feed"
	"cfold/watch/route"
)

// A file that is no session is not shown as one in which nothing happens, and no key
// acts on it.
func TestAFileThatIsNoSession(t *testing.T) {
	u := made(t)
	for want, counts := range map[string]session.Counts{
		"not a Pi session": {Lines: 3, Malformed: 2, Entries: 1},
		"no entries yet":   {Lines: 1, Blank: 1},
	} {
		t.Run(want, func(t *testing.T) {
			m := New(Options{Theme: plain(), Desk: new(route.Desk)}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
			m.sized(140, 40)
			run(m, updatedMsg{u})
			odd := u
			odd.Snapshot, odd.Generation = &live.Snapshot{Counts: counts}, u.Generation+1
			run(m, updatedMsg{odd})
			shows(t, m, want, "no session has been read yet", "!folded", "!0 layers", "!cache not measured", "!unnamed session")
			for _, scene := range scenes {
				m.press(scene.keys)
				check(t, m, scene.name)
				m.press("esc esc f u H esc")
				check(t, m, scene.name)
			}
		})
	}
}

// A warning about the file ends with what it was said of: the file is there again, or
// has become another one.
func TestWarningsOfAFileAsItWas(t *testing.T) {
	u := made(t)
	warned := func(phase feed.Phase, generation int, text string) feed.Update {
		n := u
		n.Phase, n.Generation = phase, generation
		if text != "" {
			n.Notices = []feed.Notice{{Level: feed.Warning, Text: text, At: shown}}
		}
		return n
	}
	const gone, odd = "the session file is gone", "holds lines that are not JSON"
	back := warned(feed.Following, u.Generation+1, gone)
	back.Notices = append(back.Notices, feed.Notice{Level: feed.Info, Text: "the session came back", At: shown})
	for name, c := range map[string]struct {
		first, then feed.Update
		want, not   string
	}{
		"still gone":         {warned(feed.Gone, u.Generation, gone), warned(feed.Gone, u.Generation, ""), gone, "came back"},
		"back":               {warned(feed.Gone, u.Generation, gone), warned(feed.Following, u.Generation, ""), "folded", gone},
		"another one":        {warned(feed.Following, u.Generation, odd), warned(feed.Loading, u.Generation+1, ""), "reading", odd},
		"gone and back":      {warned(feed.Following, u.Generation, ""), back, "came back", gone},
		"nothing new":        {warned(feed.Following, u.Generation, odd), warned(feed.Following, u.Generation, ""), odd, "came back"},
		"another one is odd": {warned(feed.Gone, u.Generation, gone), warned(feed.Following, u.Generation+1, odd), odd, gone},
	} {
		t.Run(name, func(t *testing.T) {
			m := opened(t, u, plain(), 140, 40)
			run(m, updatedMsg{c.first})
			run(m, updatedMsg{c.then})
			shows(t, m, c.want, "!"+c.not)
		})
	}
}

// The built-in session is called what it is, for no Pi writes it and its times are
// invented; another session that is picked, or a linked one, stands as it does.
func TestTheDemoIsCalledOne(t *testing.T) {
	u := made(t)
	linked := u
	linked.Link = new(feed.Link)
	for _, c := range []struct {
		demo   string
		update feed.Update
		shows  []string
	}{
		{u.Path, u, []string{" demo ", "!closed?", "!22m ago"}},
		{"/tmp/another.jsonl", u, []string{"! demo ", "closed?", "22m ago"}},
		{"", u, []string{"! demo ", "closed?", "22m ago"}},
		{u.Path, linked, []string{"! demo ", "linked, idle", "22m ago"}},
	} {
		m := New(Options{Theme: plain(), Demo: c.demo}, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }}, shown)
		m.sized(140, 40)
		run(m, updatedMsg{c.update})
		shows(t, m, c.shows...)
	}
}
