package sanitize

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ellipsis stands for what Clip cut off.
const ellipsis = "…"

// Width is the number of terminal cells of s.
func Width(s Safe) int {
	if printable(string(s)) == len(s) {
		return len(s)
	}
	return ansi.StringWidth(string(s))
}

// Clip is s when it fits into width cells, otherwise its beginning and …, whole
// clusters, no wider than width. It is empty for a width below 1.
func Clip(s Safe, width int) Safe {
	switch {
	case width <= 0:
		return ""
	case Width(s) <= width:
		return s
	}
	at, _ := fit(string(s), width-1)
	return s[:at] + ellipsis
}

// ClipLeft is s when it fits into width cells, otherwise … and its end.
func ClipLeft(s Safe, width int) Safe {
	w := Width(s)
	switch {
	case width <= 0:
		return ""
	case w <= width:
		return s
	}
	return ellipsis + Cut(s, w-width+1, w)
}

// Pad is s clipped to width cells and filled with spaces to exactly that.
func Pad(s Safe, width int) Safe {
	s = Clip(s, width)
	return s + Safe(strings.Repeat(" ", max(0, width-Width(s))))
}

// PadLeft is Pad with the spaces before the text, as figures stand.
func PadLeft(s Safe, width int) Safe {
	s = Clip(s, width)
	return Safe(strings.Repeat(" ", max(0, width-Width(s)))) + s
}

// Cut is what s shows in the cells from start up to end. A wide cluster that
// lies across an edge is left as a space for each of its cells inside, so that
// the width is always that of the part of s there.
func Cut(s Safe, start, end int) Safe {
	var b strings.Builder
	at := 0
	for rest := string(s); rest != "" && at < end; {
		cluster, w := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		rest = rest[len(cluster):]
		if at >= start && at+w <= end {
			b.WriteString(cluster)
		} else {
			b.WriteString(strings.Repeat(" ", max(0, min(at+w, end)-max(at, start))))
		}
		at += w
	}
	return Safe(b.String())
}

// Wrap breaks s into rows of at most width cells that together are s. A row
// ends after the last space in its second half, where there is one and the row
// is full; the space within a share, as 45 %, is none. A width below 2 counts as 2, since a cluster may need as much. An
// empty s is one empty row.
func Wrap(s Safe, width int) []Safe {
	width = max(width, 2)
	var rows []Safe
	for len(s) > width {
		at := breakAt(string(s), width)
		if at == len(s) {
			break
		}
		rows = append(rows, s[:at])
		s = s[at:]
	}
	return append(rows, s)
}

// breakAt is the length in bytes of the first row of s.
func breakAt(s string, width int) int {
	at, space := fit(s, width)
	// Where the words end at the edge, the space opens the next row.
	if at < len(s) && s[at] != ' ' && space > at/2 {
		return space
	}
	return at
}

// fit is how many bytes of s, in whole clusters, take at most width cells, and
// the offset behind the last space among them.
func fit(s string, width int) (n, space int) {
	for used := 0; n < len(s); {
		size, w := 1, 1
		if s[n]-0x20 >= 0x5f || n+1 < len(s) && s[n+1] >= 0x80 {
			var cluster string
			cluster, w = ansi.FirstGraphemeCluster(s[n:], ansi.GraphemeWidth)
			size = len(cluster)
		}
		if used+w > width {
			break
		}
		used += w
		if s[n] == ' ' && !strings.HasPrefix(s[n+size:], "%") {
			space = n + size
		}
		n += size
	}
	return n, space
}
