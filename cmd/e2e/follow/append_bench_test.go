package follow

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
	"cfold/watch/folder"
)

// BenchmarkAppendToScreen is the time from just before a line is appended to a session until what it says has been
// written to the terminal, at 120×40, in a session of some hundred entries.
func BenchmarkAppendToScreen(b *testing.B) {
	b.Run("events", func(b *testing.B) {
		appendToScreen(b, 100, 50*time.Millisecond, func(*written, *term.Stream) {})
	})
	b.Run("polling", func(b *testing.B) { appendToScreen(b, 60, folder.FastPoll, unannounced) })
}

// unannounced has the file written from now on through a link to it in another folder. On Linux that gives no events
// where it is watched, as writes on another machine give none on a network mount; the program notices, and polls.
func unannounced(w *written, s *term.Stream) {
	elsewhere := filepath.Join(e2e.ShortDir(w.t), "session.jsonl")
	if err := os.Link(w.path, elsewhere); err != nil {
		w.t.Fatal(err)
	}
	w.path = elsewhere
	for _, text := range []string{"the first one missed", "the second one missed"} {
		w.user(text)
		s.Await(text)
	}
	s.Await("no file events: none arrived for changes that were there")
}

// appendToScreen appends so many lines for each iteration. Each comes at another moment of the period after the one
// before, as an agent's lines do: right after a line was shown, the program's timers would always stand the same.
func appendToScreen(b *testing.B, appends int, period time.Duration, prepare func(*written, *term.Stream)) {
	program := e2e.Build(b)
	dir := e2e.ShortDir(b)
	w := write(b, dir, 5, 25)
	pane := term.Start(b, "").Open(term.Command{
		Args: []string{program, "--window", "200k", w.path}, Dir: dir,
	}, 120, 40)
	pane.WaitForText("That is it.")
	stream := pane.Stream()
	prepare(w, stream)

	var took []time.Duration
	for b.Loop() {
		for range appends {
			n := len(took)
			_, moment := math.Modf(float64(n) * math.Phi)
			time.Sleep(time.Duration(moment * float64(period)))
			marker := fmt.Sprintf("marker-%d.", n)
			start := time.Now()
			w.next(n, marker)
			stream.Await(marker)
			took = append(took, time.Since(start))
			if screen := pane.Capture(); !screen.Contains(marker) {
				b.Fatalf("%s was written and is not on the screen:\n%s", marker, screen)
			}
		}
	}
	slices.Sort(took)
	// at gives what so many of a hundred stay within, in milliseconds.
	at := func(percent int) float64 {
		return float64(took[(len(took)*percent+99)/100-1]) / float64(time.Millisecond)
	}
	b.ReportMetric(at(50), "ms-median")
	b.ReportMetric(at(99), "ms-p99")
	b.ReportMetric(0, "ns/op")
}

// next appends the n-th line with a marker in it: a response with a call, its result, what a person says, in turn.
func (w *written) next(n int, marker string) {
	call := fmt.Sprintf("toolu_next_%d", n/3)
	switch n % 3 {
	case 0:
		w.response(marker+" Next.", object{"type": "toolCall", "id": call, "name": "bash", "arguments": object{"command": "make check"}})
	case 1:
		w.result(call, marker+" All is well.\nok\n")
	default:
		w.user(marker + " Go on.")
	}
}
