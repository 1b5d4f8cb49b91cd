package demo

import (
	"math"

	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/journal"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/text"
)

// fold frames the call that comes next and commits what it folds, in the order
// the format demands: fold records, index record, layer.
func (w *writer) fold() {
	in := ladder.Under(&w.folds, w.ctx.Blocks(), w.ctx.Folded(), w.ctx.Answered(), func(string) bool { return false })
	usage := w.ctx.Usage()
	in.Window, in.Config, in.Reported, in.Known = Window, w.config, usage.Tokens, usage.Known
	in.Cold, in.HoldsContext = w.telemetry.Cold(), w.telemetry.ProviderHoldsContext()
	frame := ladder.Step(in)
	if frame.State != ladder.Fold {
		return
	}
	source := w.source()
	var digests []layer.Digest
	for _, n := range frame.Mask {
		b := &source.Blocks[n]
		body := w.body(n)
		w.record(journal.FoldOf(seed.FoldRecord(b, body)))
		digests = append(digests, layer.Digest{ID: b.ID, Text: block.Digest(b, body)})
	}
	fields, err := seed.Extract(source, frame.Mask)
	must(err)
	spans, err := seed.Spans(source, frame.Mask, &w.folds)
	must(err)
	w.maxSeq++
	w.indexed(seed.Record{
		Seq: w.maxSeq, Trigger: frame.Trigger.String(), Usage: seed.UsageOf(frame.Used, Window), Fields: fields, Spans: spans,
	})
	w.record(journal.LayerOf(w.maxSeq, digests))
	w.telemetry.Fold(frame.Saved)
}

// source is the context as it stands.
func (w *writer) source() seed.Source {
	blocks, refs := w.ctx.Blocks(), w.ctx.Refs()
	return seed.Source{Blocks: blocks, Text: func(n int) (string, error) { return refs.Text(w, n, &blocks[n]) }}
}

func (w *writer) body(n int) string {
	body, err := w.source().Text(n)
	must(err)
	return body
}

// record appends a fold entry.
func (w *writer) record(r journal.Record) {
	w.put("custom", member{"customType", "contextfold.fold"}, member{"data", rawOf(r)})
}

// indexed appends a record to the seed index.
func (w *writer) indexed(r seed.Record) {
	r.Harness, r.Session, r.At = seed.Harness, ID, seed.Time(w.clock.UnixMilli())
	w.step.Index = seed.AppendLine(w.step.Index, r)
}

// prompt lists what the next call sends, as the provider would cache it.
func (w *writer) prompt() []part {
	parts := []part{{"", overhead}}
	blocks := w.ctx.Blocks()
	for n := range blocks {
		b := &blocks[n]
		if digest, _, ok := w.folds.Frozen(b.ID); ok && b.Foldable() {
			parts = append(parts, part{b.ID + " folded", block.Cost(digest)})
			continue
		}
		parts = append(parts, part{b.ID, b.Tokens})
	}
	return parts
}

// usageOf is what the provider reports for a call: what it had cached of the
// prompt is read, the rest but a few tokens is written.
func (w *writer) usageOf(parts []part, output int) cache.Usage {
	const input = 4 // what comes after the last cache point
	read, total := 0, 0
	same := true
	for n, p := range parts {
		same = same && n < len(w.warm) && w.warm[n] == p
		if same {
			read += p.tokens
		}
		total += p.tokens
	}
	u := cache.Usage{Input: input, Output: output, CacheRead: read, CacheWrite: max(0, total-read-input)}
	u.TotalTokens = u.Input + u.Output + u.CacheRead + u.CacheWrite
	u.Cost = &cache.Cost{
		Input: dollars(u.Input, priceIn), Output: dollars(u.Output, priceOut),
		CacheRead: dollars(u.CacheRead, priceRead), CacheWrite: dollars(u.CacheWrite, priceWrite),
	}
	u.Cost.Total = round(u.Cost.Input + u.Cost.Output + u.Cost.CacheRead + u.Cost.CacheWrite)
	return u
}

func dollars(tokens int, rate float64) float64 { return round(float64(tokens) * rate) }

// round keeps a millionth of a dollar.
func round(d float64) float64 { return math.Round(d*1e6) / 1e6 }

// estimate is the tokens of a text as it is generated.
func estimate(s string) int { return text.Estimate(text.Len(s)) }
