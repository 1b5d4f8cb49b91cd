package cache

// Prompt is a response's prompt, or the sum of many, in its three disjoint
// parts, in tokens.
type Prompt struct {
	Input      int `json:"input"`
	CacheRead  int `json:"cacheRead"`
	CacheWrite int `json:"cacheWrite"`
}

// Figures is the account at one moment, in the shape it is printed in. A figure
// nothing is known about is nil and prints as null.
type Figures struct {
	Turns                int      `json:"turns"`
	Last                 *Prompt  `json:"last"`
	LastHitRatio         *float64 `json:"lastHitRatio"`
	Totals               Prompt   `json:"totals"`
	HitRatio             *float64 `json:"hitRatio"`
	EverWarm             bool     `json:"everWarm"`
	FoldEvents           int      `json:"foldEvents"`
	FoldSavedTokens      int      `json:"foldSavedTokens"`
	FoldReprefillTokens  int      `json:"foldReprefillTokens"`
	LastTurnAfterFold    bool     `json:"lastTurnAfterFold"`
	WriteReported        bool     `json:"writeReported"`
	FoldNetTokens        *int     `json:"foldNetTokens"`
	WireDeferredFolds    int      `json:"wireDeferredFolds"`
	ProviderHoldsContext bool     `json:"providerHoldsContext"`
}

// Figures reads the account. FoldSavedTokens is what all fold events save per
// turn; FoldNetTokens is what they have come to so far.
func (t Telemetry) Figures() Figures {
	f := Figures{
		Turns:                t.turns,
		Totals:               prompt(t.totals),
		EverWarm:             t.everWarm,
		FoldEvents:           t.folds,
		FoldSavedTokens:      t.saved,
		FoldReprefillTokens:  t.reprefill,
		LastTurnAfterFold:    t.paidNow,
		WriteReported:        t.everWrote,
		WireDeferredFolds:    t.unseen,
		ProviderHoldsContext: t.ProviderHoldsContext(),
		LastHitRatio:         known(t.last.HitRatio()),
		HitRatio:             known(t.totals.HitRatio()),
		FoldNetTokens:        known(t.Net()),
	}
	if t.turns > 0 {
		last := prompt(t.last)
		f.Last = &last
	}
	return f
}

func prompt(u Usage) Prompt {
	return Prompt{Input: u.Input, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite}
}

func known[T any](value T, ok bool) *T {
	if !ok {
		return nil
	}
	return &value
}

// Event is one thing that happens to the account, in the form it is written in
// a sequence: exactly one of a usage, a fold (tokens saved per turn) and a
// change of model.
type Event struct {
	Usage *Usage `json:"usage,omitempty"`
	Fold  *int   `json:"fold,omitempty"`
	Model bool   `json:"model,omitempty"`
}

// Account runs a sequence of events from nothing and gives the figures after it.
func Account(events []Event) Figures {
	var t Telemetry
	for _, e := range events {
		t.Apply(e)
	}
	return t.Figures()
}

// Apply takes one event of a sequence.
func (t *Telemetry) Apply(e Event) {
	switch {
	case e.Model:
		t.ModelChange()
	case e.Fold != nil:
		t.Fold(*e.Fold)
	case e.Usage != nil:
		t.Record(*e.Usage)
	}
}
