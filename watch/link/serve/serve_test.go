package serve

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/watch/link"
)

func TestWhatIsNoRequestIsRefusedAndServingGoesOn(t *testing.T) {
	a := newAgent(t, true)
	for op, want := range map[string]link.Code{"nothing of the kind": link.UnknownOp, "call": link.BadRequest, "folded": link.BadRequest, "committed": link.BadRequest, "compacted": link.BadRequest} {
		if _, code := a.try(op, ""); code != string(want) {
			t.Errorf("%s: %q, want %q", op, code, want)
		}
	}
	if _, code := a.try("hello", `"protocol":99`); code != string(link.OtherSide) {
		t.Errorf("another protocol: %q", code)
	}
	for _, line := range []string{"junk", `{"op":"ping"}`, `[]`} {
		fmt.Fprintln(a.in, line)
		if f := <-a.frames; !f.Get("error").Get("code").Equals(string(link.BadRequest)) {
			t.Errorf("%s: %s", line, f)
		}
	}
	a.ask("ping", "")
}

func TestAFoldEventInItsSteps(t *testing.T) {
	for _, persisted := range []bool{true, false} {
		t.Run(fmt.Sprint("persisted ", persisted), func(t *testing.T) {
			a := newAgent(t, persisted)
			a.open()
			a.work("a", 8)
			layer := a.fold()
			masked := 0
			for range layer.Get("entries").Elements() {
				masked++
			}
			if layer.Get("seq").Int() != 1 || masked < 5 {
				t.Errorf("layer %s", layer)
			}
			if n := len(a.index()); persisted && n != 1 || !persisted && n != 0 {
				t.Errorf("%d lines in the seed index", n)
			}
			// Pi makes the same of the layer, so it is not told again.
			a.work("b", 1)
			r := a.call()
			if r.Get("changed").IsTrue() || r.Get("folds") != nil {
				t.Errorf("after a fold: %.300s", r)
			}
			if n := int(r.Get("figures").Get("folded").Int()); n != masked {
				t.Errorf("%d blocks stand as digests", n)
			}
			if s := r.Get("footer").Text(); !strings.HasPrefix(s, fmt.Sprintf("⧉ ×%d · ~", masked)) {
				t.Errorf("footer %q", s)
			}
			// Opened again, everything stands as it did, and Pi is told all of it.
			a.told = 0
			a.open()
			r = a.call()
			n := 0
			for range r.Get("replace").Members() {
				n++
			}
			if n != masked {
				t.Errorf("%d replacements after opening again", n)
			}
		})
	}
}

func TestAnEventLeftOpenIsTakenBack(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	a.work("a", 8)
	for range 2 { // as when the answer came too late
		if r := a.call(); r.Get("folds") == nil {
			t.Fatalf("nothing folds: %s", r)
		}
		a.ask("folded", `"done":true`)
	}
	lines := a.index()
	if len(lines) != 3 || !strings.Contains(lines[1], `"fold-retract","seq":1`) {
		t.Fatalf("seed index:\n%s", strings.Join(lines, "\n"))
	}
	a.ask("committed", `"done":false`)
	if lines = a.index(); len(lines) != 4 || !strings.Contains(lines[3], `"fold-retract","seq":2`) {
		t.Errorf("seed index:\n%s", strings.Join(lines, "\n"))
	}
	if seq := a.fold().Get("seq").Int(); seq != 3 {
		t.Errorf("the seq of what was taken back is used again: %d", seq)
	}
}

func TestFoldRecordsThatCannotBeAppended(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	a.work("a", 8)
	a.call()
	a.ask("folded", `"done":false`)
	if n := len(a.index()); n != 0 {
		t.Errorf("%d lines in the seed index", n)
	}
	if _, code := a.try("committed", `"done":true`); code == "" {
		t.Error("an event given up is committed")
	}
}

func TestMessagesThatDoNotJoin(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	if _, code := a.try("call", `"from":3,"messages":[],"usage":null,"window":4000,`+a.source()); code != string(link.Gap) {
		t.Errorf("a gap: %q", code)
	}
}

func TestRecallAndUnfold(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	a.work("a", 8)
	a.fold()
	code := block.Code("r:a0")
	r := a.ask("recall", fmt.Sprintf(`"args":{"codes":["{#%s FOLDED}","zzzzzz"],"lines":"2-2"},%s`, code, a.source()))
	if s := r.Get("text").Text(); !strings.Contains(s, "2: a line of a that says little") || !strings.Contains(s, "{#zzzzzz FOLDED}: no folded block") {
		t.Errorf("recall: %s", s)
	}
	r = a.ask("recall", `"args":{"search":"SAYS little"},`+a.source())
	if s := r.Get("text").Text(); !strings.Contains(s, "["+code+"]") {
		t.Errorf("search: %s", s)
	}
	for _, args := range []string{`{"codes":["zzzzzz"]}`, `{}`} {
		if _, failure := a.try("recall", `"args":`+args+`,`+a.source()); failure != string(link.Refused) {
			t.Errorf("recall of %s: %q", args, failure)
		}
	}
	if _, failure := a.try("unfold", `"codes":["zzzzzz"],`+a.source()); failure != string(link.Refused) {
		t.Errorf("unfold of nothing: %q", failure)
	}
	r = a.ask("unfold", fmt.Sprintf(`"codes":[%q],%s`, code, a.source()))
	if s := jsjson.Stringify(r.Get("record")); s != `{"kind":"unfold","ids":["r:a0"]}` {
		t.Errorf("record %s", s)
	}
	a.persist(r.Get("record"))
	r = a.call()
	if r.Get("replace").Get("r:a0") != nil || r.Get("replace").Get("r:a1") == nil || r.Get("figures").Get("held").Int() != 1 {
		t.Errorf("after an unfold: %.300s", r)
	}
}

func TestAHardCompaction(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	a.work("a", 8)
	a.fold()
	kept := fmt.Sprintf("e%d", a.last-1) // the layer's neighbour: what follows is kept
	a.work("b", 2)
	r := a.ask("compact", fmt.Sprintf(`"firstKeptEntryId":%q,"tokensBefore":3000,%s`, kept, a.source()))
	var done []string
	for _, data := range r.Get("folds").Elements() {
		a.persist(data)
		done = append(done, "true")
	}
	if len(done) == 0 {
		t.Fatal("no block leaves without a record")
	}
	r = a.ask("compacted", `"done":[`+strings.Join(done, ",")+`]`)
	if seq := r.Get("seq").Int(); seq != 2 {
		t.Errorf("seq %d", seq)
	}
	summary := r.Get("summary").Text()
	for _, want := range []string{"# Compacted history", "do it", block.Tag(block.Code("r:a0")), block.Tag(block.Code("r:a7"))} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary does not hold %q:\n%s", want, summary)
		}
	}
	a.ask("compact_failed", `"seq":2`)
	if lines := a.index(); len(lines) != 3 || !strings.Contains(lines[1], `"trigger":"compact"`) || !strings.Contains(lines[2], `"fold-retract","seq":2`) {
		t.Errorf("seed index:\n%s", strings.Join(lines, "\n"))
	}
	r = a.ask("handoff", `"goal":"go on",`+a.source())
	if s := r.Get("text").Text(); !strings.Contains(s, "go on") || r.Get("records").Int() != 1 {
		t.Errorf("handoff of %d records: %s", r.Get("records").Int(), s)
	}
	if _, err := os.Stat(r.Get("path").Text()); err != nil {
		t.Error(err)
	}
}

func TestSettingsAreReadAgainAndSaved(t *testing.T) {
	a := newAgent(t, true)
	a.open()
	a.setting(`{"foldAt":2,"tail":300,"providerCacheIdleMinutes":5}`)
	a.work("a", 2)
	r := a.call()
	if s := jsjson.Stringify(r.Get("notices")); !strings.Contains(s, "foldAt") || !strings.Contains(s, "providerCacheIdleMinutes") {
		t.Errorf("notices %s", s)
	}
	if r = a.call(); r.Get("notices") != nil {
		t.Errorf("told twice: %s", r.Get("notices"))
	}
	if _, code := a.try("set", `"key":"foldAt","value":"7"`); code != string(link.Refused) {
		t.Errorf("a value out of range: %q", code)
	}
	if r = a.ask("set", `"key":"foldAt","value":"0.5"`); !r.Get("value").Equals("0.5") {
		t.Errorf("saved: %s", r)
	}
	if f, _ := a.call().Get("figures").Get("fold_at").Float(); f != 0.5 {
		t.Errorf("the next call folds at %v", f)
	}
	// What the extension itself goes by is told again too.
	a.setting(`{"compact":"native","confirmColdPrompt":"on"}`)
	if r = a.ask("settled", a.source()); !r.Get("compact").Equals("native") || !r.Get("confirm").IsTrue() || r.Get("disabled").IsTrue() {
		t.Errorf("once settled: %s", r)
	}
}

func TestTheIdleClockWarnsOnce(t *testing.T) {
	a := newAgent(t, true)
	a.setting(`{"cacheIdleMinutes":10}`)
	a.open()
	a.message(`{"role":"user","content":"do it","timestamp":1}`)
	a.message(`{"role":"assistant","content":[{"type":"text","text":"done"}],"provider":"p","model":"m","usage":{"input":30000,"cacheRead":0,"cacheWrite":0,"output":9},"responseId":"m1","timestamp":2}`)
	ask := func() jsjson.Raw { return a.ask("idle", `"provider":"p","model":"m",`+a.source()) }
	if r := ask(); r.Get("text") != nil || r.Get("due").Int() != 600_000 {
		t.Errorf("at once: %s", r)
	}
	a.now = a.now.Add(10 * 60e9)
	if r := ask(); !strings.Contains(r.Get("text").Text(), "~30k tok may rebill") {
		t.Errorf("after the interval: %s", r)
	}
	if r := ask(); r.Get("text") != nil {
		t.Errorf("again: %s", r)
	}
	if r := a.ask("idle", `"provider":"p","model":"other",`+a.source()); !r.Get("text").Equals("cache unverified") {
		t.Errorf("another model: %s", r)
	}
	if r := a.ask("prompt", `"provider":"p","model":"m",`+a.source()); !r.Get("ask").IsTrue() {
		t.Errorf("a prompt: %s", r)
	}
}
