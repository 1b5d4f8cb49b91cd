package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/recall"
)

// window and config fold early: a few results of some hundred tokens are enough.
const window = 4000

var config = ladder.Config{FoldAt: 0.3, FoldStep: 0.1, ColdFoldAt: 0.2, BudgetFraction: 0.75, Tail: 300}

func raw(t testing.TB, format string, args ...any) jsjson.Raw {
	t.Helper()
	r, ok := jsjson.Scan(fmt.Appendf(nil, format, args...))
	if !ok {
		t.Fatalf("no JSON: "+format, args...)
	}
	return r
}

func prompt(t testing.TB, n int) jsjson.Raw {
	return raw(t, `{"role":"user","content":"do it","timestamp":%d}`, n)
}

// step is an answer that calls a tool and the tool's result of some lines.
func step(t testing.TB, id string, lines int) []jsjson.Raw {
	body := strings.Repeat("a line of output that says little\\n", lines)
	return []jsjson.Raw{
		raw(t, `{"role":"assistant","content":[{"type":"toolCall","id":"c%s","name":"bash","arguments":{"command":"ls %s"}}],"responseId":"m%s","timestamp":1}`, id, id, id),
		raw(t, `{"role":"toolResult","toolCallId":"c%s","toolName":"bash","content":[{"type":"text","text":"%s"}],"isError":false,"timestamp":2}`, id, body),
	}
}

// talk is a prompt and n steps.
func talk(t testing.TB, n int) []jsjson.Raw {
	list := []jsjson.Raw{prompt(t, 1)}
	for i := range n {
		list = append(list, step(t, fmt.Sprint(i), 30)...)
	}
	return list
}

func call(t testing.TB, h *Host, from int, list []jsjson.Raw) View {
	t.Helper()
	v, err := h.Call(Call{From: from, Messages: list, Window: window, Config: config, At: 1_700_000_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNothingRendersFoldedBeforeItIsCommitted(t *testing.T) {
	h := New("s")
	v := call(t, h, 0, talk(t, 8))
	if v.Event == nil {
		t.Fatalf("state %v, want an event", v.Frame.State)
	}
	if n := len(h.Replacements()); n != 0 {
		t.Fatalf("%d blocks stand as digests before the commit", n)
	}
	h.Commit()
	if n := len(h.Replacements()); n == 0 || n != len(v.Event.Layer.Entries) {
		t.Errorf("%d blocks stand as digests, the layer holds %d", n, len(v.Event.Layer.Entries))
	}
	if _, ok := h.Replacements()["r:c7"]; ok {
		t.Error("the newest result, not yet delivered, stands as a digest")
	}
}

func TestARejectedEventLeavesEarlierLayersStanding(t *testing.T) {
	h := New("s")
	list := talk(t, 8)
	call(t, h, 0, list)
	h.Commit()
	before := h.Replacements()
	more := append(step(t, "x", 60), step(t, "y", 60)...)
	v := call(t, h, len(list), append(more, step(t, "z", 60)...))
	if v.Event == nil || v.Event.Layer.Seq != 2 {
		t.Fatalf("want event 2, have %+v", v.Event)
	}
	if h.Reject() != v.Event || h.Reject() != nil {
		t.Error("the event is not given up once")
	}
	if !maps.Equal(before, h.Replacements()) {
		t.Error("giving up an event changes what stands")
	}
	v = call(t, h, len(list)+6, nil)
	if v.Event == nil || v.Event.Layer.Seq != 3 {
		t.Errorf("the seq of what was given up is used again, or nothing folds: %+v", v.Event)
	}
}

func TestTheSeqIsAboveLayersAndIndex(t *testing.T) {
	h := New("s")
	h.Restore(raw(t, `{"kind":"layer","layer":{"seq":4,"entries":[]}}`))
	h.Floor(6)
	if v := call(t, h, 0, talk(t, 8)); v.Event.Layer.Seq != 7 || v.Event.Index.Seq != 7 {
		t.Errorf("layer %d and record %d, want 7", v.Event.Layer.Seq, v.Event.Index.Seq)
	}
}

func TestABlockWhoseCodeIsTakenStaysRaw(t *testing.T) {
	h := New("s")
	code := block.Code("r:c1")
	h.Restore(raw(t, `{"kind":"fold","entry":{"blockId":"r:other","code":%q,"tool":"bash","isError":false,"bytes":1,"sha256":"00"}}`, code))
	v := call(t, h, 0, talk(t, 8))
	h.Commit()
	standing := h.Replacements()
	if _, ok := standing["r:c1"]; ok || len(standing) == 0 {
		t.Errorf("%d blocks stand as digests, r:c1 among them: %t", len(standing), ok)
	}
	for _, r := range v.Event.Folds {
		if r.Code == code {
			t.Errorf("code %s is recorded for %s too", code, r.BlockID)
		}
	}
}

func TestOfTwoBlocksWithOneCodeInAnEventTheFirstFolds(t *testing.T) {
	a, b := twins(t)
	list := append([]jsjson.Raw{prompt(t, 1)}, step(t, a, 40)...)
	list = append(list, step(t, b, 40)...)
	for i := range 5 {
		list = append(list, step(t, fmt.Sprint("n", i), 30)...)
	}
	h := New("s")
	v := call(t, h, 0, list)
	if v.Event == nil || len(v.Event.Collisions) != 1 || v.Event.Collisions[0].ID != "r:c"+b {
		t.Fatalf("want one collision, of %s: %+v", b, v.Event)
	}
	h.Commit()
	if _, ok := h.Replacements()["r:c"+a]; !ok {
		t.Error("the first of the two does not fold")
	}
	if v := call(t, h, len(list), append(step(t, "p", 60), step(t, "q", 60)...)); v.Event != nil {
		for _, d := range v.Event.Layer.Entries {
			if d.ID == "r:c"+b {
				t.Error("the second of the two folds later")
			}
		}
	}
}

// twins finds two names whose results have one code.
func twins(t *testing.T) (a, b string) {
	t.Helper()
	seen := map[string]string{}
	for i := range 1 << 22 {
		name := fmt.Sprintf("%x", i*2654435761)
		code := block.Code("r:c" + name)
		if first, ok := seen[code]; ok {
			return first, name
		}
		seen[code] = name
	}
	t.Fatal("no two names with one code")
	return "", ""
}

func TestUnfoldedBlocksAreHeld(t *testing.T) {
	h := New("s")
	list := talk(t, 8)
	call(t, h, 0, list)
	h.Commit()
	source := h.Source(&h.messages, nil)
	id, err := source.Unfold(block.Code("r:c0"))
	if err != nil || id != "r:c0" {
		t.Fatalf("unfolding r:c0: %q, %v", id, err)
	}
	h.set.Unfold(id)
	if _, ok := h.Replacements()[id]; ok {
		t.Error("an unfolded block stands as a digest")
	}
	if _, _, held := h.Standing(); held != 1 {
		t.Errorf("%d held, want 1", held)
	}
	if _, err := source.Unfold("zzzzzz"); !errors.Is(err, recall.ErrUnknown) {
		t.Errorf("an unknown code: %v", err)
	}
}

func TestMessagesThatDoNotJoinAreRefused(t *testing.T) {
	h := New("s")
	call(t, h, 0, talk(t, 2))
	if _, err := h.Call(Call{From: 6, Window: window, Config: config}); !errors.Is(err, ErrGap) {
		t.Errorf("a gap: %v", err)
	}
}

func TestTwoBlocksWithOneIDAreNotReplaced(t *testing.T) {
	h := New("s")
	list := talk(t, 8)
	call(t, h, 0, append(list, step(t, "0", 30)...))
	h.Commit()
	if _, ok := h.Replacements()["r:c0"]; ok {
		t.Error("of two results with one id one stands as a digest")
	}
}

func TestAnEditedBlockIsAnother(t *testing.T) {
	h := New("s")
	list := talk(t, 8)
	call(t, h, 0, list)
	h.Commit()
	_, err := h.Call(Call{From: len(list), Edits: map[string]string{"r:c0": "e1"}, Window: window, Config: config,
		Reported: active.Reported{Known: true}})
	if err != nil {
		t.Fatal(err)
	}
	if i, ok := h.messages.Find("r:c0:edit:e1"); !ok || h.messages.blocks[i].Tool != "bash" {
		t.Error("the edited block has no id of its own")
	}
	if _, ok := h.Replacements()["r:c0"]; ok {
		t.Error("the digest of what was there before stands for an edited block")
	}
}

// Whatever way the messages of call after call are cut, a host that is handed
// what changed sees what one sees that is handed everything.
func TestWhatChangedIsAsGoodAsEverything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := New("s"), New("s")
		var list []jsjson.Raw
		for n := range rapid.IntRange(1, 8).Draw(rt, "calls") {
			keep := rapid.IntRange(max(0, len(list)-3), len(list)).Draw(rt, "keep")
			if rapid.IntRange(0, 5).Draw(rt, "back") == 0 {
				keep = rapid.IntRange(0, len(list)).Draw(rt, "far")
			}
			var added []jsjson.Raw
			if keep == 0 {
				added = append(added, prompt(t, n))
			}
			for k := range rapid.IntRange(0, 3).Draw(rt, "steps") {
				added = append(added, step(t, fmt.Sprintf("%d_%d", n, k), rapid.IntRange(0, 60).Draw(rt, "lines"))...)
			}
			list = append(list[:keep:keep], added...)
			va, vb := call(t, a, keep, added), call(t, b, 0, list)
			if (va.Event == nil) != (vb.Event == nil) || va.Frame.Live != vb.Frame.Live || va.Frame.Savings != vb.Frame.Savings ||
				!slices.Equal(va.Frame.Marks, vb.Frame.Marks) {
				rt.Fatalf("call %d: %+v and %+v", n, va.Frame, vb.Frame)
			}
			a.Commit()
			b.Commit()
			if !maps.Equal(a.Replacements(), b.Replacements()) {
				rt.Fatalf("call %d: other replacements", n)
			}
		}
	})
}

// A host restored from what another one persisted goes on as that one does.
func TestARestoredHostGoesOn(t *testing.T) {
	first, second := New("s"), New("s")
	list := talk(t, 8)
	e := call(t, first, 0, list).Event
	for _, r := range e.Folds {
		second.Restore(raw(t, "%s", layer.AppendFold(nil, r)))
	}
	second.Restore(raw(t, "%s", layer.AppendLayer(nil, e.Layer)))
	second.Floor(e.Index.Seq)
	first.Commit()
	call(t, second, 0, list)
	if !maps.Equal(first.Replacements(), second.Replacements()) {
		t.Fatal("other replacements after restoring")
	}
	more := append(step(t, "x", 60), step(t, "y", 60)...)
	a, b := call(t, first, len(list), more), call(t, second, len(list), more)
	if a.Event == nil || b.Event == nil || string(layer.AppendLayer(nil, a.Event.Layer)) != string(layer.AppendLayer(nil, b.Event.Layer)) {
		t.Errorf("other layers: %+v and %+v", a.Event, b.Event)
	}
	if got := string(layer.AppendUnfold(nil, []string{"r:a", "r:b"})); got != `{"kind":"unfold","ids":["r:a","r:b"]}` {
		t.Errorf("unfold record %s", got)
	}
}
