package shape

import (
	"encoding/json"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/lexicon"
	"cfold/engine/replay"
	"cfold/engine/text"
)

// Of is what the helpers make of a text.
type Of struct {
	Estimate  int     `json:"est"`
	Clip      Text    `json:"clip"`
	FirstLine Text    `json:"firstLine"`
	Slice9    Text    `json:"slice9"`
	Code      string  `json:"code"`
	Risk      []Text  `json:"risk"`
	Buckets   Buckets `json:"categorize"`
}

// Buckets is what the risk lexicon finds.
type Buckets struct {
	Paths       []Text `json:"paths"`
	Commands    []Text `json:"commands"`
	Errors      []Text `json:"errors"`
	ExactValues []Text `json:"exact_values"`
	Decisions   []Text `json:"decisions"`
}

// TextOf works out every helper of a text.
func TextOf(s string) Of {
	b := lexicon.Categorize(s)
	return Of{
		Estimate: text.Estimate(text.Len(s)),
		Clip:     Text(text.Clip(s, 100)), FirstLine: Text(text.FirstLine(s, 60)), Slice9: Text(text.Slice(s, 9)),
		Code: block.Code(s),
		Risk: Texts(lexicon.RiskLines(s, 6, 400)),
		Buckets: Buckets{
			Texts(b.Paths), Texts(b.Commands), Texts(b.Errors), Texts(b.ExactValues), Texts(b.Decisions),
		},
	}
}

// Digest is one entry of a layer.
type Digest struct {
	ID   Text `json:"id"`
	Text Text `json:"digestText"`
}

// Layer is a committed layer.
type Layer struct {
	Seq     int      `json:"seq"`
	Entries []Digest `json:"entries"`
}

// LayerOf is a layer as it is printed.
func LayerOf(l layer.Layer) Layer {
	v := Layer{Seq: l.Seq, Entries: make([]Digest, len(l.Entries))}
	for i, d := range l.Entries {
		v.Entries[i] = Digest{Text(d.ID), Text(d.Text)}
	}
	return v
}

// Figures are those of a frame.
type Figures struct {
	UsageFraction float64 `json:"usage_fraction"`
	FoldAt        float64 `json:"fold_at"`
	Maskable      int     `json:"maskable"`
	Step          int     `json:"step"`
	Live          int     `json:"live"`
	Floor         int     `json:"floor"`
	OverBudget    bool    `json:"over_budget"`
	Saved         int     `json:"saved"`
}

func figuresOf(f ladder.Frame) Figures {
	return Figures{
		UsageFraction: ladder.Rounded(f.Fraction), FoldAt: f.FoldAt, Maskable: f.Savings, Step: f.Step,
		Live: f.Live, Floor: f.Floor, OverBudget: f.OverBudget, Saved: f.Saved,
	}
}

// View is what one pass over made-up messages gives.
type View struct {
	State   string  `json:"state"`
	Trigger *string `json:"trigger"`
	Figures
	Layer   *Layer    `json:"layer"`
	Changed []Changed `json:"changed"`
}

// Changed is a message that goes out in another form.
type Changed struct {
	Index   int             `json:"i"`
	Message json.RawMessage `json:"message"`
}

// ViewOf is a pass as it is printed.
func ViewOf(p replay.Passed) View {
	v := View{State: p.Frame.State.String(), Figures: figuresOf(p.Frame), Changed: []Changed{}}
	if t := p.Frame.Trigger; t != ladder.NoTrigger {
		s := t.String()
		v.Trigger = &s
	}
	if p.Layer != nil {
		l := LayerOf(*p.Layer)
		v.Layer = &l
	}
	for _, c := range p.Changed {
		v.Changed = append(v.Changed, Changed{c.Index, json.RawMessage(jsjson.AppendStringify(nil, c.Message))})
	}
	return v
}
