package list

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// line is a row on the screen: row index of the source, or the header over it.
type line struct {
	index  int
	header bool
}

// begins reports whether row i is the first of a group that has a header.
func (l *List) begins(i int) bool {
	g := l.source.Group(i)
	return g >= 0 && (i == 0 || l.source.Group(i-1) != g)
}

// Room is how many lines of View the list itself has: all but that of the marker
// of new rows.
func (l *List) Room() int {
	if l.New() > 0 && l.height > 1 {
		return l.height - 1
	}
	return l.height
}

// headed reports whether a header is drawn over row i. A list of a single line
// spends it on the row.
func (l *List) headed(i int) bool { return l.Room() > 1 && l.begins(i) }

// heightOf is how many lines row i takes, its header included.
func (l *List) heightOf(i int) int {
	if l.headed(i) {
		return 2
	}
	return 1
}

// show moves the window no further than it must for the cursor to be in sight,
// and for no line to stay empty that a row could fill.
func (l *List) show() {
	n, room := l.Len(), l.Room()
	if n == 0 || room == 0 {
		l.top, l.bare = 0, false
		return
	}
	l.top = min(l.top, n-1)
	l.bare = l.bare && l.headed(l.top)
	if l.cursor < l.top {
		l.top, l.bare = l.cursor, false
	}
	if l.cursor-l.top >= room || l.linesTo(l.cursor) > room {
		l.top, l.bare = l.windowEndingAt(l.cursor, room)
	}
	if n-l.top <= room && l.linesTo(n-1) < room {
		l.top, l.bare = l.windowEndingAt(n-1, room)
	}
}

// linesTo is how many lines lie from the top of the window to row i, included.
func (l *List) linesTo(i int) int {
	lines := 0
	for at := l.top; at <= i; at++ {
		lines += l.heightOf(at)
	}
	if l.bare {
		lines--
	}
	return lines
}

// windowEndingAt is the top of a window of room lines whose last is row i.
func (l *List) windowEndingAt(i, room int) (top int, bare bool) {
	for {
		h := l.heightOf(i)
		if h > room {
			return i, true
		}
		if room -= h; room == 0 || i == 0 {
			return i, false
		}
		i--
	}
}

// Scroll moves the window by lines, down when positive, and the cursor only as
// far as it takes to stay in sight. Upwards it turns following off; downwards,
// once the last row is in sight, nothing counts as new any more.
func (l *List) Scroll(by int) {
	room := l.Room()
	if l.Len() == 0 || room == 0 {
		return
	}
	if by < 0 {
		l.up(-by)
	} else {
		l.down(by, room)
	}
	first, final := l.span()
	l.cursor = min(max(l.cursor, first), final)
	if by > 0 && final == l.Len()-1 {
		l.seen = l.Len()
		l.away = l.away && l.cursor < final
		l.show()
	}
}

func (l *List) up(lines int) {
	for ; lines > 0 && (l.top > 0 || l.bare); lines-- {
		l.leave()
		if l.bare {
			l.bare = false
		} else {
			l.top--
			l.bare = l.headed(l.top)
		}
	}
}

func (l *List) down(lines, room int) {
	last, bare := l.windowEndingAt(l.Len()-1, room)
	for ; lines > 0 && (l.top < last || l.top == last && bare && !l.bare); lines-- {
		if l.headed(l.top) && !l.bare {
			l.bare = true
		} else {
			l.top, l.bare = l.top+1, false
		}
	}
}

// span is the first row in sight and the last.
func (l *List) span() (first, final int) {
	for _, v := range l.visible() {
		if !v.header {
			final = v.index
		}
	}
	return l.top, final
}

// InSight is the first row in sight and the last; ok is false where there is
// none.
func (l *List) InSight() (first, final int, ok bool) {
	if l.Len() == 0 || l.Room() == 0 {
		return 0, 0, false
	}
	first, final = l.span()
	return first, final, true
}

// visible is the lines in sight, at most room.
func (l *List) visible() []line {
	n, room := l.Len(), l.Room()
	lines := make([]line, 0, room)
	for i := l.top; i < n && len(lines) < room; i++ {
		if l.headed(i) && !(i == l.top && l.bare) {
			lines = append(lines, line{i, true})
		}
		if len(lines) < room {
			lines = append(lines, line{i, false})
		}
	}
	return lines
}

// View is the list as exactly height lines of exactly width cells. While rows
// are new and unseen the last line says how many; marker draws it and may be
// nil.
func (l *List) View(marker func(n, width int) string) []string {
	out := make([]string, 0, l.height)
	for _, v := range l.visible() {
		var s string
		if v.header {
			s = l.source.Header(v.index, l.width)
		} else {
			s = l.source.Row(v.index, l.width, State{v.index == l.cursor, l.Marked(l.source.Key(v.index))})
		}
		out = append(out, exactly(s, l.width))
	}
	room := l.Room()
	for len(out) < room {
		out = append(out, strings.Repeat(" ", l.width))
	}
	if room < l.height {
		if marker == nil {
			marker = func(n, _ int) string { return fmt.Sprintf("↓ %d new", n) }
		}
		out = append(out, exactly(marker(l.New(), l.width), l.width))
	}
	return out
}

// exactly is s, which may be styled, cut or padded to width cells.
func exactly(s string, width int) string {
	switch w := ansi.StringWidth(s); {
	case w > width:
		s = ansi.Truncate(s, width, "")
		return s + strings.Repeat(" ", width-ansi.StringWidth(s))
	case w < width:
		return s + strings.Repeat(" ", width-w)
	}
	return s
}

// At is the row at line y of View, counted from 0. On a header it is the first
// row of that group in sight; on the marker of new rows the newest. ok is false
// where there is nothing.
func (l *List) At(y int) (i int, ok bool) {
	lines := l.visible()
	switch {
	case y < 0 || y >= l.height || len(lines) == 0:
		return 0, false
	case y < len(lines):
		return lines[y].index, true
	case y == l.height-1 && l.Room() < l.height:
		return l.Len() - 1, true
	}
	return 0, false
}
