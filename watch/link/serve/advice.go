package serve

import (
	"fmt"
	"slices"

	"cfold/engine/cache"
	"cfold/engine/jsjson"
	"cfold/watch/link"
)

// settled is what there is to say once a run has ended: advisories newly raised,
// and a response that was not served from cache.
func (s *server) settled(request jsjson.Raw) (any, error) {
	notices := s.readSettings()
	if err := s.sync(request); err != nil {
		return nil, err
	}
	p := s.snapshot()
	for _, f := range []cache.Flag{cache.FlagWire, cache.FlagCompactions, cache.FlagFloor, cache.FlagCold, cache.FlagChurn, cache.FlagPayback} {
		about := "advice " + string(f)
		if !slices.Contains(p.Advice.Flags, f) {
			delete(s.said, about)
			continue
		}
		notices = append(notices, s.once(about, "warning", f.Text(p.AdviceInput))...)
	}
	if fresh, cold := observedCold(p.AdviceInput); cold {
		notices = append(notices, s.once("cold streak", "warning",
			fmt.Sprintf("the last answer read nothing from cache: %s tokens were sent afresh", thousands(fresh)))...)
	} else {
		delete(s.said, "cold streak")
	}
	return stands{s.options(), s.footer(), notices}, nil
}

// idleSaid is the last idle warning given: it comes once per interval and model.
type idleSaid struct {
	model cache.Model
	since int64
	given bool
}

// clock reads the idle clock for the model that Pi has selected.
func (s *server) clock(request jsjson.Raw) (cache.IdleClock, cache.Model, int64) {
	p := s.snapshot()
	model := cache.Model{Provider: request.Get("provider").Text(), ID: request.Get("model").Text()}
	carried := 0
	if p.AdviceInput.CarriedTokens != nil {
		carried = *p.AdviceInput.CarriedTokens
	}
	if p.Usage.Known {
		carried = max(carried, p.Usage.Tokens) // another model carries the same context
	}
	last, known := p.Activity.Last(model)
	return cache.Idle(s.o.Now().UnixMilli(), last, known, carried, s.settings.IdleMinutes(model.Provider)), model, last
}

// idleClock is the warning that is due, if any, and when to ask again, in
// milliseconds, 0 for not at all.
func (s *server) idleClock(request jsjson.Raw) (any, error) {
	s.readSettings()
	if err := s.sync(request); err != nil {
		return nil, err
	}
	clock, model, last := s.clock(request)
	answer := map[string]any{"due": clock.DueIn}
	if text := clock.Text(); text != "" {
		now := idleSaid{model, last, true}
		if now != s.idle {
			answer["text"] = text
		}
		s.idle = now
	}
	return answer, nil
}

// prompt says whether a prompt is to be confirmed, because it may be billed
// afresh.
func (s *server) prompt(request jsjson.Raw) (any, error) {
	if err := s.sync(request); err != nil {
		return nil, err
	}
	clock, _, _ := s.clock(request)
	return map[string]any{"ask": clock.State != cache.IdleQuiet, "text": clock.Text()}, nil
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// status is the session in a few lines.
func (s *server) status(request jsjson.Raw) (any, error) {
	notices := s.readSettings()
	if err := s.sync(request); err != nil {
		return nil, err
	}
	p := s.snapshot()
	folded, masked, held := s.standing()
	usage := "not measured yet"
	if p.Usage.Known {
		usage = thousands(p.Usage.Tokens) + " tokens"
		if s.window > 0 {
			usage += fmt.Sprintf(" of %s (%.0f %%)", thousands(s.window), 100*float64(p.Usage.Tokens)/float64(s.window))
		}
	}
	text := fmt.Sprintf("context: %s\nfolded: %s in %s, ~%s tokens masked, %d held",
		usage, count(folded, "block"), count(len(s.host.Folds().Layers()), "layer"), thousands(masked), held)
	if g := gauge(s.view.Frame); g != "" {
		text += "\nladder: " + s.view.Frame.State.String() + ", " + g
	}
	if r := p.Figures.HitRatio; r != nil {
		text += fmt.Sprintf("\ncache: hit ratio %.1f %%", 100**r)
	}
	if n := p.Figures.FoldNetTokens; n != nil {
		text += fmt.Sprintf("\nfolding: %d tokens net so far", *n)
	}
	for _, f := range p.Advice.Flags {
		text += "\n! " + f.Text(p.AdviceInput)
	}
	if s.settings.Disabled {
		text += "\nCONTEXTFOLD switches folding off"
	}
	return map[string]any{"text": link.Text(text), "footer": s.footer(), "notices": notices}, nil
}
