package ladder

import (
	"cfold/engine/block"
	"cfold/engine/layer"
)

// Under is the ladder's input for the blocks of a context under a set of layers;
// window, usage, judgements and settings are the caller's to fill in. folded runs
// alongside blocks as Input.Folded does, for the blocks no layer holds. answered
// is the number of messages up to and including the last assistant's. rejected
// names the blocks held raw because another block owns their code.
func Under(set *layer.Set, blocks []block.Block, folded []int, answered int, rejected func(id string) bool) Input {
	in := Input{
		Blocks: blocks,
		Folded: append([]int(nil), folded...),
		Marks:  make([]Mark, len(blocks)),
	}
	for n := range blocks {
		b := &blocks[n]
		in.Marks[n] = mark(b, answered, set, rejected)
		if in.Marks[n]&Frozen != 0 {
			digest, _, _ := set.Frozen(b.ID)
			in.Folded[n] = block.Cost(digest)
		}
	}
	return in
}

func mark(b *block.Block, answered int, set *layer.Set, rejected func(id string) bool) Mark {
	var m Mark
	if b.Kind == block.ToolResult && b.Message >= answered {
		m |= FirstDelivery
	}
	if set.Unfolded(b.ID) {
		return m | Unfolded
	}
	if !b.Foldable() {
		return m
	}
	if _, _, ok := set.Frozen(b.ID); ok {
		return m | Frozen
	}
	if rejected(b.ID) {
		m |= Rejected
	}
	return m
}
