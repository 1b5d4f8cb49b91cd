package theme

import (
	"slices"

	"github.com/lucasb-eyer/go-colorful"
)

// ramp is a colour map moved in lightness for one background: every shade of it
// clears a ratio, the order of lightness is the map's, and equal steps along it
// look equal.
type ramp struct {
	shades []colorful.Color
	along  []float64 // distance of each shade from the first, CIEDE2000 summed up, 0..1
}

const (
	rampSamples = 96
	// deepest keeps the dark end of a map off black on a light page, where shades
	// could not be told apart.
	deepest = 0.27
)

// newRamp moves the end of the map that is nearer to the page, and everything
// between in proportion, no further than needed for the ratio against every
// colour given.
func newRamp(m Map, b Background, ratio float64, against []colorful.Color) ramp {
	from := sample(m)
	low, top := from[0].l, from[len(from)-1].l
	end, safe := &low, top
	if b == Light {
		low = max(low, deepest)
		end, safe = &top, low
	}
	shades := moved(from, low, top)
	if fails := *end; !allClear(shades, ratio, against) {
		for range 12 {
			*end = (fails + safe) / 2
			if try := moved(from, low, top); allClear(try, ratio, against) {
				safe, shades = *end, try
			} else {
				fails = *end
			}
		}
	}
	return ramp{shades: shades, along: distances(shades)}
}

// lch is a colour in OKLCH.
type lch struct{ l, chroma, hue float64 }

func sample(m Map) []lch {
	out := make([]lch, rampSamples)
	for i := range out {
		out[i].l, out[i].chroma, out[i].hue = m.at(float64(i) / (rampSamples - 1)).OkLch()
	}
	return out
}

// moved is a map with its lightness stretched to low..top; hue stays, chroma
// gives way where the screen has no such colour.
func moved(from []lch, low, top float64) []colorful.Color {
	fromLow, fromTop := from[0].l, from[len(from)-1].l
	out := make([]colorful.Color, len(from))
	for i, c := range from {
		share := (c.l - fromLow) / (fromTop - fromLow)
		out[i] = oklch(low+share*(top-low), c.chroma, c.hue)
	}
	return out
}

func allClear(shades []colorful.Color, ratio float64, against []colorful.Color) bool {
	return !slices.ContainsFunc(shades, func(c colorful.Color) bool { return !clears(c, ratio, against) })
}

func distances(shades []colorful.Color) []float64 {
	along := make([]float64, len(shades))
	for i := 1; i < len(shades); i++ {
		along[i] = along[i-1] + shades[i].DistanceCIEDE2000(shades[i-1])
	}
	whole := along[len(along)-1]
	for i := range along {
		along[i] /= whole
	}
	return along
}

// at is the shade at the share t, 0..1, of the way along the ramp. The zero ramp,
// made where there are no shades, is black.
func (r ramp) at(t float64) colorful.Color {
	if len(r.shades) == 0 {
		return colorful.Color{}
	}
	i, _ := slices.BinarySearch(r.along, t)
	return r.shades[min(i, len(r.shades)-1)]
}
