package live

import (
	"sort"

	"cfold/engine/block"
	"cfold/engine/layer"
	"cfold/engine/session"
	"cfold/engine/text"
)

// layerOf is the layer that entry i committed, as far as it still rules.
func (s *State) layerOf(i int) (layer.Layer, bool) {
	e, ok := s.eventAt(i)
	if !ok || e.Kind != LayerCommitted {
		return layer.Layer{}, false
	}
	l := s.layerAt(e.Seq)
	return l, l.Seq == e.Seq && l.Entry == i
}

// layerAt is the layer of that seq; the zero Layer when there is none.
func (s *State) layerAt(seq int) layer.Layer {
	list := s.set.Layers()
	n := sort.Search(len(list), func(n int) bool { return list[n].Seq >= seq })
	if n == len(list) || list[n].Seq != seq {
		return layer.Layer{Entry: session.None}
	}
	return list[n]
}

func (s *State) unfoldAt(i int) bool {
	e, ok := s.eventAt(i)
	return ok && e.Kind == Unfolded
}

// eventAt is the logged event of entry i. Events are logged in entry order; a
// branch switch comes after that of the entry that showed it.
func (s *State) eventAt(i int) (Event, bool) {
	n := sort.Search(len(s.events), func(n int) bool { return s.events[n].Entry >= i })
	for ; n < len(s.events) && s.events[n].Entry == i; n++ {
		if s.events[n].Kind != BranchSwitched {
			return s.events[n], true
		}
	}
	return Event{}, false
}

// saving is what a layer saves per turn, in tokens.
type saving struct {
	tokens int
	exact  bool
}

// saved is what a layer's digests save over their originals as they stand in the
// file before it. exact is false when an original is not there under that id, as
// one that an edit replaced: the size its fold record names then stands for it.
func (s *State) saved(entries []layer.Digest) saving {
	v := saving{exact: true}
	for _, d := range entries {
		whole, ok := s.directory.cost(d.ID)
		if !ok {
			v.exact = false
			r, recorded := s.set.RecordOf(d.ID)
			if !recorded {
				continue
			}
			whole = text.Estimate(int(r.Bytes)) + block.Overhead
		}
		v.tokens += whole - block.Cost(d.Text)
	}
	return v
}
