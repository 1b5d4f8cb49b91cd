package journal

import "bytes"

// verdict is what stands at the end of a session.
type verdict struct {
	// broken says that the newest entry holds a fold record and skips entries
	// before it: Pi, which goes on from the newest entry, would lose them. A copy
	// of record with the parent right, appended, mends it.
	broken bool
	record []byte
	right  string
}

// judge looks at the entries of window, in file order, that follow the entry base
// (empty: none), whose chain is good.
//
// All that counts is the newest entry, since Pi goes on from there. Where it is
// Pi's own it is taken as it is. Where it holds a fold record it has to follow the
// entry before it; passed over are entries off the chain (side branches that a
// copy has already made good, or that Pi left behind) and earlier copies of
// itself.
func judge(base string, window []link) verdict {
	anchor, run := base, window
	for i := len(window) - 1; i >= 0; i-- {
		if !window[i].isFold() {
			anchor, run = window[i].id, window[i+1:]
			if anchor == "" {
				return verdict{} // nothing can be made to follow an entry without an id
			}
			break
		}
	}
	if len(run) == 0 {
		return verdict{}
	}
	reaches := map[string]bool{anchor: true}
	for _, l := range run {
		if reaches[l.parent] && l.id != "" {
			reaches[l.id] = true
		}
	}
	last, right := run[len(run)-1], anchor
	for i := len(run) - 2; i >= 0; i-- {
		l := run[i]
		if !reaches[l.id] {
			continue
		}
		if l.id == last.parent || !bytes.Equal(l.data, last.data) {
			right = l.id
			break
		}
	}
	return verdict{broken: last.parent != right, record: last.data, right: right}
}
