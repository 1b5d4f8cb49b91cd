package replay

import (
	"io"

	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/session"
)

// Records is the seed index that the replay's fold events would have written, one
// record per event. x, file and window are those of the Run. The error is that of
// reading the file.
func (r Result) Records(x *session.Index, file io.ReaderAt, window int) ([]seed.Record, error) {
	records := make([]seed.Record, 0, len(r.Events))
	for i := range r.Events {
		e := &r.Events[i]
		source := seed.Source{Blocks: e.Blocks, Text: func(n int) (string, error) { return e.Refs.Text(file, n, &e.Blocks[n]) }}
		fields, err := seed.Extract(source, e.Masked)
		if err != nil {
			return nil, err
		}
		spans, err := seed.Spans(source, lastPerID(e.Blocks, e.Masked), &layer.Set{})
		if err != nil {
			return nil, err
		}
		records = append(records, seed.Record{
			Harness: seed.Harness, Session: x.Header().ID, Seq: e.Seq, At: seed.Time(e.At), Trigger: e.Trigger.String(),
			Usage: seed.UsageOf(r.Calls[e.Call].Frame.Used, window), Fields: fields, Spans: spans,
		})
	}
	return records, nil
}
