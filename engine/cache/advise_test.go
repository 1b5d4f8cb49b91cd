package cache

import (
	"slices"
	"strings"
	"testing"
)

func tokens(n int) *int { return &n }

// calm raises nothing: warm, small, with a known window.
func calm() AdviceInput {
	return AdviceInput{
		Turns: 9, EverWarm: true, LastCacheRead: 50_000, CarriedTokens: tokens(60_000),
		ContextWindow: tokens(200_000), IrreducibleFloor: tokens(100_000), ReconTokens: 18_000,
	}
}

func TestAdviseFlags(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*AdviceInput)
		want   []Flag
	}{
		{"calm", func(*AdviceInput) {}, []Flag{}},
		{"wire", func(i *AdviceInput) { i.WireDeferredFolds = 1 }, []Flag{FlagWire}},
		{"one compaction", func(i *AdviceInput) { i.Compactions = 1 }, []Flag{}},
		{"two", func(i *AdviceInput) { i.Compactions = 2 }, []Flag{FlagCompactions}},
		{"floor over half", func(i *AdviceInput) { i.IrreducibleFloor = tokens(100_001) }, []Flag{FlagFloor}},
		{"floor, window unknown", func(i *AdviceInput) { i.IrreducibleFloor, i.ContextWindow = tokens(1e6), nil }, []Flag{}},
		{"cold", func(i *AdviceInput) { i.LastCacheRead = 0 }, []Flag{FlagCold}},
		{"cold, right after a fold", func(i *AdviceInput) { i.LastCacheRead, i.LastTurnAfterFold = 0, true }, []Flag{}},
		{"cold, little carried", func(i *AdviceInput) { i.LastCacheRead, i.CarriedTokens = 0, tokens(29_999) }, []Flag{}},
		{"churn by calls", func(i *AdviceInput) { i.RecallCalls = 10 }, []Flag{FlagChurn}},
		{"churn by code", func(i *AdviceInput) { i.MaxRecallsPerCode = 3 }, []Flag{FlagChurn}},
		{"payback", func(i *AdviceInput) { i.CarriedTokens = tokens(120_001) }, []Flag{FlagPayback}},
		{"payback at 60 %", func(i *AdviceInput) { i.CarriedTokens = tokens(120_000) }, []Flag{}},
		{"payback, window unknown", func(i *AdviceInput) { i.CarriedTokens, i.ContextWindow = tokens(120_001), nil }, []Flag{}},
		{"payback is silent beside another", func(i *AdviceInput) { i.CarriedTokens, i.Compactions = tokens(120_001), 2 }, []Flag{FlagCompactions}},
		{"all", func(i *AdviceInput) {
			i.WireDeferredFolds, i.Compactions, i.IrreducibleFloor = 1, 2, tokens(150_000)
			i.LastCacheRead, i.RecallCalls, i.CarriedTokens = 0, 10, tokens(180_000)
		}, []Flag{FlagWire, FlagCompactions, FlagFloor, FlagCold, FlagChurn}},
	} {
		in := calm()
		c.change(&in)
		got := Advise(in)
		if !slices.Equal(got.Flags, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got.Flags, c.want)
		}
		for _, f := range got.Flags {
			if text := f.Text(in); text == string(f) || strings.Contains(text, "%!") {
				t.Errorf("%s: says %q", c.name, text)
			}
		}
	}
}

func TestColdNow(t *testing.T) {
	for _, c := range []struct {
		name string
		in   AdviceInput
		want bool
	}{
		{"first response", AdviceInput{Turns: 1, LastInput: 90_000}, false},
		{"never warm", AdviceInput{Turns: 2}, true},
		{"small and once warm", AdviceInput{Turns: 2, EverWarm: true, LastInput: 19_999}, false},
		{"20k fresh", AdviceInput{Turns: 2, EverWarm: true, LastInput: 20_000}, true},
		{"30k carried", AdviceInput{Turns: 2, EverWarm: true, CarriedTokens: tokens(30_000)}, true},
		{"anything read", AdviceInput{Turns: 2, LastCacheRead: 1, LastInput: 90_000}, false},
	} {
		if got := Advise(c.in).ColdNow; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestPaybackTurns(t *testing.T) {
	for _, c := range []struct {
		carried *int
		recon   int
		want    float64 // 0: unknown
	}{
		{nil, 18_000, 0},
		{tokens(33_000), 18_000, 0},
		{tokens(33_001), 18_000, 12},
		{tokens(30_000), 5_000, 2},
		{tokens(33_000), 5_000, 1.8},
	} {
		got := Advise(AdviceInput{CarriedTokens: c.carried, ReconTokens: c.recon}).PaybackTurns
		if (got == nil) != (c.want == 0) || got != nil && *got != c.want {
			t.Errorf("%v: got %v want %v", c, got, c.want)
		}
	}
}

// TestAdviceInputIgnoresEmptyResponses: an aborted answer is no cold one.
func TestAdviceInputIgnoresEmptyResponses(t *testing.T) {
	in := new(story).say(10, 0, 60_000).say(10, 60_000, 50).say(0, 0, 0).t.AdviceInput()
	if in.LastCacheRead != 60_000 || in.Turns != 3 || *in.CarriedTokens != 60_060 || Advise(in).ColdNow {
		t.Errorf("%+v", in)
	}
}

// The floor counts folded blocks at full size: where less is sent, that is said
// and no fresh session is counselled.
func TestFloorText(t *testing.T) {
	in := calm()
	in.IrreducibleFloor = tokens(162_000)
	if got := FlagFloor.Text(in); !strings.Contains(got, "162k") || !strings.Contains(got, "start fresh") {
		t.Errorf("what is sent unknown: %q", got)
	}
	in.SentTokens = tokens(100_001)
	if got := FlagFloor.Text(in); !strings.Contains(got, "start fresh") {
		t.Errorf("most of it sent: %q", got)
	}
	in.SentTokens = tokens(29_000)
	if got := FlagFloor.Text(in); !strings.Contains(got, "29k are sent now") || strings.Contains(got, "start fresh") {
		t.Errorf("little of it sent: %q", got)
	}
}
