package host

import (
	"io"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/session"
)

// History is the blocks that a compaction removes: those of every message of the
// branch before the first kept entry, earlier compacted ones included, with
// edits applied. Nothing is kept where the branch has no such entry. The error
// is that of reading the file.
func History(x *session.Index, file io.ReaderAt, branch []int32, firstKept string) (seed.Source, error) {
	var before []int32
	for _, i := range branch {
		if firstKept != "" && x.ID(int(i)) == firstKept {
			break
		}
		if k := x.Entry(int(i)).Kind; k == session.Message || k == session.ContextEdit {
			before = append(before, i)
		}
	}
	ctx := active.New(x, file, func(string) bool { return true })
	if err := ctx.Move(before); err != nil {
		return seed.Source{}, err
	}
	blocks, refs := ctx.Blocks(), ctx.Refs()
	return seed.Source{Blocks: blocks, Text: func(i int) (string, error) { return refs.Text(file, i, &blocks[i]) }}, nil
}

// Unrecorded is the fold records of those blocks of a history that have none yet.
func (h *Host) Unrecorded(history seed.Source) ([]layer.Record, error) {
	var list []layer.Record
	taken := map[string]string{}
	for _, i := range seed.Unrecorded(history, &h.set) {
		b := &history.Blocks[i]
		code := block.Code(b.ID)
		if owner, ok := taken[code]; ok && owner != b.ID || h.isRejected(b.ID) {
			continue
		}
		taken[code] = b.ID
		body, err := history.Text(i)
		if err != nil {
			return nil, err
		}
		list = append(list, seed.FoldRecord(b, body))
	}
	return list, nil
}

// Recorded takes in fold records that were persisted.
func (h *Host) Recorded(list ...layer.Record) {
	for _, r := range list {
		h.set.Record(r)
	}
}

// Compact is the seed index record of a compaction. tokens is the context's size
// before it, window the model's, 0 for unknown, at milliseconds since 1970. The
// record takes the next seq.
func (h *Host) Compact(history seed.Source, tokens, window int, at int64) (seed.Record, error) {
	fields, err := seed.ExtractCompaction(history)
	if err != nil {
		return seed.Record{}, err
	}
	spans, err := seed.CompactionSpans(history, &h.set)
	if err != nil {
		return seed.Record{}, err
	}
	r := seed.Record{
		Harness: seed.Harness, Session: h.session, Seq: h.nextSeq(), At: seed.Time(at), Trigger: seed.Compact,
		Usage: seed.UsageOf(tokens, window), Fields: fields, Spans: spans,
	}
	h.Floor(r.Seq)
	return r, nil
}
