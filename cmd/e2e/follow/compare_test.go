package follow

import (
	"encoding/json"
	"math"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
)

// everyPlace compares what the places show with what the session holds, and that with what the model received last. It
// leaves the screen where it was.
func (r *run) everyPlace(screen *term.Pane, f *figures) {
	r.t.Helper()
	codes := map[string]bool{}
	for id := range f.folded {
		codes[codeOf(id)] = true
	}
	if diff := cmp.Diff(r.sent(), codes); diff != "" {
		r.t.Errorf("digests (-the model received +the session holds):\n%s", diff)
	}
	for _, place := range []struct {
		key, name string
		diff      func(term.Screen) string
	}{
		{"2", "layers", func(s term.Screen) string { return cmp.Diff(f.layerRows(), rows(s, 0, 1, 3, 4, 5, 6)) }},
		{"6", "events", func(s term.Screen) string { return cmp.Diff(f.eventRows(), rows(s, 0, 1)) }},
		{"4", "cache", func(s term.Screen) string { return cmp.Diff(f.cacheWords(), said(s, f.cacheWords())) }},
		{"1", "newest blocks", f.newestBlocks},
		{"g", "first blocks", f.firstBlocks},
		{"G", "newest blocks again", f.newestBlocks},
	} {
		screen.SendKeys(place.key)
		var diff string
		e2e.Await(r.t, "the "+place.name+" that the session holds", func() bool {
			diff = place.diff(screen.Capture())
			return diff == ""
		}, func() string { return "(-held +shown)\n" + diff + "\n" + string(screen.Capture()) })
	}
	newest := f.blocks[len(f.blocks)-1]
	screen.WaitFor(func(s term.Screen) bool {
		return s.Contains("#"+codeOf(newest.id)) && s.Contains(newest.id)
	}, "the detail of the newest block, "+newest.id)
}

// newestBlocks compares the last blocks of the context with what a screen lists, firstBlocks the first ones.
func (f *figures) newestBlocks(s term.Screen) string {
	all, shown := f.blockRows(), blockRows(s)
	return cmp.Diff(all[len(all)-fill(all):], shown[max(len(shown)-fill(all), 0):])
}

func (f *figures) firstBlocks(s term.Screen) string {
	all, shown := f.blockRows(), blockRows(s)
	return cmp.Diff(all[:fill(all)], shown[:min(len(shown), fill(all))])
}

// fill is how many blocks a screen lists at least where the context has that many. Headings of turns take rows too.
func fill(all []string) int { return min(len(all), height-bodyFrom-footRows-4) }

// status is what the program prints of a session, as far as the session's records tell it.
type status struct {
	Used      int `json:"usage_tokens"`
	Window    int
	Layers    int `json:"layer_count"`
	Folded    int `json:"folded_blocks"`
	Held      int `json:"held_blocks"`
	Masked    int `json:"masked_tokens"`
	Blocks    int
	Dollars   float64
	Telemetry struct {
		Turns, FoldEvents, FoldSavedTokens, FoldReprefillTokens, FoldNetTokens int
		Totals                                                                 struct{ Input, CacheRead, CacheWrite int }
	}
}

func (f *figures) status() status {
	s := status{
		Used: f.used, Window: window, Layers: len(f.layers), Folded: len(f.folded), Held: len(f.held), Masked: f.masked,
		Blocks: len(f.blocks), Dollars: math.Round(f.dollars*1e6) / 1e6,
	}
	t := &s.Telemetry
	t.Turns, t.FoldEvents, t.FoldSavedTokens = f.responses, len(f.layers), f.saved
	t.FoldReprefillTokens, t.FoldNetTokens = f.paid, f.accrued-f.paid
	t.Totals.Input, t.Totals.CacheRead, t.Totals.CacheWrite = f.all.Input, f.all.CacheRead, f.all.CacheWrite
	return s
}

// afresh compares the screen with that of a program that starts now, and what status prints with what the session holds.
func (r *run) afresh(screen *term.Pane, f *figures) {
	r.t.Helper()
	var diff string
	e2e.Await(r.t, "the screen to be as drawn afresh", func() bool {
		diff = cmp.Diff(ageless(r.once(r.path())), ageless(screen.Capture()))
		return diff == ""
	}, func() string { return "(-afresh +shown)\n" + diff })

	var printed status
	if err := json.Unmarshal([]byte(r.output("status", "--json", "-s", r.path())), &printed); err != nil {
		r.t.Fatal(err)
	}
	if diff := cmp.Diff(f.status(), printed); diff != "" {
		r.t.Errorf("status (-the session holds +printed):\n%s", diff)
	}
}
