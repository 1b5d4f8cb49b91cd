package list

// State is what a row's look depends on besides the row.
type State struct {
	Cursor bool // the cursor is on it
	Marked bool // chosen for an action on many
}

// Source is the rows. All methods must be quick, as they are called while
// drawing. Group of consecutive rows equal means that they stand under one
// header; a negative group has none. What Header and Row return is one line
// without a line feed, all of it safe to draw, styled or not; it is cut and
// padded to width cells.
type Source interface {
	Len() int
	Key(i int) string // identity of a row across changes of the source
	Group(i int) int
	Header(i, width int) string // of the group that row i belongs to
	Row(i, width int, s State) string
}

// List is the state of a list. The zero value is an empty list that follows.
type List struct {
	source        Source
	width, height int
	cursor        int
	top           int  // the first row in sight
	bare          bool // row top begins a group whose header is scrolled out
	away          bool // the person left the newest row
	seen          int  // rows there were when the newest was last in reach
	marks         map[string]struct{}
}

// SetSize sets the size of View in cells.
func (l *List) SetSize(width, height int) {
	l.width, l.height = max(width, 0), max(height, 0)
	l.show()
}

// SetSource sets rows that have been there before and now have grown, shrunk or
// changed in place. Following, the cursor goes to the newest; otherwise it stays
// where it is, and rows past those seen count as new.
func (l *List) SetSource(s Source) {
	l.source = s
	n := l.Len()
	l.seen = min(l.seen, n)
	if !l.away {
		l.cursor, l.seen = n-1, n
	}
	l.cursor = min(max(l.cursor, 0), max(n-1, 0))
	l.show()
}

// Replace sets rows of another choice or order, as a filter makes them, with the
// cursor on row i. Nothing counts as new.
func (l *List) Replace(s Source, i int) {
	l.source = s
	l.seen = l.Len()
	l.cursor = min(max(i, 0), max(l.Len()-1, 0))
	l.show()
}

// Len is the number of rows.
func (l *List) Len() int {
	if l.source == nil {
		return 0
	}
	return l.source.Len()
}

// Cursor is the row under the cursor; ok is false in an empty list.
func (l *List) Cursor() (i int, ok bool) { return l.cursor, l.Len() > 0 }

// Following reports whether the list goes on to each newest row by itself.
func (l *List) Following() bool { return !l.away }

// Follow turns following on, which goes to the newest row, or off.
func (l *List) Follow(on bool) {
	l.away = !on
	if on {
		l.cursor = max(l.Len()-1, 0)
	}
	l.seen = l.Len()
	l.show()
}

// New is how many rows came since the person left the newest one.
func (l *List) New() int { return l.Len() - l.seen }

// To puts the cursor on row i, or the nearest there is. The last row turns
// following on, any other off.
func (l *List) To(i int) {
	n := l.Len()
	if n == 0 {
		return
	}
	l.cursor = min(max(i, 0), n-1)
	if l.cursor == n-1 {
		l.away, l.seen = false, n
	} else {
		l.leave()
	}
	if l.cursor == l.top {
		l.bare = false
	}
	l.show()
}

// leave turns following off; what there is now has been seen.
func (l *List) leave() {
	if !l.away {
		l.away, l.seen = true, l.Len()
	}
}

// Move moves the cursor by rows, down when positive.
func (l *List) Move(by int) { l.To(l.cursor + by) }

// Top goes to the first row.
func (l *List) Top() { l.To(0) }

// Bottom goes to the newest row and follows.
func (l *List) Bottom() { l.To(l.Len() - 1) }

// Group moves to the first row of the current group, and from there to that of
// the group before (by -1), or to that of the next group (by 1).
func (l *List) Group(by int) {
	n := l.Len()
	if n == 0 {
		return
	}
	i := l.cursor
	if by < 0 {
		if i > 0 && l.begins(i) {
			i--
		}
		for i > 0 && !l.begins(i) {
			i--
		}
	} else {
		for i++; i < n && !l.begins(i); i++ {
		}
		if i == n {
			return
		}
	}
	l.To(i)
}

// JumpTo moves to the next row (direction 1) or the one before (-1) that match
// accepts, round the ends, and reports whether there is another than the one
// under the cursor. It may ask about every row.
func (l *List) JumpTo(direction int, match func(i int) bool) bool {
	n := l.Len()
	for step := 1; step < n; step++ {
		if i := ((l.cursor+direction*step)%n + n) % n; match(i) {
			l.To(i)
			return true
		}
	}
	return false
}

// ToggleMark marks the row under the cursor or takes its mark away.
func (l *List) ToggleMark() {
	if l.Len() == 0 {
		return
	}
	key := l.source.Key(l.cursor)
	if _, ok := l.marks[key]; ok {
		delete(l.marks, key)
		return
	}
	if l.marks == nil {
		l.marks = map[string]struct{}{}
	}
	l.marks[key] = struct{}{}
}

// Marked reports whether the row with that key is marked. Marks outlive a
// change of the source.
func (l *List) Marked(key string) bool {
	_, ok := l.marks[key]
	return ok
}

// Marks is the number of marked keys.
func (l *List) Marks() int { return len(l.marks) }

// Unmark takes all marks away.
func (l *List) Unmark() { l.marks = nil }
