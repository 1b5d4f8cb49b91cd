package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/session"
)

// talk is a session under construction: a chain of entries.
type talk struct {
	lines []string
	last  string
}

func newTalk() *talk {
	return &talk{lines: []string{`{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}`}}
}

func (k *talk) add(rest string) string {
	id := fmt.Sprintf("e%d", len(k.lines))
	parent := "null"
	if k.last != "" {
		parent = `"` + k.last + `"`
	}
	k.lines = append(k.lines, fmt.Sprintf(`{"type":%s,"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:%02d.000Z"}`, rest, id, parent, len(k.lines)%60))
	k.last = id
	return id
}

func (k *talk) user(text string) string {
	return k.add(fmt.Sprintf(`"message","message":{"role":"user","content":%q,"timestamp":%d}`, text, len(k.lines)))
}

// ask is an answer that calls a tool, total the context it reports in tokens.
func (k *talk) ask(call string, total int) string {
	return k.add(fmt.Sprintf(`"message","message":{"role":"assistant","responseId":"r%d","provider":"p","model":"m","stopReason":"toolUse","timestamp":1,"usage":{"input":10,"output":0,"cacheRead":%d,"cacheWrite":5,"totalTokens":%d},"content":[{"type":"toolCall","id":%q,"name":"bash","arguments":{"command":"ls"}}]}`, len(k.lines), total-15, total, call))
}

func (k *talk) result(call, text string) string {
	return k.add(fmt.Sprintf(`"message","message":{"role":"toolResult","toolCallId":%q,"toolName":"bash","isError":false,"timestamp":2,"content":[{"type":"text","text":%q}]}`, call, text))
}

func (k *talk) open(t testing.TB) (*session.Index, *bytes.Reader) {
	t.Helper()
	x := session.NewIndex()
	at := 0
	for _, line := range k.lines {
		x.Append([]byte(line), int64(at))
		at += len(line) + 1
	}
	return x, bytes.NewReader([]byte(strings.Join(k.lines, "\n") + "\n"))
}

func (k *talk) run(t testing.TB, window int, c ladder.Config) Result {
	t.Helper()
	x, file := k.open(t)
	r, err := Run(x, file, window, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// brief is each call in a line: what it saw and did.
func (r Result) brief() string {
	var b strings.Builder
	for _, c := range r.Calls {
		fmt.Fprintf(&b, "%d messages %s live %d maskable %d saved %d floor %d layer %d\n", c.Messages, c.Frame.State, c.Frame.Live, c.Frame.Savings, c.Frame.Saved, c.Frame.Floor, c.Layer)
	}
	for _, l := range r.Layers {
		fmt.Fprintf(&b, "layer %d:", l.Seq)
		for _, d := range l.Entries {
			fmt.Fprintf(&b, " %s %q", d.ID, d.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tight folds what lies behind the last answer as soon as half the window is used.
var tight = ladder.Config{FoldAt: 0.5, FoldStep: 0.05, ColdFoldAt: 0.5, BudgetFraction: 0.9, Tail: 0}

// folding is a session that folds three times, with an unfold between.
func folding() *talk {
	k := newTalk()
	k.user("go")
	k.ask("c1", 400)
	k.result("c1", strings.Repeat("one\n", 200))
	k.ask("c2", 600)
	k.result("c2", strings.Repeat("two\n", 200))
	k.ask("c3", 700)
	k.result("c3", strings.Repeat("three\n", 200))
	k.add(`"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":["r:c1"]}`)
	k.ask("c4", 800)
	k.result("c4", "four")
	k.ask("c5", 500)
	return k
}

// golden is worked out by hand: a call costs 10 tokens, the results 204, 204, 304
// and 5, a digest 17, the user's message 5.
const golden = `1 messages quiet live 5 maskable 0 saved 0 floor 5 layer 0
3 messages quiet live 219 maskable 0 saved 0 floor 209 layer 0
5 messages fold live 246 maskable 0 saved 187 floor 209 layer 1
7 messages fold live 560 maskable 0 saved 187 floor 513 layer 2
9 messages fold live 288 maskable 0 saved 287 floor 214 layer 3
layer 1: r:c1 "{#0qq769 FOLDED} bash → 200 lines, ~204 tok · one"
layer 2: r:c2 "{#yxvg2g FOLDED} bash → 200 lines, ~204 tok · two"
layer 3: r:c3 "{#06qzsb FOLDED} bash → 200 lines, ~304 tok · three"
`

func TestRun(t *testing.T) {
	if got := folding().run(t, 1000, tight).brief(); got != golden {
		t.Errorf("got\n%swant\n%s", got, golden)
	}
}

func TestRunsAreTheSame(t *testing.T) {
	k := folding()
	if a, b := k.run(t, 1000, tight), k.run(t, 1000, tight); !reflect.DeepEqual(a, b) {
		t.Errorf("two runs differ\n%+v\n%+v", a, b)
	}
}

// What the session recorded of folds is ignored, its unfolds are not.
func TestRecordedFoldsAreIgnored(t *testing.T) {
	plain, recorded := folding(), newTalk()
	recorded.lines = append(recorded.lines[:0:0], plain.lines...)
	recorded.last = plain.last
	recorded.add(`"custom","customType":"contextfold.fold","data":{"kind":"layer","layer":{"seq":9,"entries":[{"id":"r:c4","digestText":"x"}]}}`)
	recorded.add(`"custom","customType":"contextfold.fold","data":{"kind":"fold","entry":{"blockId":"r:c4","code":"zzzzzz"}}`)
	a, b := plain.run(t, 1000, tight), recorded.run(t, 1000, tight)
	for n := range b.Events {
		b.Events[n].Refs = a.Events[n].Refs // they know the whole file
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("recorded folds matter\n%s\n%s", a.brief(), b.brief())
	}
}

// The view's hash, kept from call to call, is that of the view hashed afresh:
// also after an edit, a compaction, and a second block with a folded one's id.
func TestViewHashIsThatOfTheWholeView(t *testing.T) {
	k := folding()
	k.add(`"context_edit","targetId":"e3","replacement":{"content":"shorter"}`)
	k.ask("c6", 500)
	k.result("c2", "again under the same id")
	k.ask("c7", 500)
	k.add(`"message","message":{"role":"system","content":"s"}`)
	k.add(`"compaction","summary":"so far","firstKeptEntryId":"e5","tokensBefore":1`)
	k.ask("c8", 500)
	for n := 1; n <= len(k.lines); n++ {
		part := &talk{lines: k.lines[:n]}
		r := part.run(t, 1000, tight)
		x, file := part.open(t)
		branch := x.Branch(x.Leaf())
		if len(branch) == 0 {
			continue
		}
		if _, ok := x.Response(int(branch[len(branch)-1])); !ok {
			continue
		}
		set := &layer.Set{}
		for _, l := range r.Layers {
			set.Commit(l)
		}
		ctx := active.New(x, file, nil)
		for _, i := range branch[:len(branch)-1] {
			if raw, err := x.Read(file, int(i)); err == nil && raw.Get("data").Get("kind").Equals("unfold") {
				set.Add(raw.Get("data"), int(i))
			}
		}
		if err := ctx.Extend(branch[:len(branch)-1]...); err != nil {
			t.Fatal(err)
		}
		want, err := newViewHash(file, set).sum(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Calls[len(r.Calls)-1].ViewSHA256; got != want {
			t.Errorf("the call of line %d: %s, afresh %s", n, got, want)
		}
	}
}

// colliding are two call ids whose results have one code.
func colliding(t *testing.T) (first, second string) {
	t.Helper()
	seen := map[string]string{}
	for n := range 1 << 20 {
		call := fmt.Sprintf("call-%d", n)
		code := block.Code("r:" + call)
		if other, ok := seen[code]; ok {
			return other, call
		}
		seen[code] = call
	}
	t.Fatal("no collision found")
	return "", ""
}

// Of two blocks with one code the one that comes second is held raw for good, be
// it in the same event or a later one; the rest of the event commits.
func TestCollision(t *testing.T) {
	first, second := colliding(t)
	text := strings.Repeat("text\n", 100)
	for _, c := range []struct {
		name  string
		calls []string // results; an empty one stands for an answer in between
		want  []string // ids per layer
	}{
		{"in one event", []string{first, second, "other"}, []string{"r:" + first + " r:other"}},
		{"in a later event", []string{first, "", second, "other"}, []string{"r:" + first, "r:other"}},
	} {
		k := newTalk()
		k.user("go")
		for _, call := range c.calls {
			if call == "" {
				k.ask("x", 900)
				k.ask("y", 900)
				continue
			}
			k.result(call, text)
		}
		for range 3 { // the first one delivers, the second one folds
			k.ask("z", 900)
		}
		r := k.run(t, 1000, tight)
		var got []string
		for n, l := range r.Layers {
			var ids []string
			for _, d := range l.Entries {
				ids = append(ids, d.ID)
			}
			got = append(got, strings.Join(ids, " "))
			if e := r.Events[n]; len(e.Masked) != len(l.Entries) {
				t.Errorf("%s: event %d masks %d blocks for %d digests", c.name, n, len(e.Masked), len(l.Entries))
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: layers %q, want %q", c.name, got, c.want)
		}
		last := r.Calls[len(r.Calls)-1].Frame
		fold := r.Calls[len(r.Calls)-2].Frame
		if last.Savings != 0 || last.Live < 130 || c.name == "in one event" && fold.State == ladder.Fold && fold.Live+10 != last.Live {
			t.Errorf("%s: after the fold %d live of which %d maskable, at it %d live", c.name, last.Live, last.Savings, fold.Live)
		}
	}
}

func TestExtremes(t *testing.T) {
	k := folding()
	for _, window := range []int{-1, 0, 1, 2, 1000, math.MaxInt32, math.MaxInt64} {
		for _, c := range []ladder.Config{{}, ladder.Default(), tight, {FoldAt: 1, FoldStep: 1, ColdFoldAt: 1, BudgetFraction: 1, BudgetCap: math.MaxInt64, Tail: math.MaxInt64}, {FoldAt: 1e-300, FoldStep: 1e-300, BudgetFraction: 1e-300, BudgetCap: 1}} {
			r := k.run(t, window, c)
			if len(r.Calls) != 5 {
				t.Errorf("window %d, %+v: %d calls", window, c, len(r.Calls))
			}
			for n, l := range r.Layers {
				if l.Seq != n+1 || len(l.Entries) == 0 {
					t.Errorf("window %d, %+v: layer %d is %+v", window, c, n, l)
				}
			}
		}
	}
	if r := newTalk().run(t, 1000, tight); len(r.Calls)+len(r.Layers) != 0 {
		t.Errorf("an empty session replays to %+v", r)
	}
}

func TestRunOfAFileThatChanged(t *testing.T) {
	x, _ := folding().open(t)
	if _, err := Run(x, bytes.NewReader(nil), 1000, tight); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an empty file gives %v", err)
	}
	if _, err := Run(x, strings.NewReader(strings.Repeat("?", 1<<16)), 1000, tight); !errors.Is(err, session.ErrChanged) {
		t.Errorf("another file gives %v", err)
	}
}
