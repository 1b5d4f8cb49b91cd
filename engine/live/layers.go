package live

import (
	"sort"

	"cfold/engine/block"
	"cfold/engine/layer"
	"cfold/engine/text"
)

// layerOf is the layer that entry i committed, as far as it still rules.
func (s *State) layerOf(i int) (layer.Layer, bool) {
	e, ok := s.eventAt(i)
	if !ok || e.Kind != LayerCommitted {
		return layer.Layer{}, false
	}
	list := s.set.Layers()
	n := sort.Search(len(list), func(n int) bool { return list[n].Seq >= e.Seq })
	if n == len(list) || list[n].Seq != e.Seq || list[n].Entry != i {
		return layer.Layer{}, false
	}
	return list[n], true
}

func (s *State) unfoldAt(i int) bool {
	e, ok := s.eventAt(i)
	return ok && e.Kind == Unfolded
}

// eventAt is the logged event of entry i. Events are logged in entry order, but
// for branch switches, which repeat an earlier entry.
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
	entry  int
	tokens int
	exact  bool
}

// savingOf is what a layer saves, worked out once per layer.
func (s *State) savingOf(l layer.Layer) saving {
	if have, ok := s.savings[l.Seq]; ok && have.entry == l.Entry {
		return have
	}
	v := saving{entry: l.Entry}
	v.tokens, v.exact = s.saved(l.Entries)
	s.savings[l.Seq] = v
	return v
}

// saved is what a layer's digests save over their originals, in tokens. exact is
// false when an original is not in the file under that id, as one that an edit
// replaced: the size its fold record names then stands for it.
func (s *State) saved(entries []layer.Digest) (tokens int, exact bool) {
	exact = true
	for _, d := range entries {
		whole, ok := s.directory.cost(d.ID)
		if !ok {
			exact = false
			r, recorded := s.set.RecordOf(d.ID)
			if !recorded {
				continue
			}
			whole = text.Estimate(int(r.Bytes)) + block.Overhead
		}
		tokens += whole - block.Cost(d.Text)
	}
	return tokens, exact
}
