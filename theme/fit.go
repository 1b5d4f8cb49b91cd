package theme

import (
	"cmp"
	"math"
	"slices"

	"github.com/lucasb-eyer/go-colorful"
)

// The least distance between neighbours in the bar at 256 colours (CIEDE2000, 1 is
// black to white): between two categories, and between two layers.
const (
	categoryGap = 0.09
	layerGap    = 0.05
)

// path is the cheapest run of indices that ends in one candidate of fitOrdered.
type path struct {
	index, from int // palette index; which candidate of the shade before
	cost        float64
}

// fitOrdered approximates a run of shades, dark to light, with indices that pass.
// Each is lighter than the one before and a gap away from it; among all such runs
// the one nearest to the shades is taken. The first layers shades are layers.
func fitOrdered(shades []colorful.Color, layers int, pass func(colorful.Color) bool) []int {
	const candidates = 32
	rows := make([][]path, len(shades))
	for i, shade := range shades {
		gap := categoryGap
		if i < layers {
			gap = layerGap
		}
		for _, c := range nearest(shade, candidates, pass) {
			p := path{index: c.index}
			if i > 0 {
				p = follow(rows[i-1], c.index, gap)
			}
			p.cost += c.distance * c.distance
			rows[i] = append(rows[i], p)
		}
	}
	last := rows[len(rows)-1]
	best := slices.Index(last, slices.MinFunc(last, func(a, b path) int { return cmp.Compare(a.cost, b.cost) }))
	out := make([]int, len(shades))
	for i := len(rows) - 1; i >= 0; i-- {
		out[i] = rows[i][best].index
		best = rows[i][best].from
	}
	return out
}

// follow extends the cheapest of the paths that an index may continue. Without
// one the cost is infinite.
func follow(before []path, index int, gap float64) path {
	table := palette()
	out := path{index: index, cost: math.Inf(1)}
	for k, p := range before {
		from, to := table[p.index], table[index]
		if p.cost < out.cost && from.at.l < to.at.l && from.rgb.DistanceCIEDE2000(to.rgb) >= gap {
			out.cost, out.from = p.cost, k
		}
	}
	return out
}

// fitDistinct approximates each shade with the nearest index that passes and that
// no shade before it has. Legible colours are too few to ask for an order.
func fitDistinct(shades []colorful.Color, _ int, pass func(colorful.Color) bool) []int {
	out := make([]int, len(shades))
	for i, shade := range shades {
		out[i] = nearest(shade, 1, func(c colorful.Color) bool {
			return pass(c) && !slices.ContainsFunc(out[:i], func(k int) bool { return palette()[k].rgb == c })
		})[0].index
	}
	return out
}
