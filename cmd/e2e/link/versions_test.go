package link

import (
	"strings"
	"testing"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
)

// In older Pi's engine mode folds, compacts and resumes as in the current one, by the events that they have.
func TestEngineModeInOlderVersions(t *testing.T) {
	for _, version := range []string{pi.Earlier, pi.Oldest} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, version, window)
			w.plan(1, 24, map[int]provider.Step{20: recall(map[string]any{"search": "limit"})})
			w.MustRun("Why does limit differ?")
			resumed := len(w.server.Requests())
			code := w.standing()
			w.plan(2, 24, map[int]provider.Step{
				0: recall(map[string]any{"codes": []string{code}}),
				1: unfold(code),
			})
			w.MustRun("Check the budget code in src and explain", "-c")
			s := w.onlySession()
			counts := map[turn]int{}
			sent := wire(t, w.server.Requests())
			for n, messages := range sent {
				checkShape(t, n+1, messages)
				if n == 0 {
					continue
				}
				what, detail := compare(sent[n-1], messages)
				counts[what]++
				if n == resumed && what != grew {
					t.Errorf("the resume does not go on where the first process ended: %s", detail)
				}
			}
			t.Logf("%d requests, %d layers, %d compactions; %v", len(sent), len(s.layers), len(s.compactions), counts)
			if counts[folded] != len(s.layers) || len(s.layers) < 2 {
				t.Errorf("%d requests fold, the session holds %d layers, want at least 2", counts[folded], len(s.layers))
			}
			if counts[unfolded] != 1 || counts[rewritten] != len(s.compactions) || s.answers != len(sent) {
				t.Errorf("%d unfold, %d are rewritten for %d compactions, %d answers", counts[unfolded], counts[rewritten], len(s.compactions), s.answers)
			}
			for _, summary := range s.compactions {
				if !strings.HasPrefix(summary, "# Compacted history") {
					t.Errorf("a summary that no record made: %.100s", summary)
				}
			}
			for _, r := range s.tools {
				if r.error {
					t.Errorf("%s failed: %s", r.name, r.text)
				}
			}
		})
	}
}
