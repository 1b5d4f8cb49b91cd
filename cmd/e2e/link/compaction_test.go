package link

import (
	"slices"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// compactions waits until the session holds so many.
func (w *world) compactions(pane *term.Pane, n int) recorded {
	w.t.Helper()
	var s recorded
	e2e.Await(w.t, "the compaction", func() bool {
		s = w.onlySession()
		return len(s.compactions) >= n
	}, func() string { return string(pane.Capture()) })
	return s
}

// digests is each digest that stands in a request, by its code.
func digests(messages []message) map[string]string {
	list := map[string]string{}
	for _, m := range messages {
		for j, code := range m.tags {
			if code != "" {
				list[code] = m.Parts[j]
			}
		}
	}
	return list
}

// A setting that a viewer has saved rules the next compaction: it is left to Pi's model. One that fails there changes
// nothing, and what stands folded in the part that is kept stands as it did.
func TestACompactionByPisModel(t *testing.T) {
	t.Parallel()
	w := foldedWorld(t)
	w.Settings(map[string]any{"compaction": map[string]any{"keepRecentTokens": 28_000}, "retry": map[string]any{"enabled": false}})
	_, pane, v := w.open()
	w.ask(pane, v, "all well")
	before := w.onlySession()
	index := len(before.indexLines(t))
	stood := digests(w.last())

	w.setting(`{"compact":"native"}`)
	if _, err := v.Settings(w.context()); err != nil {
		t.Fatal(err)
	}
	start := len(w.server.Requests())
	w.server.Extend(provider.Step{Status: 400})
	say(pane, "/compact")
	pane.WaitForText("Compaction failed")
	if n := len(w.server.Requests()); n != start+1 {
		t.Errorf("%d requests for a compaction, want one", n-start)
	}
	if s := w.onlySession(); len(s.compactions) > 0 || len(s.indexLines(t)) != index {
		t.Errorf("%d compactions, %d lines in the seed index, which had %d", len(s.compactions), len(s.indexLines(t)), index)
	}
	w.server.Extend(provider.Step{Text: "What the model makes of it."})
	say(pane, "/compact")
	s := w.compactions(pane, 1)
	if !strings.Contains(s.compactions[0], "What the model makes of it.") {
		t.Errorf("the summary is %.200s", s.compactions[0])
	}
	w.ask(pane, v, "it goes on")
	kept := 0
	for code, digest := range digests(w.last()) {
		kept++
		if stood[code] != digest {
			t.Errorf("{#%s} stood as %.200s and now as %.200s", code, stood[code], digest)
		}
	}
	if kept == 0 || kept == len(stood) {
		t.Errorf("%d of %d blocks stand as digests in what is kept", kept, len(stood))
	}
	if first := w.last()[0]; !strings.Contains(first.Parts[0], "What the model makes of it.") {
		t.Errorf("the context begins with %.300s", first.Parts[0])
	}
	if s := w.onlySession(); len(s.indexLines(t)) != index {
		t.Errorf("%d lines in the seed index, which had %d", len(s.indexLines(t)), index)
	}
}

// A compaction that was made here and then called off is void: its record in the seed index is retracted, and the next
// one is made as if it had not been.
func TestACompactionThatIsCalledOff(t *testing.T) {
	t.Parallel()
	w := foldedWorld(t)
	w.extend("veto")
	w.Settings(map[string]any{"compaction": map[string]any{"keepRecentTokens": 20_000}})
	_, pane, v := w.open()
	w.ask(pane, v, "all well")
	start := len(w.server.Requests())
	index := len(w.onlySession().indexLines(t))

	say(pane, "/compact")
	pane.WaitForText("Compaction cancelled")
	var lines []string
	e2e.Await(t, "the retraction", func() bool {
		lines = w.onlySession().indexLines(t)
		return len(lines) == index+2
	}, func() string { return strings.Join(lines, "\n") })
	if !strings.Contains(lines[index], `"trigger":"compact"`) || !strings.Contains(lines[index+1], `"kind":"fold-retract"`) {
		t.Errorf("the index ends with\n%s\n%s", lines[index], lines[index+1])
	}
	w.ask(pane, v, "it goes on")
	if got := w.turns(start); !slices.Equal(got, []turn{grew}) {
		t.Errorf("the request after it went %v", got)
	}

	say(pane, "/compact")
	s := w.compactions(pane, 1)
	if !strings.HasPrefix(s.compactions[0], "# Compacted history") {
		t.Errorf("the summary is %.200s", s.compactions[0])
	}
	if n := len(w.server.Requests()); n != start+1 {
		t.Errorf("%d requests for one prompt", n-start)
	}
}

// While context-fold folds, what a viewer asks for during a compaction waits until that has ended, well or not; then Pi
// reloads. After it, and after a reload that the person asks for, the session goes on from the compaction.
func TestReloadingAroundACompaction(t *testing.T) {
	t.Parallel()
	w := foldedWorld(t)
	w.standIn()
	w.Settings(map[string]any{"compaction": map[string]any{"keepRecentTokens": 28_000}, "retry": map[string]any{"enabled": false}})
	_, pane, v := w.open()
	if h := v.Hello(); h.Mode != link.Companion {
		t.Fatalf("hello: %+v", h)
	}
	for _, made := range []bool{false, true} {
		w.ask(pane, v, "before it")
		start, n := len(w.server.Requests()), len(w.onlySession().compactions)
		id := w.standingID()
		hold := make(chan struct{})
		w.server.Extend(provider.Step{Thinking: "Hm.", Hold: hold, Text: "What there was."})
		say(pane, "/compact")
		w.server.AwaitRequests(start + 1)
		if done, err := v.Unfold(w.context(), id); err != nil || done.When != "when Pi is idle" {
			t.Errorf("%+v, %v", done, err)
		}
		if made {
			close(hold)
		} else {
			pane.SendKeys("Escape")
		}
		v = w.again(pane, v)
		if !made {
			close(hold)
		}
		s := w.onlySession()
		if (len(s.compactions) > n) != made {
			t.Errorf("%d compactions, then %d", n, len(s.compactions))
		}
		w.ask(pane, v, "after it")
		if _, stands := digests(w.last())[codeOf(s, id)]; stands {
			t.Errorf("%s still stands as a digest", id)
		}
	}
	before := w.last()
	say(pane, "/reload")
	v = w.again(pane, v)
	w.ask(pane, v, "after the reload")
	if what, detail := compare(before, w.last()); what != grew {
		t.Errorf("after the reload the session does not go on: %s", detail)
	}
	if first := before[0]; !strings.Contains(first.Parts[0], "What there was.") {
		t.Errorf("the context begins with %.300s", first.Parts[0])
	}
}

// codeOf is the code of a block.
func codeOf(s recorded, id string) string {
	for _, r := range s.folds.Records() {
		if r.BlockID == id {
			return r.Code
		}
	}
	return ""
}
