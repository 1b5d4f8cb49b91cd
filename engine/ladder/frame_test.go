package ladder

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/block"
	"cfold/engine/layer"
)

// b is a durable tool result of that many tokens.
func b(tokens int) block.Block {
	return block.Block{Kind: block.ToolResult, Durable: true, Tokens: tokens}
}

func of(kind block.Kind, tokens int) block.Block {
	return block.Block{Kind: kind, Durable: true, Tokens: tokens}
}

// input is a call over a window of 1000 tokens in which every digest costs 10.
func input(blocks ...block.Block) Input {
	in := Input{Blocks: blocks, Window: 1000, Config: Config{FoldAt: 0.5, FoldStep: 0.1, ColdFoldAt: 0.2, BudgetFraction: 0.8, BudgetCap: 0, Tail: 0}}
	for i := range blocks {
		cost := 10
		if !blocks[i].Kind.Foldable() {
			cost = 0
		}
		in.Folded = append(in.Folded, cost)
		in.Marks = append(in.Marks, 0)
	}
	return in
}

func protectedOf(f Frame) string {
	var s strings.Builder
	for _, m := range f.Marks {
		if m&Protected != 0 {
			s.WriteByte('P')
		} else {
			s.WriteByte('.')
		}
	}
	return s.String()
}

func TestProtectedTail(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens []int
		frozen int // position, −1 for none
		tail   int
		want   string
	}{
		{"target 0 protects nothing", []int{50, 50}, -1, 0, ".."},
		{"the newest always is", []int{50, 900}, -1, 100, ".P"},
		{"stops after reaching the target", []int{50, 50, 50}, -1, 100, ".PP"},
		{"up to 1.25 of the target", []int{50, 65, 60}, -1, 100, ".PP"},
		{"not past 1.25 of it", []int{50, 66, 60}, -1, 100, "..P"},
		{"what would pass ends the walk", []int{5, 66, 60}, -1, 100, "..P"},
		{"all of a short context", []int{5, 5}, -1, 100, "PP"},
		{"a frozen one counts its digest", []int{100, 300, 80}, 1, 100, ".PP"},
		{"half the budget at most", []int{300, 300, 300}, -1, 700, "..P"},
		{"nothing there", nil, -1, 100, ""},
	} {
		var blocks []block.Block
		for _, n := range c.tokens {
			blocks = append(blocks, b(n))
		}
		in := input(blocks...)
		in.Config.Tail = c.tail
		if c.frozen >= 0 {
			in.Marks[c.frozen] = Frozen
		}
		if c.name == "a frozen one counts its digest" {
			in.Folded[c.frozen] = 20
		}
		if got := protectedOf(Step(in)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestBudget(t *testing.T) {
	for _, c := range []struct {
		fraction    float64
		cap, window int
		want        int
	}{
		{0.75, 200000, 200000, 150000}, {0.75, 200000, 1000000, 200000}, {0.75, 0, 1000000, 750000}, {1, 1, 1000, 1}, {0.75, 0, 5, 3}, {0.7, 0, 10, 7},
	} {
		if got := (Config{BudgetFraction: c.fraction, BudgetCap: c.cap}).Budget(c.window); got != c.want {
			t.Errorf("%v of %d, cap %d: %d, want %d", c.fraction, c.window, c.cap, got, c.want)
		}
	}
	f := Step(Input{Config: Default()})
	if f.Window != DefaultWindow || f.Budget != 150000 || f.Tail != 20000 || f.Step != 24000 {
		t.Errorf("an unknown window gives %+v", f)
	}
}

func TestMaskable(t *testing.T) {
	opaque, positional := b(100), b(100)
	opaque.Opaque, positional.Durable = true, false
	for _, c := range []struct {
		name string
		b    block.Block
		mark Mark
		cost int
		want bool
	}{
		{"a result", b(100), 0, 10, true}, {"thinking", of(block.Thinking, 100), 0, 10, true},
		{"text", of(block.Text, 100), 0, 10, false}, {"a user's", of(block.User, 100), 0, 10, false}, {"a call", of(block.ToolCall, 100), 0, 10, false},
		{"opaque", opaque, 0, 10, false}, {"a positional id", positional, 0, 10, false},
		{"frozen", b(100), Frozen, 10, false}, {"unfolded", b(100), Unfolded, 10, false}, {"a first delivery", b(100), FirstDelivery, 10, false}, {"rejected", b(100), Rejected, 10, false},
		{"as dear a digest", b(100), 0, 100, false}, {"a dearer one", b(100), 0, 101, false}, {"a hair cheaper", b(100), 0, 99, true},
	} {
		in := input(c.b, of(block.User, 1))
		in.Marks[0], in.Folded[0] = c.mark, c.cost
		f := Step(in)
		if got := f.Marks[0]&Maskable != 0; got != c.want || f.Count > 1 || (f.Count == 1) != c.want || f.Savings != map[bool]int{true: c.b.Tokens - c.cost}[c.want] {
			t.Errorf("%s: maskable %v, %d of %d tokens", c.name, got, f.Count, f.Savings)
		}
	}
}

func TestFloor(t *testing.T) {
	in := input(of(block.User, 1), b(10), of(block.Text, 100), b(1000), b(10000), b(100000))
	in.Marks[1], in.Marks[3], in.Marks[4] = Frozen, Unfolded, FirstDelivery
	in.Config.Tail, in.Config.BudgetFraction = 1, 1
	in.Marks[5] = Frozen // and protected as the newest: counts whole
	if f := Step(in); f.Floor != 1+1000+10000+100000 || f.Live != 1+10+100+1000+10000+10 {
		t.Errorf("floor %d, live %d", f.Floor, f.Live)
	}
}

func TestDecision(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(in *Input)
		state   State
		trigger Trigger
		over    bool
	}{
		{"below foldAt", func(in *Input) { in.Reported = 499 }, Quiet, NoTrigger, false},
		{"at foldAt", func(in *Input) { in.Reported = 500 }, Fold, Threshold, false},
		{"unknown usage goes by live", func(in *Input) { in.Known = false }, Quiet, NoTrigger, false},
		{"live reaches foldAt", func(in *Input) { in.Known = false; in.Blocks[0].Tokens = 400 }, Fold, Threshold, false},
		{"savings below the step", func(in *Input) { in.Reported = 500; in.Config.FoldStep = 0.281 }, Quiet, NoTrigger, false},
		{"savings at the step", func(in *Input) { in.Reported = 500; in.Config.FoldStep = 0.28 }, Fold, Threshold, false},
		{"cold folds earlier", func(in *Input) { in.Reported = 200; in.Cold = true }, Fold, Threshold, false},
		{"cold never later", func(in *Input) { in.Reported = 500; in.Cold = true; in.Config.ColdFoldAt = 0.9 }, Fold, Threshold, false},
		{"paused", func(in *Input) { in.Reported = 999; in.HoldsContext = true }, Paused, NoTrigger, false},
		{"reported over the budget", func(in *Input) { in.Reported = 801; in.Config.FoldStep = 1 }, Fold, Cap, false},
		{"reported at the budget", func(in *Input) { in.Reported = 800; in.Config.FoldStep = 1 }, Quiet, NoTrigger, false},
		{"live over the budget", func(in *Input) { in.Reported = 1; in.Config.BudgetCap = 319 }, Fold, Cap, false},
		{"live at the budget", func(in *Input) { in.Reported = 1; in.Config.BudgetCap = 320 }, Quiet, NoTrigger, false},
		{"unknown usage is over no budget", func(in *Input) { in.Reported = 9999; in.Known = false }, Quiet, NoTrigger, false},
		{"over both is a threshold fold", func(in *Input) { in.Reported = 900 }, Fold, Threshold, false},
		{"still over after the fold", func(in *Input) { in.Reported = 900; in.Config.BudgetCap = 39 }, Fold, Threshold, true},
		{"within after the fold", func(in *Input) { in.Reported = 900; in.Config.BudgetCap = 40 }, Fold, Threshold, false},
		{"nothing to mask, over", func(in *Input) { in.Reported = 900; in.Marks[0], in.Marks[1] = Unfolded, Unfolded }, Over, NoTrigger, true},
		{"nothing to mask, not over", func(in *Input) {
			in.Reported = 600
			in.Config.FoldStep = 0.0001
			in.Marks[0], in.Marks[1] = Unfolded, Unfolded
		}, Quiet, NoTrigger, false},
		{"no savings, over", func(in *Input) { in.Reported = 900; in.Folded[0], in.Folded[1] = 100, 200 }, Over, NoTrigger, true},
	} {
		in := input(b(100), b(200), of(block.User, 20))
		in.Known = true
		c.change(&in)
		before := fmt.Sprint(in)
		f := Step(in)
		if fmt.Sprint(in) != before {
			t.Errorf("%s: the input changed", c.name)
		}
		if f.State != c.state || f.Trigger != c.trigger || f.OverBudget != c.over {
			t.Errorf("%s: %v %v over %v, want %v %v over %v", c.name, f.State, f.Trigger, f.OverBudget, c.state, c.trigger, c.over)
		}
		if f.State == Fold {
			if !reflect.DeepEqual(f.Mask, []int{0, 1}) || f.Saved != in.Blocks[0].Tokens-10+190 || f.Savings != 0 || f.Count != 0 || f.Live != 40 {
				t.Errorf("%s: masks %v, saves %d, live %d", c.name, f.Mask, f.Saved, f.Live)
			}
		} else if f.Mask != nil || f.Saved != 0 {
			t.Errorf("%s: masks %v without a fold", c.name, f.Mask)
		}
	}
}

func TestWords(t *testing.T) {
	if got := fmt.Sprint(Quiet, Fold, Over, Paused, NoTrigger, Threshold, Cap); got != "quiet fold over paused  threshold cap" {
		t.Error(got)
	}
	for in, want := range map[float64]float64{0: 0, 0.0004: 0, 0.0005: 0.001, 0.4499999: 0.45, 1.2345: 1.235, 12: 12} {
		if got := Rounded(in); got != want {
			t.Errorf("%v rounds to %v, want %v", in, got, want)
		}
	}
}

func TestUnder(t *testing.T) {
	set := &layer.Set{}
	set.Commit(layer.Layer{Seq: 1, Entries: []layer.Digest{{ID: "r:1", Text: "12345678"}, {ID: "r:2", Text: "x"}, {ID: "r:opaque", Text: "x"}, {ID: "u:1", Text: "x"}, {ID: "s:1", Text: "x"}}})
	set.Unfold("r:2")
	set.Unfold("r:5")
	named := func(id string, kind block.Kind, message int) block.Block {
		return block.Block{ID: id, Kind: kind, Message: message, Durable: true, Tokens: 100}
	}
	blocks := []block.Block{
		named("u:1", block.User, 0), named("s:1", block.Text, 1), named("r:1", block.ToolResult, 2), named("r:2", block.ToolResult, 3),
		named("r:opaque", block.ToolResult, 4), named("r:taken", block.ToolResult, 5), named("r:5", block.ToolResult, 7), named("r:new", block.ToolResult, 8),
	}
	blocks[4].Opaque = true
	in := Under(set, blocks, []int{0, 0, 1, 2, 3, 4, 5, 6}, 7, func(id string) bool { return id == "r:taken" })
	want := []Mark{0, Frozen, Frozen, Unfolded, 0, Rejected, FirstDelivery | Unfolded, FirstDelivery}
	if !reflect.DeepEqual(in.Marks, want) {
		t.Errorf("marks %v, want %v", in.Marks, want)
	}
	if !reflect.DeepEqual(in.Folded, []int{0, 5, 6, 2, 3, 4, 5, 6}) {
		t.Errorf("folded %v", in.Folded)
	}
}

// Whatever the figures, a frame adds up.
func TestFrameAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "blocks")
		in := Input{
			Window: rapid.IntRange(0, 5000).Draw(t, "window"), Reported: rapid.IntRange(0, 6000).Draw(t, "reported"), Known: rapid.Bool().Draw(t, "known"),
			Cold: rapid.Bool().Draw(t, "cold"), HoldsContext: rapid.IntRange(0, 9).Draw(t, "holds") == 0,
			Config: Config{
				FoldAt: rapid.Float64Range(0.01, 1).Draw(t, "foldAt"), FoldStep: rapid.Float64Range(0.01, 1).Draw(t, "step"), ColdFoldAt: rapid.Float64Range(0.01, 1).Draw(t, "cold"),
				BudgetFraction: rapid.Float64Range(0.01, 1).Draw(t, "budget"), BudgetCap: rapid.IntRange(0, 3000).Draw(t, "cap"), Tail: rapid.IntRange(0, 2000).Draw(t, "tail"),
			},
		}
		for range n {
			in.Blocks = append(in.Blocks, block.Block{Kind: block.Kind(rapid.IntRange(0, 4).Draw(t, "kind")), Durable: rapid.IntRange(0, 5).Draw(t, "durable") > 0, Tokens: rapid.IntRange(4, 800).Draw(t, "tokens")})
			in.Folded = append(in.Folded, rapid.IntRange(4, 60).Draw(t, "digest"))
			in.Marks = append(in.Marks, rapid.SampledFrom([]Mark{0, 0, 0, Frozen, Unfolded, FirstDelivery, Rejected}).Draw(t, "mark"))
		}
		f := Step(in)
		whole, rendered, masked, savings := 0, 0, 0, 0
		for i, m := range f.Marks {
			whole += in.Blocks[i].Tokens
			cost := in.Blocks[i].Tokens
			if m&Frozen != 0 {
				cost = in.Folded[i]
			}
			if m&Maskable != 0 {
				masked++
				savings += cost - in.Folded[i]
				if m&(Frozen|Protected) != 0 || m.Held() {
					t.Fatalf("block %d is maskable and more: %b", i, m)
				}
			}
			rendered += cost
		}
		if f.State == Fold {
			if len(f.Mask) != masked || f.Saved != savings || f.Saved <= 0 || f.Live != rendered-savings || f.Trigger == NoTrigger || in.HoldsContext {
				t.Fatalf("a fold of %d blocks and %d tokens: %+v", masked, savings, f)
			}
		} else if f.Live != rendered || f.Count != masked || f.Savings != savings || f.Trigger != NoTrigger || f.OverBudget != (f.State == Over) {
			t.Fatalf("%+v does not add up to %d rendered, %d savings", f, rendered, savings)
		}
		if f.Floor > whole || (f.State == Paused) != in.HoldsContext || f.FoldAt > in.Config.FoldAt || 2*f.Tail > f.Budget {
			t.Fatalf("%+v", f)
		}
	})
}
