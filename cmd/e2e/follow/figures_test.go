package follow

import (
	"testing"
	"time"
)

// figures is what the records of a session come to.
type figures struct {
	title  string
	used   int // tokens of the window, -1 where no response has measured them
	events []event
	layers []layer
	blocks []block        // of the context, in order
	folded map[string]int // what stands as a digest in the context: its layer, by id
	digest map[string]string
	held   map[string]bool // what was unfolded and stands in the context
	masked int             // tokens saved a call
	// Of all responses: what the newest reports, the sum, their number and dollars.
	last, all usage
	responses int
	dollars   float64
	// saved is what all layers save a call as accounted, accrued what that comes to so far, paid what was sent anew.
	saved, accrued, paid int
	compactions          int
	settled              bool // the newest entry is an answer that calls no tools
}

// event is a row of the events.
type event struct {
	at   time.Time
	name string
}

// layer is a fold event.
type layer struct {
	seq, blocks          int
	at                   time.Time
	live, held, masked   int // of the context as it stands
	saved, accrued, paid int
	answered             bool // a response has paid
}

// figuresOf reads a session.
func figuresOf(t testing.TB, path string) *figures {
	t.Helper()
	entries := parse(t, path)
	f := &figures{used: -1, folded: map[string]int{}, digest: map[string]string{}, held: map[string]bool{}}
	originals := map[string]string{}
	unfolded := map[string]bool{}
	seqs := map[string]int{}
	trailing := 0 // tokens since the newest response
	for i := range entries {
		e := &entries[i]
		for _, b := range e.blocks() {
			originals[b.id] = b.text
			if b.kind == "person" && f.title == "" {
				f.title = b.text
			}
		}
		f.settled = f.settled && e.Type == "custom"
		switch {
		case e.Type == "model_change":
			f.events = append(f.events, event{e.Timestamp, "model"})
		case e.Type == "compaction":
			f.events = append(f.events, event{e.Timestamp, "compaction"})
			f.compactions++
			f.used = -1
		case e.CustomType == "contextfold.fold" && e.Data.Kind == "unfold":
			f.events = append(f.events, event{e.Timestamp, "unfold"})
			for _, id := range e.Data.IDs {
				unfolded[id] = true
			}
		case e.CustomType == "contextfold.fold" && e.Data.Kind == "layer":
			f.events = append(f.events, event{e.Timestamp, "fold"})
			l := layer{seq: e.Data.Layer.Seq, at: e.Timestamp, blocks: len(e.Data.Layer.Entries)}
			for _, d := range e.Data.Layer.Entries {
				l.saved += tokens(originals[d.ID]) - tokens(d.DigestText)
				f.digest[d.ID], seqs[d.ID] = d.DigestText, l.seq
			}
			f.layers = append(f.layers, l)
		case e.Message.Usage != nil:
			f.response(e.Message.Usage)
			f.used, trailing = e.Message.Usage.TotalTokens, 0
			f.settled = e.Message.StopReason == "stop"
		case e.Message.Role == "toolResult" || e.Message.Role == "user":
			trailing += estimate(&e.Message)
		}
	}
	if f.used >= 0 {
		f.used += trailing
	}
	f.stand(contextOf(entries), seqs, unfolded)
	return f
}

// estimate is what Pi counts a message as that no response has measured.
func estimate(m *message) int {
	units := 0
	for _, p := range m.parts() {
		if p.Type == "image" {
			units += 4800
		}
		units += length(p.Text)
	}
	return (units + 3) / 4
}

// response takes a response into the account: it pays for the folds before it, or enjoys them.
func (f *figures) response(u *usage) {
	f.responses++
	f.last = *u
	f.all.Input += u.Input
	f.all.CacheRead += u.CacheRead
	f.all.CacheWrite += u.CacheWrite
	f.dollars += u.Cost.Total
	paid := false
	for i := range f.layers {
		paid = paid || !f.layers[i].answered
	}
	for i := range f.layers {
		switch l := &f.layers[i]; {
		case !l.answered:
			l.answered, l.paid = true, u.CacheWrite
		case !paid:
			l.accrued += l.saved
		}
	}
}

// stand says how the blocks of the context stand.
func (f *figures) stand(context []entry, seqs map[string]int, unfolded map[string]bool) {
	at := map[int]*layer{}
	for i := range f.layers {
		l := &f.layers[i]
		at[l.seq] = l
		f.saved, f.accrued, f.paid = f.saved+l.saved, f.accrued+l.accrued, f.paid+l.paid
	}
	for i := range context {
		for _, b := range context[i].blocks() {
			f.blocks = append(f.blocks, b)
			switch l := at[seqs[b.id]]; {
			case unfolded[b.id]:
				f.held[b.id] = true
				if l != nil {
					l.held++
				}
			case l != nil:
				saves := tokens(b.text) - tokens(f.digest[b.id])
				f.folded[b.id] = l.seq
				f.masked += saves
				l.live, l.masked = l.live+1, l.masked+saves
			}
		}
	}
}
