package ladder

import (
	"math"

	"cfold/engine/block"
)

// Config is the settings the ladder runs under. Tokens and fractions of the
// window.
type Config struct {
	FoldAt, FoldStep, ColdFoldAt, BudgetFraction float64
	BudgetCap, Tail                              int
}

// DefaultWindow is the window assumed where none is known, in tokens.
const DefaultWindow = 200000

// Default is the configuration nobody changed.
func Default() Config {
	return Config{FoldAt: 0.45, FoldStep: 0.12, ColdFoldAt: 0.25, BudgetFraction: 0.75, BudgetCap: 200000, Tail: 20000}
}

// Budget is the most the context may hold before folding is forced, in tokens.
func (c Config) Budget(window int) int {
	budget := int(math.Floor(float64(window) * c.BudgetFraction))
	if c.BudgetCap > 0 {
		return min(c.BudgetCap, budget)
	}
	return budget
}

// Mark says how one block stands in a frame; the bits add up.
type Mark uint8

// The marks. Frozen, Unfolded, FirstDelivery and Rejected come in with the
// input, Protected and Maskable are found by Step.
const (
	Frozen Mark = 1 << iota
	Unfolded
	FirstDelivery
	Rejected // its code belongs to another block
	Protected
	Maskable

	held = Unfolded | FirstDelivery | Rejected
)

// Held reports whether the block stays raw whatever happens this call.
func (m Mark) Held() bool { return m&held != 0 }

// State is where the ladder stands.
type State uint8

// The states.
const (
	Quiet State = iota
	Fold
	Over
	Paused
)

var stateNames = [...]string{"quiet", "fold", "over", "paused"}

// String is the state as the formats spell it.
func (s State) String() string { return stateNames[s] }

// Trigger is what made a fold event happen.
type Trigger uint8

// The triggers; NoTrigger outside state Fold.
const (
	NoTrigger Trigger = iota
	Threshold
	Cap
)

var triggerNames = [...]string{"", "threshold", "cap"}

// String is the trigger as the formats spell it.
func (t Trigger) String() string { return triggerNames[t] }

// Input is one call's context. Folded and Marks run alongside Blocks.
type Input struct {
	Blocks []block.Block
	// Folded is what each block costs as a digest, in tokens: the stored digest
	// of a frozen block, the one it would get elsewhere; 0 where it has none.
	Folded []int
	Marks  []Mark
	Window int // 0 for unknown
	// Reported is the host's usage figure in tokens; Known is false without one.
	Reported int
	Known    bool
	// Cold and HoldsContext are judged from the responses before the call.
	Cold, HoldsContext bool
	Config             Config
}

// Frame is what the call sees.
type Frame struct {
	State   State
	Trigger Trigger
	Window  int
	// Used is the reported usage, or the live tokens without one; Fraction its
	// share of the window, unrounded.
	Used     int
	Fraction float64
	FoldAt   float64
	Step     int // savings a threshold fold has to reach, in tokens
	Budget   int
	Tail     int // target of the protected tail, in tokens
	// Savings is what masking every maskable block would save now, Count how
	// many there are. Both are 0 in state Fold, where Saved is what the event
	// saves.
	Savings, Count int
	Saved          int
	Live           int // tokens of the blocks as rendered
	Floor          int // tokens that can never fold: user, protected and held blocks
	OverBudget     bool
	Marks          []Mark // alongside the blocks, completed
	Mask           []int  // positions of the blocks an event masks, in order
}

// Step frames a call.
func Step(in Input) Frame {
	f := Frame{Window: in.Window, FoldAt: in.Config.FoldAt}
	if f.Window <= 0 {
		f.Window = DefaultWindow
	}
	f.Budget = in.Config.Budget(f.Window)
	f.Tail = min(in.Config.Tail, f.Budget/2)
	if in.Cold {
		f.FoldAt = min(in.Config.ColdFoldAt, f.FoldAt)
	}
	f.Step = int(math.Floor(in.Config.FoldStep * float64(f.Window)))
	f.Marks = append([]Mark(nil), in.Marks...)
	protect(in, f.Tail, f.Marks)
	f.tally(in)
	f.Used = f.Live
	if in.Known {
		f.Used = in.Reported
	}
	f.Fraction = float64(f.Used) / float64(f.Window)
	f.decide(in)
	return f
}

// protect marks the newest blocks up to the target.
func protect(in Input, target int, marks []Mark) {
	if target <= 0 {
		return
	}
	sum := 0
	for i := len(in.Blocks) - 1; i >= 0; i-- {
		cost := in.Blocks[i].Tokens
		if marks[i]&Frozen != 0 {
			cost = in.Folded[i]
		}
		if sum > 0 && float64(sum+cost) > 1.25*float64(target) {
			return
		}
		marks[i] |= Protected
		if sum += cost; sum >= target {
			return
		}
	}
}

// tally sums what the frame holds and finds the maskable blocks.
func (f *Frame) tally(in Input) {
	for i := range in.Blocks {
		b, m := &in.Blocks[i], f.Marks[i]
		if m&Frozen != 0 {
			f.Live += in.Folded[i]
		} else {
			f.Live += b.Tokens
		}
		if b.Kind == block.User || m&Protected != 0 || m.Held() {
			f.Floor += b.Tokens
		}
		if b.Kind != block.ToolResult && b.Kind != block.Thinking {
			continue
		}
		if m&(Protected|Frozen) != 0 || m.Held() || !b.Foldable() || in.Folded[i] >= b.Tokens {
			continue
		}
		f.Marks[i] |= Maskable
		f.Count++
		f.Savings += b.Tokens - in.Folded[i]
	}
}

func (f *Frame) decide(in Input) {
	if in.HoldsContext {
		f.State = Paused
		return
	}
	overCap := f.Live > f.Budget || in.Known && in.Reported > f.Budget
	threshold := f.Fraction >= f.FoldAt && f.Savings >= f.Step
	switch {
	case !overCap && !threshold:
		return
	case f.Savings <= 0:
		if overCap {
			f.State, f.OverBudget = Over, true
		}
		return
	}
	f.State, f.Trigger = Fold, Threshold
	if !threshold {
		f.Trigger = Cap
	}
	for i, m := range f.Marks {
		if m&Maskable != 0 {
			f.Mask = append(f.Mask, i)
		}
	}
	f.Saved, f.Savings, f.Count = f.Savings, 0, 0
	f.Live -= f.Saved
	f.OverBudget = f.Live > f.Budget
}

// Rounded is a fraction as it is shown and recorded, to three decimals.
func Rounded(fraction float64) float64 {
	return math.Floor(fraction*1000+0.5) / 1000
}
