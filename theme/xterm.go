package theme

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// xterm16 is what the fixed assignments of 16 colours were chosen on. The entries
// belong to the user's own palette, so they are never an approximation of
// another colour.
var xterm16 = [...]string{
	"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
}

// oklab is a point in OKLab, where distance is about what the eye sees.
type oklab struct{ l, a, b float64 }

func oklabOf(c colorful.Color) (p oklab) {
	p.l, p.a, p.b = c.OkLab()
	return p
}

func (p oklab) distance(q oklab) float64 {
	return math.Sqrt((p.l-q.l)*(p.l-q.l) + (p.a-q.a)*(p.a-q.a) + (p.b-q.b)*(p.b-q.b))
}

// paletteEntry is a colour of the 256-colour palette.
type paletteEntry struct {
	rgb  colorful.Color
	at   oklab
	grey bool
}

var palette = sync.OnceValue(func() (p [256]paletteEntry) {
	for i := range p {
		c := termenv.ConvertToRGB(termenv.ANSI256Color(i))
		if i < len(xterm16) {
			c = mustHex(xterm16[i])
		}
		c = round8(c)
		p[i] = paletteEntry{rgb: c, at: oklabOf(c), grey: c.R == c.G && c.G == c.B}
	}
	return p
})

// colorOf is the colour behind a name given to lipgloss, "#rrggbb" or an index.
func colorOf(name lipgloss.Color) colorful.Color {
	if i, err := strconv.Atoi(string(name)); err == nil {
		return palette()[i].rgb
	}
	return mustHex(string(name))
}

// indexColor names an index to lipgloss.
func indexColor(i int) lipgloss.Color { return lipgloss.Color(strconv.Itoa(i)) }

// greyChroma is the OKLCH chroma below which a grey may stand for a colour.
const greyChroma = 0.04

// candidate is an index of the palette and its distance from a colour.
type candidate struct {
	index    int
	distance float64
}

// nearest is up to n indices of the fixed part of the palette, 16..255, that
// pass, the nearest to c first. A colour stays a colour: greys stand for greys.
func nearest(c colorful.Color, n int, pass func(colorful.Color) bool) []candidate {
	_, chroma, _ := c.OkLch()
	at, table := oklabOf(c), palette()
	var found []candidate
	for i := len(xterm16); i < len(table); i++ {
		e := table[i]
		if e.grey && chroma > greyChroma || !pass(e.rgb) {
			continue
		}
		found = append(found, candidate{i, at.distance(e.at)})
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	return found[:min(n, len(found))]
}

// path is the cheapest run of indices that ends in one candidate of fit256.
type path struct {
	index, from int // palette index; which candidate of the shade before
	cost        float64
}

// fit256 approximates a run of shades, dark to light, with indices that pass.
// Each is lighter than the one before and gap[i] (CIEDE2000, 1 is black to white)
// or more away from it; among all such runs the one nearest to the shades is
// taken.
func fit256(shades []colorful.Color, gap []float64, pass func(colorful.Color) bool) []int {
	const candidates = 32
	rows := make([][]path, len(shades))
	for i, shade := range shades {
		for _, c := range nearest(shade, candidates, pass) {
			p := path{index: c.index}
			if i > 0 {
				p = follow(rows[i-1], c.index, gap[i])
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
