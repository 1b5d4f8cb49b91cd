package link

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/replay"
)

const window = 60_000

func recall(args map[string]any) provider.Step {
	return provider.Step{Tools: []provider.Tool{{Name: "recall_folded", Input: args}}}
}

func unfold(code string) provider.Step {
	return provider.Step{Tools: []provider.Tool{{Name: "unfold", Input: map[string]any{"codes": []string{code}}}}}
}

// A long run in a small window: folds, a hard compaction, more folds, and two resumes, each in another process. The model
// recalls and unfolds before and after the compaction.
func TestALongSessionInEngineMode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	w.plan(1, 26, map[int]provider.Step{22: recall(map[string]any{"search": "limit"})})
	w.MustRun("Why does limit differ?")
	first := len(w.server.Requests())
	early := w.standing()
	w.plan(2, 30, map[int]provider.Step{
		0: recall(map[string]any{"codes": []string{early}, "lines": "1-3"}),
		1: unfold(early),
	})
	w.MustRun("Check the budget code in src and explain", "-c")
	second := len(w.server.Requests())
	late := w.standing()
	w.plan(3, 16, map[int]provider.Step{
		0: recall(map[string]any{"codes": []string{early, late}, "grep": "e"}),
		1: unfold(late),
	})
	w.MustRun("And the tests?", "-c")

	s := w.onlySession()
	requests := w.server.Requests()
	counts := map[turn]int{}
	sent := wire(t, requests)
	for n, messages := range sent {
		checkShape(t, n+1, messages)
		if n == 0 {
			continue
		}
		what, detail := compare(sent[n-1], messages)
		counts[what]++
		if (n == first || n == second) && what != grew {
			t.Errorf("resume at request %d does not go on where the process before ended: %s", n+1, detail)
		}
		if what == rewritten {
			t.Logf("request %d is rewritten: %s", n+1, detail)
		}
	}
	t.Logf("%d requests, %d layers, %d compactions; %v", len(requests), len(s.layers), len(s.compactions), counts)
	if counts[folded] != len(s.layers) || len(s.layers) < 4 {
		t.Errorf("%d requests fold, the session holds %d layers, want at least 4", counts[folded], len(s.layers))
	}
	if counts[unfolded] != 2 || len(s.unfolds) != 2 {
		t.Errorf("%d requests unfold, the session holds %d unfolds, want 2", counts[unfolded], len(s.unfolds))
	}
	if counts[rewritten] != len(s.compactions) || len(s.compactions) == 0 {
		t.Errorf("%d requests are rewritten, the session holds %d compactions, want some", counts[rewritten], len(s.compactions))
	}
	if s.answers != len(requests) {
		t.Errorf("%d requests for %d answers: a compaction asked the model", len(requests), s.answers)
	}
	for _, summary := range s.compactions {
		if !strings.HasPrefix(summary, "# Compacted history") {
			t.Errorf("a summary that no record made: %.100s", summary)
		}
	}
	if len(s.tools) != 5 {
		t.Errorf("%d answers of the tools, want 5", len(s.tools))
	}
	for _, r := range s.tools {
		if r.error {
			t.Errorf("%s failed: %s", r.name, r.text)
		}
	}
	if got := len(s.indexLines(t)); got != len(s.layers)+len(s.compactions) {
		t.Errorf("%d lines in the seed index for %d layers and %d compactions", got, len(s.layers), len(s.compactions))
	}
	replays(t, s)
}

// standing is the code of the largest block that stands as a digest in the last request.
func (w *world) standing() string {
	w.t.Helper()
	requests := w.server.Requests()
	sent := wire(w.t, requests[len(requests)-1:])[0]
	s := w.onlySession()
	best, size := "", int64(0)
	for _, m := range sent {
		for _, code := range m.tags {
			if code == "" {
				continue
			}
			for _, r := range s.folds.Records() {
				if r.Code == code && r.Bytes > size {
					best, size = code, r.Bytes
				}
			}
		}
	}
	if best == "" {
		w.t.Fatal("no block stands as a digest in the last request")
	}
	return best
}

// replays checks that the session's layers are those that the ladder makes of it.
func replays(t *testing.T, s recorded) {
	t.Helper()
	again, err := replay.Run(s.index, s.file, window, ladder.Default())
	if err != nil {
		t.Fatal(err)
	}
	digests := func(layers []layer.Layer) [][]layer.Digest {
		var list [][]layer.Digest
		for _, l := range layers {
			list = append(list, l.Entries)
		}
		return list
	}
	if diff := cmp.Diff(digests(s.folds.Layers()), digests(again.Layers)); diff != "" {
		t.Errorf("layers (-recorded +replayed):\n%s", diff)
	}
}
