package chart

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/format"
	"cfold/tui/sanitize"
)

// Response is what one response of the model cost in prompt tokens, which are
// disjoint, and what happened with it.
type Response struct {
	Read, Written, Input int
	// Ratio is the hit ratio, 0..1, NaN where it is unknown.
	Ratio float64
	// Known is false for a response that was not measured. Its column is
	// empty; its marks show all the same.
	Known bool
	Marks []theme.Mark
}

// prompt is all of them, in tokens. A provider may report anything: what is less
// than nothing counts as nothing, and the sum stops short of running over.
func (r Response) prompt() int {
	sum := 0
	for _, n := range [...]int{r.Read, r.Written, r.Input} {
		sum += min(max(n, 0), math.MaxInt-sum)
	}
	return sum
}

// Kind is what a chart shows.
type Kind uint8

// The kinds: the prompt tokens stacked, cheapest at the bottom, or the hit ratio.
const (
	Stacked Kind = iota
	Ratio
)

const (
	gutter     = 6  // cells for the scale: four figures, a space, the axis
	gutterFrom = 24 // width from which a scale is drawn
	maxBar     = 3  // a column is never wider
)

// Render is the chart as height rows of width cells; the oldest response is at
// the left and the last row holds the marks. A chart of one row is only marks.
// Where there are more responses than columns, a column shows of its responses
// the one whose prompt was served worst from cache (of equals the last), and
// the weightiest mark of all of them.
func Render(t *theme.Theme, responses []Response, kind Kind, width, height int) []string {
	if width <= 0 || height <= 0 {
		return make([]string, max(height, 0))
	}
	c := canvas{theme: t, kind: kind, rows: height - 1}
	scale := 0
	if width >= gutterFrom {
		scale = gutter
	}
	c.columns = gather(responses, width-scale)
	if n := len(c.columns); n > 0 {
		c.bar = min((width-scale)/n, maxBar)
	}
	for _, col := range c.columns {
		c.top = max(c.top, col.prompt())
	}
	rest := strings.Repeat(" ", width-scale-c.bar*len(c.columns))
	out := make([]string, height)
	for y := range c.rows {
		out[y] = c.scale(y, scale) + c.row(y) + rest
	}
	out[height-1] = c.scale(c.rows, scale) + c.marks() + rest
	return out
}

// gather makes the columns, n at most.
func gather(responses []Response, n int) []Response {
	if len(responses) <= n {
		return responses
	}
	columns := make([]Response, n)
	for i := range columns {
		from, to := i*len(responses)/n, (i+1)*len(responses)/n
		columns[i] = worst(responses[from:to])
	}
	return columns
}

// worst is the response that stands for all of these, with the marks of all.
func worst(responses []Response) Response {
	var w Response
	var marks []theme.Mark
	for _, r := range responses {
		if r.Known && (!w.Known || !better(r, w)) {
			w = r
		}
		marks = append(marks, r.Marks...)
	}
	w.Marks = marks
	return w
}

// better reports whether a was served better from cache than b: by the hit
// ratio where both have one, else by what was paid in full.
func better(a, b Response) bool {
	if !math.IsNaN(a.Ratio) && !math.IsNaN(b.Ratio) && a.Ratio != b.Ratio {
		return a.Ratio > b.Ratio
	}
	return a.Input+a.Written < b.Input+b.Written
}

// weight orders marks: the first of these is the one a column shows.
var weight = []theme.Mark{theme.MissMark, theme.CompactionMark, theme.FoldMark, theme.ModelMark, theme.IdleMark}

// mark is the weightiest of some marks.
func mark(marks []theme.Mark) (theme.Mark, bool) {
	for _, w := range weight {
		for _, m := range marks {
			if m == w {
				return m, true
			}
		}
	}
	return 0, false
}

// canvas is a chart being drawn.
type canvas struct {
	theme   *theme.Theme
	kind    Kind
	columns []Response
	bar     int // cells of a column
	rows    int // rows above the marks
	top     int // tokens at the top of the scale
}

// scale is the left edge of row y; the figures stand at the top and the bottom.
func (c canvas) scale(y, width int) string {
	if width == 0 {
		return ""
	}
	figure, axis := "", "│"
	switch {
	case y == c.rows:
		axis = " "
	case y == 0 && c.kind == Ratio:
		figure, axis = "100%", "┤"
	case y == 0 && c.top > 0:
		figure, axis = format.Tokens(c.top), "┤"
	case y == c.rows-1:
		figure, axis = "0", "┤"
	}
	if !c.theme.Colored() && axis != " " {
		axis = "|"
	}
	return c.theme.Dim.Render(string(sanitize.PadLeft(sanitize.Clip(sanitize.Line(figure), gutter-2), gutter-2)) + " " + axis)
}

func (c canvas) row(y int) string {
	var b strings.Builder
	for _, col := range c.columns {
		b.WriteString(c.cell(col, c.rows-1-y))
	}
	return b.String()
}

func (c canvas) marks() string {
	var b strings.Builder
	for _, col := range c.columns {
		s := " "
		if m, ok := mark(col.Marks); ok {
			s = c.theme.Mark(m).Render(m.Glyph())
		}
		b.WriteString(s + strings.Repeat(" ", c.bar-1))
	}
	return b.String()
}

// Entry is a part of a legend: a glyph as it is drawn, and what it stands for.
type Entry struct {
	Glyph, Word sanitize.Safe
	Style       lipgloss.Style
}

// Entries is the legend of a chart: its series, then the marks given.
func Entries(t *theme.Theme, kind Kind, marks ...theme.Mark) []Entry {
	series := []theme.Series{theme.ReadSeries, theme.WrittenSeries, theme.InputSeries}
	if kind == Ratio {
		series = []theme.Series{theme.RatioSeries}
	}
	var out []Entry
	for _, s := range series {
		glyph := s.Glyph()
		if t.Colored() {
			glyph = "█"
		}
		out = append(out, Entry{sanitize.Line(glyph), sanitize.Line(s.Name()), t.Series(s)})
	}
	for _, m := range marks {
		out = append(out, Entry{sanitize.Line(m.Glyph()), sanitize.Line(m.Name()), t.Mark(m)})
	}
	return out
}
