package serve

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/settings"
)

// footer is the line under Pi's editor: what stands folded, what it saves, and
// how far the next fold is; in the compact form the count alone. A warning
// follows when folds do not reach the provider.
func (s *server) footer() string {
	if s.settings.Disabled {
		return ""
	}
	folded, masked, _ := s.standing()
	parts := []string{"⧉ idle"}
	if len(s.host.Folds().Layers()) > 0 {
		parts[0] = "⧉ ×" + strconv.Itoa(folded)
	}
	if s.settings.Word(settings.FooterFormat) != "compact" {
		if folded > 0 {
			parts = append(parts, "~"+thousands(masked)+" masked")
		}
		if g := gauge(s.view.Frame); g != "" {
			parts = append(parts, g)
		}
	}
	if n := s.snapshot().Figures.WireDeferredFolds; n > 0 {
		parts = append(parts, "! "+count(n, "fold")+" maybe unseen by the provider")
	}
	return strings.Join(parts, " · ")
}

// gauge is what binds the next fold; empty before the first call.
func gauge(f ladder.Frame) string {
	switch {
	case f.Window == 0:
		return ""
	case f.State == ladder.Paused:
		return "paused"
	case f.OverBudget:
		return "over budget"
	case f.Fraction < f.FoldAt:
		return fmt.Sprintf("next fold at %d%%", int(math.Round(f.FoldAt*100)))
	}
	return thousands(f.Savings) + "/" + thousands(f.Step)
}

// thousands writes tokens short: 950, 3.1k, 118k.
func thousands(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 10_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	}
	return strconv.Itoa((n+500)/1000) + "k"
}

// judgedCold is how much fresh input makes a response without any cache read
// worth a word, in tokens.
const judgedCold = 20_000

// observedCold reports a last response that read nothing from cache though much
// was sent, not right after a fold. fresh is what was sent afresh, in tokens: all of
// the prompt, whether the provider counts it as input or as written to its cache.
func observedCold(in cache.AdviceInput) (fresh int, cold bool) {
	if in.CarriedTokens != nil {
		fresh = *in.CarriedTokens
	}
	return fresh, in.Turns >= 2 && in.LastCacheRead == 0 && fresh >= judgedCold && !in.LastTurnAfterFold
}
