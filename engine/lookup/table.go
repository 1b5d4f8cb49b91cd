package lookup

import "hash/maphash"

// Table finds the number of a string in a list. The zero Table is empty. It never
// looks at the list itself: at is what gives it the string with a number, and has
// to answer the same for as long as the Table is used.
type Table struct {
	slots []int32 // numbers plus one, found by hash and the next free slot; 0 is free
	n     int
	seed  maphash.Seed
}

// least is how many slots a Table begins with.
const least = 16

// Find is the number that was put for the string s.
func (t *Table) Find(s []byte, at func(i int32) string) (i int32, ok bool) {
	if t.n == 0 {
		return 0, false
	}
	for slot := maphash.Bytes(t.seed, s); ; slot++ {
		switch i := t.slots[slot&t.mask()] - 1; {
		case i < 0:
			return 0, false
		case at(i) == string(s):
			return i, true
		}
	}
}

// Put puts the number i for the string at gives for it, unless there is one for
// that string; that one is then returned, and added is false.
func (t *Table) Put(i int32, at func(i int32) string) (found int32, added bool) {
	if 4*(t.n+1) > 3*len(t.slots) {
		t.grow(at)
	}
	s := at(i)
	slot := maphash.String(t.seed, s)
	for ; t.slots[slot&t.mask()] != 0; slot++ {
		if known := t.slots[slot&t.mask()] - 1; at(known) == s {
			return known, false
		}
	}
	t.slots[slot&t.mask()] = i + 1
	t.n++
	return i, true
}

func (t *Table) mask() uint64 { return uint64(len(t.slots) - 1) }

func (t *Table) grow(at func(i int32) string) {
	old := t.slots
	if old == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]int32, max(least, 2*len(old)))
	for _, i := range old {
		if i == 0 {
			continue
		}
		slot := maphash.String(t.seed, at(i-1))
		for t.slots[slot&t.mask()] != 0 {
			slot++
		}
		t.slots[slot&t.mask()] = i
	}
}
