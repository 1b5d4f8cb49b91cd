package link

import (
	"slices"
	"strings"
	"testing"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/project"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
)

// images counts the images in messages, those in tool results among them.
func images(messages []message) int {
	n := 0
	for _, m := range messages {
		for _, part := range m.Parts {
			n += strings.Count(part, `"type":"image"`)
		}
	}
	return n
}

// A result with an image never folds, though what stands around it does: every request carries it as the first one did.
func TestAnImageInAResultStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	w.plan(1, 22, map[int]provider.Step{2: {Tools: []provider.Tool{{Name: "read", Input: map[string]any{"path": project.Shot}}}}})
	w.MustRun("Why does limit differ?")
	sent := wire(t, w.server.Requests())
	last := sent[len(sent)-1]
	at := slices.IndexFunc(last, func(m message) bool { return images([]message{m}) > 0 })
	if at < 0 {
		t.Fatal("no image is left in the last request")
	}
	for n, messages := range sent {
		if len(messages) > at && !slices.Equal(messages[at].Parts, last[at].Parts) {
			t.Errorf("request %d carries the image as %.300s", n+1, messages[at].Parts)
		}
	}
	around := digests(last[:at])
	for code := range digests(last[at:]) {
		if _, before := around[code]; !before {
			return
		}
	}
	t.Errorf("nothing stands folded behind the image; before it %d blocks do", len(around))
}

// The images of a prompt that was kept back go out with the next one, unless they are discarded.
func TestImagesOfAPromptThatWasKeptBack(t *testing.T) {
	for _, discard := range []bool{false, true} {
		name := map[bool]string{false: "sent", true: "discarded"}[discard]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := foldedWorld(t)
			w.setting(`{"confirmColdPrompt":"on","cacheIdleMinutes":0.001}`)
			start := len(w.server.Requests())
			had := images(w.last())
			pane := term.Start(t, "").Open(w.Interactive("-c", "@"+project.Shot, "what is on it"), 120, 40)
			v := w.dial(pane)
			pane.WaitForText("Send anyway")
			pane.SendKeys("Escape")
			pane.WaitFor(gone("Send anyway"), "the dialog's end")
			pane.WaitForText("what is on it")
			if n := len(w.server.Requests()); n != start {
				t.Fatalf("%d requests were made", n-start)
			}
			w.server.Extend(provider.Step{Text: "Noted."})
			want := had + 1
			if discard {
				want = had
				pane.SendKeys("C-c")
				pane.WaitFor(gone("what is on it"), "an empty editor")
				say(pane, "/context-fold discard-images")
				pane.WaitForText("1 retained image discarded")
				pane.Type("never mind")
			}
			pane.SendKeys("Enter")
			pane.WaitForText("Send anyway")
			pane.SendKeys("Down", "Enter")
			w.server.AwaitRequests(start + 1)
			v.awaitIdle(t, 1)
			if n := images(w.last()); n != want {
				t.Errorf("%d images in the request, want %d", n, want)
			}
			say(pane, "/context-fold discard-images")
			pane.WaitForText("no images are retained")
		})
	}
}
