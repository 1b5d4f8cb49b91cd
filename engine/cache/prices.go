package cache

import "slices"

// Rate is dollars per token; unknown until a response shows it.
type Rate struct {
	Dollars float64
	Known   bool
}

// Rates is what one model charges, as its own responses show.
type Rates struct {
	Model                           Model
	Input, Output, CacheRead, Write Rate
	// WriteReported says whether the model has ever reported a cache write.
	WriteReported bool
}

// Prices is the rates of every model of a session. The zero value knows none.
type Prices struct{ models []Rates }

// Record learns from a response. Each rate comes from the latest response that
// has both tokens and a cost for its part, so prices that change are followed.
// A part that cost nothing shows no price.
func (p *Prices) Record(m Model, u Usage) {
	if u.Cost == nil && u.CacheWrite == 0 {
		return
	}
	at, known := p.find(m)
	r := Rates{Model: m}
	if known {
		r = p.models[at]
	}
	r.WriteReported = r.WriteReported || u.CacheWrite > 0
	if c := u.Cost; c != nil {
		r.Input.learn(c.Input, u.Input)
		r.Output.learn(c.Output, u.Output)
		r.CacheRead.learn(c.CacheRead, u.CacheRead)
		r.Write.learn(c.CacheWrite, u.CacheWrite)
	}
	if known {
		p.models[at] = r
	} else {
		p.models = append(p.models, r)
	}
}

func (r *Rate) learn(dollars float64, tokens int) {
	if dollars > 0 && tokens > 0 {
		*r = Rate{Dollars: dollars / float64(tokens), Known: true}
	}
}

// Of is what is known of the model's rates; ok is false when nothing is.
func (p Prices) Of(m Model) (rates Rates, ok bool) {
	if at, ok := p.find(m); ok {
		return p.models[at], true
	}
	return Rates{}, false
}

func (p Prices) find(m Model) (at int, ok bool) {
	at = slices.IndexFunc(p.models, func(r Rates) bool { return r.Model == m })
	return at, at >= 0
}

// Reprefill is what sending that many tokens anew costs in dollars: at the write
// rate where the provider reports writes, else at the input rate. ok is false
// when the session shows no price for it.
func (r Rates) Reprefill(tokens int) (dollars float64, ok bool) {
	rate := r.Input
	if r.WriteReported {
		rate = r.Write
	}
	return rate.Dollars * float64(tokens), rate.Known
}

// Reread is what reading that many tokens from cache costs in dollars.
func (r Rates) Reread(tokens int) (dollars float64, ok bool) {
	return r.CacheRead.Dollars * float64(tokens), r.CacheRead.Known
}
