package layout

import "math"

// Sizes in cells.
const (
	MinWidth  = 40  // below this, or MinHeight, one line says so
	MinHeight = 10  //
	WideFrom  = 110 // from this width on list and detail stand side by side
	minPane   = 32  // neither side of a split is narrower
)

// DefaultRatio is the list's share of a split until it is dragged.
const DefaultRatio = 0.45

// Rect is a part of the screen in cells. One with no width or height is not
// shown.
type Rect struct{ X, Y, W, H int }

// Empty reports whether the part is not shown.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the cell lies in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Part names a part of the screen.
type Part uint8

// The parts. Small is the whole screen where it is too small for any other.
const (
	None Part = iota
	Header
	Bar
	Label
	List
	Divider
	Detail
	Notice
	Footer
	Small
)

// Kind is the kind of screen.
type Kind uint8

// The kinds: Split is list and detail, side by side where there is room and
// otherwise the focused one; Single gives the whole body to the list.
const (
	Split Kind = iota
	Single
)

// Input is all that the division depends on. Ratio is the list's share of the
// width of a split, 0..1; what is out of that range or would make a side too
// narrow is the nearest that does not. Focus is List or Detail.
type Input struct {
	W, H  int
	Ratio float64
	Focus Part
	Kind  Kind
}

// Frame is the screen divided. Parts that are not shown are zero.
type Frame struct {
	Header, Bar, Label, List, Divider, Detail, Notice, Footer, Small Rect
}

// Divide is the layout. A tall screen has a header of two rows (from 20 rows on),
// a narrow one then also a label of two, since its figures need the room,
// and a row for notices (from 14 on); on a lower one a notice takes the footer's
// place.
func Divide(in Input) Frame {
	if in.W <= 0 || in.H <= 0 {
		return Frame{}
	}
	if in.W < MinWidth || in.H < MinHeight {
		return Frame{Small: Rect{0, 0, in.W, in.H}}
	}
	var f Frame
	top, bottom := 0, in.H
	take := func(rows int) Rect {
		r := Rect{0, top, in.W, rows}
		top += rows
		return r
	}
	f.Header = take(headerRows(in.H))
	f.Bar = take(1)
	f.Label = take(labelRows(in.W, in.H))
	bottom--
	f.Footer = Rect{0, bottom, in.W, 1}
	if in.H >= 14 {
		bottom--
		f.Notice = Rect{0, bottom, in.W, 1}
	}
	f.body(in, Rect{0, top, in.W, bottom - top})
	return f
}

func headerRows(h int) int {
	if h >= 20 {
		return 2
	}
	return 1
}

func labelRows(w, h int) int {
	if w < 100 && h >= 20 {
		return 2
	}
	return 1
}

func (f *Frame) body(in Input, body Rect) {
	switch {
	case in.Kind == Single, !Wide(in.W) && in.Focus != Detail:
		f.List = body
	case !Wide(in.W):
		f.Detail = body
	default:
		left := leftWidth(in.W, in.Ratio)
		f.List = Rect{0, body.Y, left, body.H}
		f.Divider = Rect{left, body.Y, 1, body.H}
		f.Detail = Rect{left + 1, body.Y, in.W - left - 1, body.H}
	}
}

// Wide reports whether a screen of that width shows list and detail at once.
func Wide(w int) bool { return w >= WideFrom }

func leftWidth(w int, ratio float64) int {
	if math.IsNaN(ratio) {
		ratio = DefaultRatio
	}
	// Held to 0..1 before the conversion, which is undefined for what no int holds.
	left := int(math.Round(float64(w) * min(max(ratio, 0), 1)))
	return min(max(left, minPane), w-1-minPane)
}

// RatioAt is the ratio with which the divider of a screen w wide stands in
// column x, as near as it may.
func RatioAt(w, x int) float64 {
	if w <= 0 {
		return DefaultRatio
	}
	return float64(leftWidth(w, float64(x)/float64(w))) / float64(w)
}

// Rect is the rectangle of a part.
func (f Frame) Rect(p Part) Rect {
	switch p {
	case Header:
		return f.Header
	case Bar:
		return f.Bar
	case Label:
		return f.Label
	case List:
		return f.List
	case Divider:
		return f.Divider
	case Detail:
		return f.Detail
	case Notice:
		return f.Notice
	case Footer:
		return f.Footer
	case Small:
		return f.Small
	}
	return Rect{}
}

// At is the part that the cell belongs to, None outside the screen.
func (f Frame) At(x, y int) Part {
	for p := Header; p <= Small; p++ {
		if f.Rect(p).Contains(x, y) {
			return p
		}
	}
	return None
}

// Body is what lies between the label and the notices, whatever stands in it.
func (f Frame) Body() Rect {
	r := f.List
	if r.Empty() {
		return f.Detail
	}
	r.W += f.Divider.W + f.Detail.W
	return r
}
