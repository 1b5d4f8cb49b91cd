package journal

import (
	"strconv"

	"cfold/engine/jsjson"
	"cfold/engine/layer"
)

// Record is the data of one contextfold.fold entry, as JSON. Only the functions
// here make one, so it is always one whole object without line breaks.
type Record struct{ data []byte }

// JSON is the record as it stands in the file under "data". Read only.
func (r Record) JSON() jsjson.Raw { return r.data }

// FoldOf is the record that makes a block recallable: its code, and the size and
// hash its original is recognised by.
func FoldOf(f layer.Record) Record {
	b := append([]byte(nil), `{"kind":"fold","entry":{"blockId":`...)
	b = jsjson.AppendQuote(b, f.BlockID)
	b = jsjson.AppendQuote(append(b, `,"code":`...), f.Code)
	b = jsjson.AppendQuote(append(b, `,"tool":`...), f.Tool)
	b = strconv.AppendBool(append(b, `,"isError":`...), f.IsError)
	b = strconv.AppendInt(append(b, `,"bytes":`...), f.Bytes, 10)
	b = jsjson.AppendQuote(append(b, `,"sha256":`...), f.SHA256)
	if f.FullOutputPath != "" {
		b = jsjson.AppendQuote(append(b, `,"fullOutputPath":`...), f.FullOutputPath)
	}
	return Record{append(b, "}}"...)}
}

// LayerOf is the record that commits the digests of one fold event.
func LayerOf(seq int, digests []layer.Digest) Record {
	b := append([]byte(nil), `{"kind":"layer","layer":{"seq":`...)
	b = strconv.AppendInt(b, int64(seq), 10)
	b = append(b, `,"entries":[`...)
	for i, d := range digests {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsjson.AppendQuote(append(b, `{"id":`...), d.ID)
		b = jsjson.AppendQuote(append(b, `,"digestText":`...), d.Text)
		b = append(b, '}')
	}
	return Record{append(b, "]}}"...)}
}

// UnfoldOf is the record that unfolds blocks for good: a folded one is raw again,
// a raw one never folds.
func UnfoldOf(ids ...string) Record {
	b := append([]byte(nil), `{"kind":"unfold","ids":[`...)
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsjson.AppendQuote(b, id)
	}
	return Record{append(b, "]}"...)}
}
