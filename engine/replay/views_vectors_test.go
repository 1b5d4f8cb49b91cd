package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
)

// view is one line of views.jsonl.
type view struct {
	Messages json.RawMessage
	Window   int
	Reported *int
	Config   struct {
		BudgetFraction, FoldAt, FoldStep, ColdFoldAt float64
		AbsoluteTokenCap, TailTarget                 int
	}
	Cold, ProviderHoldsContext bool
	Unfolded                   []string
	Layers                     []layerJSON
	Want                       json.RawMessage
}

type layerJSON struct {
	Seq     int `json:"seq"`
	Entries []struct {
		ID         string `json:"id"`
		DigestText string `json:"digestText"`
	} `json:"entries"`
}

func (v view) conversation(t *testing.T) Conversation {
	t.Helper()
	list, ok := jsjson.Scan(v.Messages)
	if !ok {
		t.Fatal("the messages are no JSON")
	}
	c := Conversation{Set: &layer.Set{}, Window: v.Window, Cold: v.Cold, HoldsContext: v.ProviderHoldsContext, Config: ladder.Config{
		FoldAt: v.Config.FoldAt, FoldStep: v.Config.FoldStep, ColdFoldAt: v.Config.ColdFoldAt, BudgetFraction: v.Config.BudgetFraction,
		BudgetCap: v.Config.AbsoluteTokenCap, Tail: v.Config.TailTarget,
	}}
	if v.Reported != nil {
		c.Reported, c.Known = *v.Reported, true
	}
	for _, m := range list.Elements() {
		c.Messages = append(c.Messages, m)
	}
	for _, l := range v.Layers {
		entries := []layer.Digest{}
		for _, e := range l.Entries {
			entries = append(entries, layer.Digest{ID: e.ID, Text: e.DigestText})
		}
		c.Set.Commit(layer.Layer{Seq: l.Seq, Entries: entries, Entry: -1})
	}
	for _, id := range v.Unfolded {
		c.Set.Unfold(id)
	}
	return c
}

// shape is a pass in the vectors' form.
func (p Passed) shape() []byte {
	f := p.Frame
	out := map[string]any{
		"state": f.State.String(), "trigger": nil, "usage_fraction": ladder.Rounded(f.Fraction), "fold_at": f.FoldAt, "maskable": f.Savings,
		"step": f.Step, "live": f.Live, "floor": f.Floor, "over_budget": f.OverBudget, "saved": f.Saved, "layer": nil,
	}
	if f.Trigger != ladder.NoTrigger {
		out["trigger"] = f.Trigger.String()
	}
	if p.Layer != nil {
		var entries []map[string]string
		for _, d := range p.Layer.Entries {
			entries = append(entries, map[string]string{"id": d.ID, "digestText": d.Text})
		}
		out["layer"] = map[string]any{"seq": p.Layer.Seq, "entries": entries}
	}
	changes := []map[string]any{}
	for _, c := range p.Changed {
		changes = append(changes, map[string]any{"i": c.Index, "message": json.RawMessage(c.Message)})
	}
	out["changed"] = changes
	b, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	return b
}

// canonical is JSON with its keys in one order, so that answers compare as parsed.
func canonical(t *testing.T, b []byte) string {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// One pass over each made-up conversation gives the reference's frame, layer and
// changed messages.
func TestViewsAgreeWithVectors(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	file, err := os.Open(filepath.Join(root, "golden", "views.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := bufio.NewReader(file)
	n := 0
	for ; ; n++ {
		line, err := reader.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			break
		}
		var v view
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(t, v.conversation(t).Pass().shape()), canonical(t, v.Want); got != want {
			t.Errorf("line %d\n got %.2000s\nwant %.2000s", n+1, got, want)
		}
	}
	if n == 0 {
		t.Fatal("no vectors found")
	}
	t.Logf("%d views", n)
}
