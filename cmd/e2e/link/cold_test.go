package link

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
)

// A cache that may have expired is warned of on resuming. Where it is wanted, a prompt then waits for a word: the draft is
// kept, or sent.
func TestAColdPrompt(t *testing.T) {
	t.Parallel()
	w, pane, v := resumed(t)
	w.setting(`{"confirmColdPrompt":"on","cacheIdleMinutes":0.001}`)
	start := len(w.server.Requests())
	say(pane, "/reload")
	v = w.again(pane, v)
	pane.WaitForText("cache may have expired")

	say(pane, "do not lose me")
	pane.WaitForText("Send anyway")
	pane.SendKeys("Escape")
	pane.WaitFor(gone("Send anyway"), "the dialog's end")
	pane.WaitForText("do not lose me")
	if n := len(w.server.Requests()); n != start {
		t.Fatalf("%d requests were made", n-start)
	}
	w.server.Extend(provider.Step{Text: "Noted."})
	pane.SendKeys("Enter")
	pane.WaitForText("Send anyway")
	pane.SendKeys("Down", "Enter")
	w.server.AwaitRequests(start + 1)
	v.awaitIdle(t, 1)
	last := w.last()
	if text := last[len(last)-1].Parts[0]; !strings.Contains(text, "do not lose me") {
		t.Errorf("sent %s", text)
	}
}

// elsewhere has somebody else use the provider, so that its cache holds nothing of the session any more.
func (w *world) elsewhere() {
	w.t.Helper()
	body := `{"model":"another","messages":[{"role":"user","content":"something else"}]}`
	r, err := http.Post(w.server.URL()+"/v1/messages", "application/json", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		w.t.Fatal(err)
	}
}

// An answer that was not served from cache is told once until one is again, whether the provider counts what it was sent
// as input or as written to the cache.
func TestAnAnswerFromAColdCache(t *testing.T) {
	const notice = "the last answer read nothing from cache"
	for name, caching := range map[string]provider.Caching{"reads": provider.ReadsOnly, "reads and writes": provider.ReadsAndWrites} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, pane, v := newWorldAt(t, pi.Current, window, caching).folded().open()
			ask := func(cold bool) {
				if cold {
					w.elsewhere()
				}
				w.ask(pane, v, "go on")
				requests := w.server.Requests()
				if last := requests[len(requests)-1].Usage; (last.CacheRead == 0) != cold {
					t.Fatalf("the provider reports %+v", last)
				}
			}
			ask(false)
			ask(true)
			e2e.Await(t, "word of the cold cache", func() bool { return told(v, notice) == 1 })
			pane.WaitForText(notice)
			ask(true)
			ask(false)
			ask(true)
			e2e.Await(t, "word of the cold cache, again", func() bool { return told(v, notice) > 1 })
			ask(false)
			if n := told(v, notice); n != 2 {
				t.Errorf("told %d times for two streaks: %q", n, v.notices())
			}
		})
	}
}
