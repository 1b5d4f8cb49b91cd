package seed

import (
	"strings"

	"cfold/engine/block"
	"cfold/engine/layer"
)

// FoldRecord is the fold record of a block with that text.
func FoldRecord(b *block.Block, body string) layer.Record {
	sum, size := block.Hash(body)
	return layer.Record{
		BlockID: b.ID, Code: block.Code(b.ID), Tool: b.Label(), IsError: b.IsError,
		Bytes: int64(size), SHA256: sum, FullOutputPath: b.FullOutputPath,
	}
}

// SpanOf is the span of a recorded block that stands in a turn and has that text.
func SpanOf(r layer.Record, turn int, body string) Span {
	s := Span{
		BlockID: r.BlockID, Code: r.Code, Tool: r.Tool, Turn: turn,
		Bytes: int(r.Bytes), SHA256: r.SHA256, FullOutputPath: r.FullOutputPath,
	}
	if body != "" {
		s.Lines = strings.Count(body, "\n") + 1
	}
	return s
}

// Spans lists the spans of the blocks at the given positions, in order: from
// their fold records, or where these are missing or hold no hash from their texts.
func Spans(source Source, which []int, folds *layer.Set) ([]Span, error) {
	spans := make([]Span, 0, len(which))
	for _, i := range which {
		b := &source.Blocks[i]
		body, err := source.Text(i)
		if err != nil {
			return nil, err
		}
		r, ok := folds.RecordOf(b.ID)
		if !ok || r.SHA256 == "" {
			code := folds.Code(b.ID)
			r = FoldRecord(b, body)
			r.Code = code
		}
		spans = append(spans, SpanOf(r, b.Turn, body))
	}
	return spans, nil
}

// CompactionSpans lists the spans of every recorded block of the history that a
// compaction removes.
func CompactionSpans(source Source, folds *layer.Set) ([]Span, error) {
	var which []int
	for i := range source.Blocks {
		if _, ok := folds.RecordOf(source.Blocks[i].ID); ok {
			which = append(which, i)
		}
	}
	return Spans(source, which, folds)
}

// Unrecorded lists the positions of the blocks that a compaction has to record
// before they leave: those that may fold, hold text and have no record.
func Unrecorded(source Source, folds *layer.Set) []int {
	var list []int
	for i := range source.Blocks {
		b := &source.Blocks[i]
		if _, ok := folds.RecordOf(b.ID); !ok && b.Foldable() && b.Units > 0 {
			list = append(list, i)
		}
	}
	return list
}
