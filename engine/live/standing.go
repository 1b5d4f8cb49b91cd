package live

import (
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
	digests []string
	// stale is true when layers or unfolds changed how known blocks stand.
	stale bool
	codes int // that stood for a block, when it was brought up
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
	st.seqs, st.digests = st.seqs[:n:n], st.digests[:n:n]
	st.stale = false
	for i := n; i < len(blocks); i++ {
		b := &blocks[i]
		cost, mark, seq, digest := folded[i], ladder.Mark(0), 0, ""
		switch {
		case set.Unfolded(b.ID):
			mark = ladder.Unfolded
			if d, ok := set.Stored(b.ID); ok {
				cost = block.Cost(d)
			}
		case b.Foldable():
			if d, n, ok := set.Frozen(b.ID); ok {
				cost, mark, seq, digest = block.Cost(d), ladder.Frozen, n, d
			} else if set.Taken(b.ID) {
				mark = ladder.Rejected
			}
		}
		st.folded = append(st.folded, cost)
		st.marks = append(st.marks, mark)
		st.seqs = append(st.seqs, seq)
		st.digests = append(st.digests, digest)
	}
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
