package link

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/watch/link"
)

// BenchmarkAddedTime is what folding adds to a model call inside Pi, from the handler's entry to its return, with 200k
// tokens in the context and the child warm: median, 95th percentile and most, in milliseconds.
func BenchmarkAddedTime(b *testing.B) {
	const filling, calls = 19, 120
	w := newWorld(b, pi.Current, 1_000_000)
	// Nothing folds, so that the context stays at its size.
	if err := os.WriteFile(filepath.Join(w.Agent, "context-fold.json"), []byte(`{"budgetCap":"off","foldAt":1}`), 0o644); err != nil {
		b.Fatal(err)
	}
	line := strings.Repeat("static const limit = budget.window(shard); // ", 3)
	if err := os.WriteFile(filepath.Join(w.Cwd, "big.txt"), []byte(strings.Repeat(line+"\n", 300)), 0o644); err != nil {
		b.Fatal(err)
	}
	var steps []provider.Step
	for range filling {
		steps = append(steps, provider.Step{Thinking: "More.", Tools: []provider.Tool{{Name: "bash", Input: map[string]any{"command": "cat big.txt"}}}})
	}
	for i := range calls {
		steps = append(steps, provider.Step{Tools: []provider.Tool{{Name: "bash", Input: map[string]any{"command": fmt.Sprint("echo ", i)}}}})
	}
	for b.Loop() {
		w.server.Extend(append(steps, provider.Step{Text: "Done."})...)
		var took []time.Duration
		var tokens int
		stop := w.watch(b, func(e link.Event) {
			if e.Name == "view" && e.Figures.Usage > 195_000 {
				took = append(took, e.Took)
				tokens = e.Figures.Usage
			}
		})
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute) // it is a long run on a loaded machine
		_, err := w.Run(ctx, "Read it all")
		cancel()
		stop()
		if err != nil {
			b.Fatal(err)
		}
		if len(took) < 100 {
			b.Fatalf("%d calls with a full context", len(took))
		}
		slices.Sort(took)
		ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
		b.ReportMetric(ms(took[len(took)/2]), "median-ms")
		b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
		b.ReportMetric(ms(took[len(took)-1]), "most-ms")
		b.ReportMetric(float64(len(took)), "calls")
		b.ReportMetric(float64(tokens), "tokens")
	}
}

// watch takes the events of the home's Pi once it runs, until stop is called.
func (w *world) watch(t testing.TB, take func(link.Event)) (stop func()) {
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn := w.reach(end)
			if conn == nil {
				return
			}
			for e := range conn.Events() {
				take(e)
			}
			conn.Close()
		}
	}()
	return func() {
		close(end)
		<-done
	}
}

// reach connects to the home's Pi as soon as there is one; nil once end is closed.
func (w *world) reach(end <-chan struct{}) *link.Conn {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-end:
			return nil
		case <-tick.C:
		}
		list, _ := link.List(w.folders())
		if len(list) == 0 {
			continue
		}
		if conn, err := link.Dial(w.context(), list[0]); err == nil {
			return conn
		}
	}
}
