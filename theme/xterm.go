package theme

import (
	"math"
	"slices"
	"strconv"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// xterm256 is the colour behind an index of the fixed part of the 256-colour
// palette, 16..255. The first sixteen belong to the user's own palette and are
// never chosen as an approximation.
func xterm256(index int) colorful.Color {
	return round8(termenv.ConvertToRGB(termenv.ANSI256Color(index)))
}

// nearest is up to n indices of the 256-colour palette that pass, the nearest to
// c first.
func nearest(c colorful.Color, n int, pass func(colorful.Color) bool) []int {
	type candidate struct {
		index    int
		distance float64
	}
	var found []candidate
	for i := 16; i < 256; i++ {
		if x := xterm256(i); pass(x) {
			found = append(found, candidate{i, c.DistanceCIEDE2000(x)})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		switch {
		case a.distance < b.distance:
			return -1
		case a.distance > b.distance:
			return 1
		}
		return 0
	})
	out := make([]int, 0, n)
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.index)
	}
	return out
}

// fit256 approximates a run of shades, dark to light, with indices that pass.
// Each is lighter than the one before and apart from it by gap[i] in CIEDE2000
// at least; among all such runs the one nearest to the shades is taken. An empty
// result means there is none among the candidates.
func fit256(shades []colorful.Color, gap []float64, pass func(colorful.Color) bool) []int {
	const candidates = 40
	type state struct {
		index, from int
		cost        float64
	}
	var rows [][]state
	for i, shade := range shades {
		var row []state
		for _, index := range nearest(shade, candidates, pass) {
			x := xterm256(index)
			s := state{index: index, from: -1, cost: math.Inf(1)}
			if i == 0 {
				s.cost = 0
			} else {
				for k, p := range rows[i-1] {
					y := xterm256(p.index)
					if p.cost < s.cost && lightness(y) < lightness(x) && x.DistanceCIEDE2000(y) >= gap[i] {
						s.cost, s.from = p.cost, k
					}
				}
			}
			d := shade.DistanceCIEDE2000(x)
			s.cost += d * d
			row = append(row, s)
		}
		rows = append(rows, row)
	}
	last := -1
	for k, s := range rows[len(rows)-1] {
		if !math.IsInf(s.cost, 1) && (last < 0 || s.cost < rows[len(rows)-1][last].cost) {
			last = k
		}
	}
	if last < 0 {
		return nil
	}
	out := make([]int, len(shades))
	for i := len(rows) - 1; i >= 0; i-- {
		out[i] = rows[i][last].index
		last = rows[i][last].from
	}
	return out
}

func indexName(i int) string { return strconv.Itoa(i) }

// colorOf is the colour behind "#rrggbb" or a palette index. The first sixteen
// are as xterm has them.
func colorOf(name string) colorful.Color {
	if i, err := strconv.Atoi(name); err == nil {
		if i < len(xterm16) {
			return mustHex(xterm16[i])
		}
		return xterm256(i)
	}
	return mustHex(name)
}

// xterm16 is xterm's default palette, which the fixed assignments were chosen on.
var xterm16 = [...]string{
	"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
}
