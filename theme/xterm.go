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
