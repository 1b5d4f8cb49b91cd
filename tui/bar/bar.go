package bar

import (
	"cmp"
	"slices"
	"strings"

	"cfold/theme"
)

// Segment is a part of the window's content. Tokens of zero or less take no
// place. Depth is that of a folded segment: 0 the newest layer, 1 the oldest.
type Segment struct {
	Category theme.Category
	Depth    float64
	Tokens   int
}

// Tick is a place marked on the bar, At a share 0..1 of the window. One outside
// that range is not drawn.
type Tick struct {
	Kind theme.Tick
	At   float64
}

// Render is the bar, width cells wide. window is in tokens; where it is unknown
// (0) or less than the segments hold, they fill the bar. Segments are shown by
// category, in the order of the categories, and within one in their own order.
// Where the theme has no colours a place is a cell instead of half of one.
func Render(t *theme.Theme, segments []Segment, window int, ticks []Tick, width int) string {
	if width <= 0 {
		return ""
	}
	perCell := 2
	if !t.Colored() {
		perCell = 1
	}
	places := shades(t, segments, window, width*perCell)
	marks := tickCells(ticks, width, scale(segments, window))
	drawn := map[[2]theme.Shade]string{}
	var b strings.Builder
	for i := range width {
		left, right := places[i*perCell], places[(i+1)*perCell-1]
		if kind, ok := marks[i]; ok {
			b.WriteString(t.TickCell(kind, left))
			continue
		}
		pair := [2]theme.Shade{left, right}
		cell, ok := drawn[pair]
		if !ok {
			cell = t.Cell(left, right)
			drawn[pair] = cell
		}
		b.WriteString(cell)
	}
	return b.String()
}

// shades is the look of each of n places.
func shades(t *theme.Theme, segments []Segment, window, n int) []theme.Shade {
	segments = slices.DeleteFunc(slices.Clone(segments), func(s Segment) bool {
		return s.Tokens <= 0 || s.Category >= theme.Empty
	})
	slices.SortStableFunc(segments, func(a, b Segment) int { return cmp.Compare(a.Category, b.Category) })
	places := make([]theme.Shade, 0, n)
	for c, share := range Shares(segments, window, n) {
		var own []Segment
		var tokens []int
		for _, s := range segments {
			if s.Category == theme.Category(c) {
				own, tokens = append(own, s), append(tokens, s.Tokens)
			}
		}
		for i, k := range apportion(tokens, share) {
			shade := t.Shade(own[i].Category, own[i].Depth)
			for range k {
				places = append(places, shade)
			}
		}
	}
	for len(places) < n {
		places = append(places, t.Shade(theme.Empty, 0))
	}
	return places
}

// Shares is how many of n places each category gets, Empty the rest of the
// window. Every category with tokens gets at least one: from the empty rest
// first, then from the one that has most. Where there are more categories than
// places the largest are shown.
func Shares(segments []Segment, window, n int) [theme.Empty + 1]int {
	var tokens [theme.Empty + 1]int
	used := 0
	for _, s := range segments {
		if s.Tokens > 0 && s.Category < theme.Empty {
			tokens[s.Category] += s.Tokens
			used += s.Tokens
		}
	}
	tokens[theme.Empty] = max(0, window-used)
	var shares [theme.Empty + 1]int
	if used == 0 {
		shares[theme.Empty] = n
		return shares
	}
	copy(shares[:], apportion(tokens[:], n))
	for _, c := range unseen(tokens, shares) {
		if from := giver(shares); shares[from] > 1 || from == int(theme.Empty) {
			shares[from]--
			shares[c]++
		}
	}
	return shares
}

// unseen are the categories that have tokens and no place, the largest first.
func unseen(tokens, shares [theme.Empty + 1]int) []int {
	var missing []int
	for c := range int(theme.Empty) {
		if tokens[c] > 0 && shares[c] == 0 {
			missing = append(missing, c)
		}
	}
	slices.SortStableFunc(missing, func(a, b int) int { return cmp.Compare(tokens[b], tokens[a]) })
	return missing
}

// giver is the category that yields a place: the empty rest while it has one,
// else the one with most.
func giver(shares [theme.Empty + 1]int) int {
	if shares[theme.Empty] > 0 {
		return int(theme.Empty)
	}
	most := 0
	for c, n := range shares {
		if n > shares[most] {
			most = c
		}
	}
	return most
}

// apportion divides n places in proportion to tokens by the method of largest
// remainders; of equal ones the first is served first.
func apportion(tokens []int, n int) []int {
	total := 0
	for _, t := range tokens {
		total += t
	}
	places := make([]int, len(tokens))
	if total == 0 {
		return places
	}
	order := make([]int, len(tokens))
	left := n
	for i, t := range tokens {
		order[i] = i
		places[i] = t * n / total
		left -= places[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(tokens[b]*n%total, tokens[a]*n%total)
	})
	for _, i := range order[:left] {
		places[i]++
	}
	return places
}

// scale is the share of the bar that stands for the window: all of it, unless
// the segments hold more.
func scale(segments []Segment, window int) float64 {
	used := 0
	for _, s := range segments {
		if s.Category < theme.Empty {
			used += max(0, s.Tokens)
		}
	}
	if window <= 0 || used <= window {
		return 1
	}
	return float64(window) / float64(used)
}

// tickCells is the cell of each tick. Two in one cell stand side by side, the
// later one moved by a cell.
func tickCells(ticks []Tick, width int, scale float64) map[int]theme.Tick {
	cells := map[int]theme.Tick{}
	for _, k := range ticks {
		if !(k.At >= 0 && k.At <= 1) {
			continue
		}
		i := min(int(k.At*scale*float64(width)), width-1)
		for _, at := range []int{i, i + 1, i - 1} {
			if _, taken := cells[at]; !taken && at >= 0 && at < width {
				cells[at] = k.Kind
				break
			}
		}
	}
	return cells
}
