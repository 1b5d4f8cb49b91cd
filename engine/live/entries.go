package live

import "cfold/engine/layer"

// RecordOf is the fold record of the block with that id; ok is false when it was
// never folded.
func (s *State) RecordOf(id string) (r layer.Record, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.set.RecordOf(id)
}

// CodeOf is the code the block with that id answers to.
func (s *State) CodeOf(id string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.set.Code(id)
}

// TimeOf is when an entry was recorded, in milliseconds since 1970; 0 when it
// carries no time.
func (s *State) TimeOf(entry int) int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if entry < 0 || entry >= s.index.Len() {
		return 0
	}
	return s.index.Entry(entry).Time
}

// LayerIDs lists the blocks that a layer folded, in its order; none for a layer
// that is not there.
func (s *State) LayerIDs(seq int) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var ids []string
	for _, d := range s.layerAt(seq).Entries {
		ids = append(ids, d.ID)
	}
	return ids
}
