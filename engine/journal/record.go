package journal

import (
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
func FoldOf(f layer.Record) Record { return Record{layer.AppendFold(nil, f)} }

// LayerOf is the record that commits the digests of one fold event.
func LayerOf(seq int, digests []layer.Digest) Record {
	return Record{layer.AppendLayer(nil, layer.Layer{Seq: seq, Entries: digests})}
}

// UnfoldOf is the record that unfolds blocks for good: a folded one is raw again,
// a raw one never folds.
func UnfoldOf(ids ...string) Record { return Record{layer.AppendUnfold(nil, ids)} }
