package active

import (
	"cfold/engine/block"
	"cfold/engine/lookup"
)

// repeats finds the ids that more than one block has.
type repeats struct {
	first lookup.Table // id → its first block
	ids   map[string]bool
}

func newRepeats(blocks []block.Block) repeats {
	var r repeats
	for i := range blocks {
		r.add(blocks, i)
	}
	return r
}

// add takes in block i, the last of those taken in so far.
func (r *repeats) add(blocks []block.Block, i int) {
	if _, added := r.first.Put(int32(i), func(n int32) string { return blocks[n].ID }); added {
		return
	}
	if r.ids == nil {
		r.ids = map[string]bool{}
	}
	r.ids[blocks[i].ID] = true
}
