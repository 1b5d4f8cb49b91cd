package tui

import (
	"testing"

	"cfold/watch/feed"
)

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
