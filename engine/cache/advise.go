package cache

import (
	"fmt"
	"math"
)

// Thresholds of the advisories, in tokens, calls and fractions.
const (
	carriedFloor = 30_000 // less than this carried is not worth a reset
	coldInput    = 20_000 // fresh input that makes one response cold
	churnCalls   = 10     // recalls of anything
	churnPerCode = 3      // recalls of one code
	paybackTurns = 2      // a reset that pays back this soon is worth naming
)

// Flag names one advisory.
type Flag string

// The advisories, in the order they are given.
const (
	FlagWire        Flag = "wire"        // folds seem not to have reached the provider
	FlagCompactions Flag = "compactions" // second forced compaction
	FlagFloor       Flag = "floor"       // what cannot fold fills half the window
	FlagCold        Flag = "cold"        // nothing is read back, much is carried
	FlagChurn       Flag = "churn"       // the same originals are recalled again and again
	FlagPayback     Flag = "payback"     // a fresh session soon pays for itself
)

// AdviceInput is what the advisories are judged from; nil means unknown. Token
// figures are the provider's where it reported them.
type AdviceInput struct {
	Turns             int  `json:"turns"`
	EverWarm          bool `json:"everWarm"`
	LastCacheRead     int  `json:"lastCacheRead"`
	LastInput         int  `json:"lastInput"`
	LastTurnAfterFold bool `json:"lastTurnAfterFold"`
	CarriedTokens     *int `json:"carriedTokens"`
	ContextWindow     *int `json:"contextWindow"`
	// IrreducibleFloor counts folded blocks in the newest part at their full size.
	IrreducibleFloor *int `json:"irreducibleFloor"`
	// SentTokens is what the blocks cost as they are sent now. Nothing is judged by
	// it; it keeps the words about the floor true.
	SentTokens *int `json:"-"`
	// ReconTokens is what rebuilding the context in a fresh session costs.
	ReconTokens int `json:"reconTokens"`
	// Recall and compaction counts are over the whole active branch.
	RecallCalls       int `json:"recallCalls"`
	MaxRecallsPerCode int `json:"maxRecallsPerCode"`
	Compactions       int `json:"compactions"`
	WireDeferredFolds int `json:"wireDeferredFolds"`
}

// Advice is what there is to say. PaybackTurns has one decimal and is nil when
// too little is carried for a reset to matter.
type Advice struct {
	ColdNow      bool     `json:"coldNow"`
	PaybackTurns *float64 `json:"paybackTurns"`
	Flags        []Flag   `json:"flags"`
}

// AdviceInput fills in what the account knows. The window, the floor, the
// estimate for rebuilding and the recall and compaction counts are the caller's.
// Cold is judged from the last response with any usage: one that reports nothing
// judges nothing.
func (t Telemetry) AdviceInput() AdviceInput {
	return AdviceInput{
		Turns:             t.turns,
		EverWarm:          t.everWarm,
		LastCacheRead:     t.judged.CacheRead,
		LastInput:         t.judged.Input,
		LastTurnAfterFold: t.paidNow,
		CarriedTokens:     known(t.Carried()),
		WireDeferredFolds: t.unseen,
	}
}

// Advise judges. The payback flag speaks only when no other does.
func Advise(in AdviceInput) Advice {
	a := Advice{ColdNow: in.coldNow(), PaybackTurns: in.payback(), Flags: []Flag{}}
	raise := func(f Flag, when bool) {
		if when {
			a.Flags = append(a.Flags, f)
		}
	}
	raise(FlagWire, in.WireDeferredFolds >= 1)
	raise(FlagCompactions, in.Compactions >= 2)
	raise(FlagFloor, in.floorOverHalf())
	raise(FlagCold, a.ColdNow && in.carried() >= carriedFloor)
	raise(FlagChurn, in.RecallCalls >= churnCalls || in.MaxRecallsPerCode >= churnPerCode)
	if len(a.Flags) == 0 {
		raise(FlagPayback, a.PaybackTurns != nil && *a.PaybackTurns <= paybackTurns && in.mostOfWindow())
	}
	return a
}

// carried is 0 when unknown: an unknown context raises no flag.
func (in AdviceInput) carried() int { return orZero(in.CarriedTokens) }

// window is 0 when unknown.
func (in AdviceInput) window() int { return orZero(in.ContextWindow) }

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// coldNow: a response that should have read from cache read nothing. The first
// response is always a prefill and the one after a fold is expected to be one.
func (in AdviceInput) coldNow() bool {
	return !in.LastTurnAfterFold && in.Turns >= 2 && in.LastCacheRead == 0 &&
		(in.LastInput >= coldInput || in.carried() >= carriedFloor || !in.EverWarm)
}

// payback is how many warm turns a reset needs to pay for itself: rebuilding
// costs recon once, and each later turn reads carried − recon tokens less, at a
// tenth of the input price.
func (in AdviceInput) payback() *float64 {
	spare := in.carried() - in.ReconTokens
	if spare <= carriedFloor/2 {
		return nil
	}
	turns := float64(in.ReconTokens) / (0.1 * float64(spare))
	rounded := math.Floor(turns*10+0.5) / 10
	return &rounded
}

func (in AdviceInput) floorOverHalf() bool {
	return in.window() > 0 && in.IrreducibleFloor != nil &&
		float64(*in.IrreducibleFloor) > 0.5*float64(in.window())
}

func (in AdviceInput) mostOfWindow() bool {
	return in.window() > 0 && float64(in.carried()) > 0.6*float64(in.window())
}

// Text is the advisory in one sentence, with the figures it was raised on.
func (f Flag) Text(in AdviceInput) string {
	switch f {
	case FlagWire:
		return fmt.Sprintf("after %s the provider read back no less than before: see that nothing rewrites the request after folding",
			count(in.WireDeferredFolds, "fold"))
	case FlagCompactions:
		return fmt.Sprintf("compacted by force %d times: a fresh session would cost about %s tokens to rebuild",
			in.Compactions, thousands(in.ReconTokens))
	case FlagFloor:
		return in.floorText()
	case FlagCold:
		return fmt.Sprintf("nothing is read from cache and %s tokens are carried: a reset costs nothing extra now",
			thousands(in.carried()))
	case FlagChurn:
		return fmt.Sprintf("%s, up to %d of one code: unfold what is needed or hand off",
			count(in.RecallCalls, "recall"), in.MaxRecallsPerCode)
	case FlagPayback:
		return fmt.Sprintf("%s tokens are carried: a fresh session would pay for itself within %d turns",
			thousands(in.carried()), paybackTurns)
	}
	return string(f)
}

// floorText says by which count the floor is over half the window, and counsels a
// fresh session only where that much is sent as well.
func (in AdviceInput) floorText() string {
	floor := thousands(orZero(in.IrreducibleFloor))
	if sent := in.SentTokens; sent != nil && float64(*sent) <= 0.5*float64(in.window()) {
		return fmt.Sprintf("by the rules' count %s tokens can never fold, over half the window, folded ones at full size; %s are sent now",
			floor, thousands(*sent))
	}
	return fmt.Sprintf("%s tokens can never fold, over half the window: start fresh at the next break", floor)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// thousands writes a token count to the nearest thousand, as in 85k.
func thousands(tokens int) string {
	if tokens < 1000 {
		return fmt.Sprint(tokens)
	}
	return fmt.Sprintf("%dk", (tokens+500)/1000)
}
