package session

import "slices"

// Item is one entry of the active context: where its messages come from.
type Item struct {
	Entry int32 // index of the source entry
	// Position is where the entry stands in the branch.
	Position int32
	// Edit is the context edit in force on it, None without one. Omit is true
	// when that edit removes the entry from the context.
	Edit int32
	Omit bool
}

// Project lists what a branch (root to leaf, as Branch gives it) puts into the
// context: the newest compaction first, then what it kept, then everything after
// it; without a compaction, all. Entries that carry no message are listed too.
func (x *Index) Project(branch []int32) []Item {
	at := x.lastCompaction(branch)
	items := make([]Item, 0, len(branch))
	from := 0
	if at >= 0 {
		items = append(items, Item{Entry: branch[at], Position: int32(at)})
		from = x.FirstKept(branch, at)
	}
	edits := map[int32]int32{} // interned target → edit entry
	for n := from; n < len(branch); n++ {
		e := x.entries.At(int(branch[n]))
		if e.Kind == ContextEdit {
			edits[x.edits[e.detail].target] = branch[n]
		}
		// The newest compaction leads already, an older one adds nothing; of what
		// was kept, system messages are dropped.
		if e.Kind == Compaction || n < at && e.Kind == Message && e.Role == System {
			continue
		}
		items = append(items, Item{Entry: branch[n], Position: int32(n)})
	}
	for n := range items {
		item := &items[n]
		item.Edit = None
		id := x.entries.At(int(item.Entry)).id
		if edit, ok := edits[id]; ok && id != None {
			item.Edit = edit
			item.Omit = x.edits[x.entries.At(int(edit)).detail].omit
		}
	}
	return items
}

// lastCompaction is the position in branch of the newest compaction, or -1.
func (x *Index) lastCompaction(branch []int32) int {
	for n := len(branch) - 1; n >= 0; n-- {
		if x.entries.At(int(branch[n])).Kind == Compaction {
			return n
		}
	}
	return -1
}

// FirstKept is the position in branch of the first entry that the compaction at
// position at kept; at itself when it kept nothing.
func (x *Index) FirstKept(branch []int32, at int) int {
	target := x.compactions[x.entries.At(int(branch[at])).detail].firstKept
	if target == None {
		return at
	}
	n := slices.IndexFunc(branch[:at], func(i int32) bool {
		if x.header.Version < 2 {
			return i == target
		}
		return x.entries.At(int(i)).id == target
	})
	if n < 0 {
		return at
	}
	return n
}
