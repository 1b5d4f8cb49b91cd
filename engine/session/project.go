package session

import "slices"

// Item is one entry of the active context: where its messages come from.
type Item struct {
	Entry int // index of the source entry
	// Edit is the context edit in force on it, None without one. Omit is true
	// when that edit removes the entry from the context.
	Edit int
	Omit bool
}

// Project lists what a branch (root to leaf, as Branch gives it) puts into the
// context: the newest compaction first, then what it kept, then everything after
// it; without a compaction, all. Entries that carry no message are listed too.
func (x *Index) Project(branch []int32) []Item {
	at := x.lastCompaction(branch)
	selected := branch
	if at >= 0 {
		selected = append([]int32{branch[at]}, x.kept(branch, at)...)
		selected = append(selected, branch[at+1:]...)
	}
	edits := map[int32]int{} // interned target → edit entry
	for _, i := range selected {
		if x.entries[i].Kind == ContextEdit {
			edits[x.edits[x.entries[i].detail].target] = int(i)
		}
	}
	items := make([]Item, 0, len(selected))
	for n, i := range selected {
		e := x.entries[i]
		// An older compaction inside the kept range adds nothing.
		if e.Kind == Compaction && at >= 0 && n > 0 {
			continue
		}
		item := Item{Entry: int(i), Edit: None}
		if edit, ok := edits[e.id]; ok && e.id != None {
			item.Edit = edit
			item.Omit = x.edits[x.entries[edit].detail].omit
		}
		items = append(items, item)
	}
	return items
}

// lastCompaction is the position in branch of the newest compaction, or -1.
func (x *Index) lastCompaction(branch []int32) int {
	for n := len(branch) - 1; n >= 0; n-- {
		if x.entries[branch[n]].Kind == Compaction {
			return n
		}
	}
	return -1
}

// kept lists the entries before the compaction at position at that it kept:
// those from its first kept entry on, system messages dropped.
func (x *Index) kept(branch []int32, at int) []int32 {
	first := x.FirstKept(branch, at)
	var kept []int32
	for _, i := range branch[first:at] {
		if e := x.entries[i]; e.Kind == Message && e.Role == System {
			continue
		}
		kept = append(kept, i)
	}
	return kept
}

// FirstKept is the position in branch of the first entry that the compaction at
// position at kept; at itself when it kept nothing.
func (x *Index) FirstKept(branch []int32, at int) int {
	target := x.compactions[x.entries[branch[at]].detail].firstKept
	if target == None {
		return at
	}
	n := slices.IndexFunc(branch[:at], func(i int32) bool {
		if x.header.Version < 2 {
			return i == target
		}
		return x.entries[i].id == target
	})
	if n < 0 {
		return at
	}
	return n
}
