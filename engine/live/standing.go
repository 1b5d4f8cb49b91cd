package live

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/layer"
)

// standing is how each block of the context stands to the layers. The slices run
// alongside the context's blocks; what was handed out is never changed, only
// extended past its end or replaced.
type standing struct {
	folded  []int
	marks   []ladder.Mark
	seqs    []int
	digests []digest // of the blocks that have one, in order
	// stale is true when layers or unfolds changed how known blocks stand.
	stale bool
	codes int // that stood for a block, when it was brought up
}

// digest is the text that stands for a block.
type digest struct {
	block int
	text  string
}

// digestOf is the text that stands for block i; empty when it renders whole.
func digestOf(list []digest, i int) string {
	n, ok := slices.BinarySearchFunc(list, i, func(d digest, i int) int { return d.block - i })
	if !ok {
		return ""
	}
	return list[n].text
}

// update brings the standing up to the context's blocks. n is how many of the
// blocks known before are still the same ones.
func (st *standing) update(set *layer.Set, blocks []block.Block, folded []int, n int) {
	if st.stale || st.codes != set.Codes() {
		n = 0
	}
	st.codes = set.Codes()
	n = min(n, len(st.marks), len(blocks))
	st.folded, st.marks = st.folded[:n:n], st.marks[:n:n]
	st.seqs = st.seqs[:n:n]
	kept, _ := slices.BinarySearchFunc(st.digests, n, func(d digest, n int) int { return d.block - n })
	st.digests = st.digests[:kept:kept]
	st.stale = false
	st.grow(len(blocks) - n)
	for i := n; i < len(blocks); i++ {
		b := &blocks[i]
		cost, mark, seq := folded[i], ladder.Mark(0), 0
		switch {
		case set.Unfolded(b.ID):
			mark = ladder.Unfolded
			if d, ok := set.Stored(b.ID); ok {
				cost = block.Cost(d)
			}
		case b.Foldable():
			if d, n, ok := set.Frozen(b.ID); ok {
				cost, mark, seq = block.Cost(d), ladder.Frozen, n
				st.digests = append(st.digests, digest{i, d})
			} else if set.Taken(b.ID) {
				mark = ladder.Rejected
			}
		}
		st.folded = append(st.folded, cost)
		st.marks = append(st.marks, mark)
		st.seqs = append(st.seqs, seq)
	}
}

// grow makes room for so many blocks at once.
func (st *standing) grow(blocks int) {
	st.folded = slices.Grow(st.folded, blocks)
	st.marks = slices.Grow(st.marks, blocks)
	st.seqs = slices.Grow(st.seqs, blocks)
}

// delivered is the marks with the results that no response has answered yet held
// as a first delivery.
func (st *standing) delivered(blocks []block.Block, answered int) []ladder.Mark {
	marks := append([]ladder.Mark(nil), st.marks...)
	for i := len(blocks) - 1; i >= 0 && blocks[i].Message >= answered; i-- {
		if blocks[i].Kind == block.ToolResult {
			marks[i] |= ladder.FirstDelivery
		}
	}
	return marks
}
