package sanitize

import "strings"

// Safe is text of one line that may be drawn. Made only by this package from
// anything that came from outside; a constant of the program may be converted.
type Safe string

// Span is a part of a string: bytes from Start up to End.
type Span struct{ Start, End int }

// Line makes one line of s, whatever it holds: a line feed is shown as ␤, a tab
// is one space. s is WTF-8 or any bytes; a lone surrogate and each invalid byte
// is U+FFFD. Line(string(Line(s))) = Line(s).
func Line(s string) Safe {
	if printable(s) == len(s) {
		return Safe(s)
	}
	c := cleaner{out: make([]byte, 0, len(s)+len(s)/4)}
	c.write(s, 0)
	return Safe(c.out)
}

// Head is Clip(Line(s), width), at a cost that depends on width and not on the
// length of s.
func Head(s string, width int) Safe {
	if width <= 0 {
		return ""
	}
	c := cleaner{}
	// A cell takes no more bytes than a base and its marks, so what is longer
	// than this is wider than width.
	c.write(s, (width+1)*(1+MaxMarks)*4)
	return Clip(Safe(c.out), width)
}

// Text is every line of s, ended by LF alone, with tabs run to stops of 8
// cells. An LF at the very end starts no further line; an empty s has none.
func Text(s string) []Safe {
	var lines []Safe
	for s != "" {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		lines = append(lines, textLine(line))
	}
	return lines
}

func textLine(s string) Safe {
	if printable(s) == len(s) {
		return Safe(s)
	}
	c := cleaner{tabs: true, out: make([]byte, 0, len(s)+len(s)/4)}
	c.write(s, 0)
	return Safe(c.out)
}
