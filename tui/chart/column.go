package chart

import (
	"math"
	"strings"

	"cfold/theme"
)

// eighths are the lower parts of a cell.
var eighths = [...]string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// stack is the series of a column from the bottom, with where each ends, in
// steps from the bottom of the chart.
type stack []layer

type layer struct {
	series theme.Series
	end    int
}

// steps is how finely a cell is divided: by eighths of its height in colour, not
// at all in glyphs.
func (c canvas) steps() int {
	if c.theme.Colored() {
		return len(eighths) - 1
	}
	return 1
}

// least is how many steps a series takes that is not nothing. A whole cell would
// say too much.
func (c canvas) least() int { return c.steps() / (len(eighths) - 1) }

// stack measures a column.
func (c canvas) stack(r Response) stack {
	full := c.rows * c.steps()
	switch {
	case !r.Known:
		return nil
	case c.kind == Ratio && math.IsNaN(r.Ratio):
		return nil
	case c.kind == Ratio:
		// A ratio of 0 is a fact, not an absence: it shows as the least step.
		end := int(math.Round(min(max(r.Ratio, 0), 1) * float64(full)))
		return stack{{theme.RatioSeries, max(1, end)}}
	case c.top == 0:
		return nil
	}
	tokens := [...]int{theme.ReadSeries: r.Read, theme.WrittenSeries: r.Written, theme.InputSeries: r.Input}
	var s stack
	sum, end := 0, 0
	for series, n := range tokens {
		if n <= 0 {
			continue
		}
		sum += min(n, math.MaxInt-sum)
		end = max(end+c.least(), int(math.Round(float64(sum)/float64(c.top)*float64(full))))
		s = append(s, layer{theme.Series(series), end})
	}
	return s.within(full, c.least())
}

// within lowers ends that the least steps of small series pushed over the top,
// so that each keeps its least as far as there are as many.
func (s stack) within(full, least int) stack {
	limit := full
	for i := len(s) - 1; i >= 0; i-- {
		s[i].end = max(min(s[i].end, limit), 0)
		limit = s[i].end - least
	}
	return s
}

// cell is what a column shows in row y, counted from the bottom.
func (c canvas) cell(r Response, y int) string {
	s := c.stack(r)
	bottom := y * c.steps()
	i := 0
	for i < len(s) && s[i].end <= bottom {
		i++
	}
	if i == len(s) {
		return strings.Repeat(" ", c.bar)
	}
	style := c.theme.Series(s[i].series)
	if !c.theme.Colored() {
		return style.Render(strings.Repeat(s[i].series.Glyph(), c.bar))
	}
	filled := min(s[i].end-bottom, c.steps())
	if filled < c.steps() && i+1 < len(s) {
		style = style.Background(c.theme.Series(s[i+1].series).GetForeground())
	}
	return style.Render(strings.Repeat(eighths[filled], c.bar))
}
