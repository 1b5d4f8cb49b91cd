package sanitize

import (
	"strings"
	"unicode/utf8"
)

// maxPiece bounds a line of a Doc in bytes of its source: a line of a hundred
// megabytes must cost no more to show than what is seen of it.
const maxPiece = 4096

// Doc is a text of any size cut into lines, of which only those asked for are
// cleaned. A line longer than 4096 bytes is several. It is immutable.
type Doc struct {
	text   string
	start  []int   // offset of each line in text
	number []int32 // of the line of the text that each is, or is part of
}

// NewDoc cuts text into lines at LF. It looks for line ends and cleans nothing.
func NewDoc(text string) *Doc {
	d := &Doc{text: text}
	number := int32(1)
	for at := 0; at < len(text); {
		d.start, d.number = append(d.start, at), append(d.number, number)
		if at = lineEnd(text, at); at < len(text) && text[at] == '\n' {
			at++
			number++
		}
	}
	return d
}

// Pick is the lines at those places alone, which ascend. They keep their numbers.
func (d *Doc) Pick(lines []int) *Doc {
	p := &Doc{text: d.text}
	for _, i := range lines {
		p.start, p.number = append(p.start, d.start[i]), append(p.number, d.number[i])
	}
	return p
}

// lineEnd is where the line or piece that starts at offset at ends: at an LF, at
// the end of the text, or no more than maxPiece on.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:min(len(text), at+maxPiece+1)], '\n'); i >= 0 {
		return at + i
	}
	if len(text)-at <= maxPiece {
		return len(text)
	}
	return pieceEnd(text, at)
}

// pieceEnd is where the piece that starts at offset at ends: at a space or the
// start of a code point, no more than maxPiece on.
func pieceEnd(text string, at int) int {
	end := at + maxPiece
	if i := strings.LastIndexByte(text[at+maxPiece/2:end], ' '); i >= 0 {
		return at + maxPiece/2 + i + 1
	}
	for i := end; i > end-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			return i
		}
	}
	return end
}

// Len is the number of lines.
func (d *Doc) Len() int { return len(d.start) }

// Line is line i as Text makes it.
func (d *Doc) Line(i int) Safe { return textLine(d.source(i)) }

// Seek is the first line that match accepts, from a line on, down with direction 1
// and up with -1, round the ends; -1 where there is none.
func (d *Doc) Seek(from, direction int, match func(Safe) bool) int {
	n := d.Len()
	for step := range n {
		if i := ((from+direction*step)%n + n) % n; match(d.Line(i)) {
			return i
		}
	}
	return -1
}

// Continues reports whether line i goes on with the line of the text that line
// i-1 began; only the first piece of a line has a number worth showing.
func (d *Doc) Continues(i int) bool { return i > 0 && d.number[i] == d.number[i-1] }

// Number is the number, from 1, of the line of the text that line i is or is part
// of.
func (d *Doc) Number(i int) int { return int(d.number[i]) }

func (d *Doc) source(i int) string { return d.text[d.start[i]:lineEnd(d.text, d.start[i])] }

// Pos is a place in a wrapped Doc: row Row, from 0, of line Line.
type Pos struct{ Line, Row int }

// After reports whether the place comes after another.
func (p Pos) After(q Pos) bool {
	return p.Line > q.Line || p.Line == q.Line && p.Row > q.Row
}

// Row is a row of a wrapped Doc and where in it it stands.
type Row struct {
	Pos
	Text Safe
}

// Rows is up to n rows from a place on, wrapped at width. A row that the line
// no longer has at this width counts as its last.
func (d *Doc) Rows(from Pos, width, n int) []Row {
	from = d.Move(from, width, 0)
	var rows []Row
	for line := from.Line; line < d.Len() && len(rows) < n; line++ {
		for i, text := range Wrap(d.Line(line), width) {
			if (line > from.Line || i >= from.Row) && len(rows) < n {
				rows = append(rows, Row{Pos{line, i}, text})
			}
		}
	}
	return rows
}

// Move is the place by rows (negative: up) from another, wrapped at width, no
// further than the first row and the last.
func (d *Doc) Move(from Pos, width, by int) Pos {
	if d.Len() == 0 {
		return Pos{}
	}
	line := min(max(from.Line, 0), d.Len()-1)
	height := len(Wrap(d.Line(line), width))
	row := min(max(from.Row, 0), height-1) + by
	for row < 0 && line > 0 {
		line--
		height = len(Wrap(d.Line(line), width))
		row += height
	}
	for row >= height && line < d.Len()-1 {
		row -= height
		line++
		height = len(Wrap(d.Line(line), width))
	}
	return Pos{line, min(max(row, 0), height-1)}
}

// Last is the place whose rows, height of them, end the text.
func (d *Doc) Last(width, height int) Pos {
	end := Pos{d.Len() - 1, maxPiece}
	return d.Move(d.Move(end, width, 0), width, 1-height)
}
