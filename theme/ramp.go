package theme

import "github.com/lucasb-eyer/go-colorful"

// ramp is a colour map moved in lightness for one background: every shade of it
// clears a ratio and the order of lightness is the map's.
type ramp struct {
	m                Map
	fromLow, fromTop float64 // lightness of the map's ends
	low, top         float64 // lightness they are moved to
}

// deepest keeps the dark end of a map off black on a light page, where shades
// could not be told apart.
const deepest = 0.27

// newRamp moves the end of the map that is nearer to the page, and everything
// between in proportion, no further than needed for the ratio.
func newRamp(m Map, b Background, ratio float64, against []colorful.Color) ramp {
	r := ramp{m: m, fromLow: lightness(m.at(0)), fromTop: lightness(m.at(1))}
	r.low, r.top = r.fromLow, r.fromTop
	end, safe := &r.low, r.fromTop
	if b == Light {
		r.low = max(r.low, deepest)
		end, safe = &r.top, r.low
	}
	if r.clears(ratio, against) {
		return r
	}
	fails := *end
	for range 24 {
		mid := (fails + safe) / 2
		*end = mid
		if r.clears(ratio, against) {
			safe = mid
		} else {
			fails = mid
		}
	}
	*end = safe
	return r
}

func (r ramp) clears(ratio float64, against []colorful.Color) bool {
	const samples = 256
	for i := range samples + 1 {
		if !clears(r.at(float64(i)/samples), ratio, against) {
			return false
		}
	}
	return true
}

// at is the shade at t in 0..1.
func (r ramp) at(t float64) colorful.Color {
	l, chroma, hue := r.m.at(t).OkLch()
	share := (l - r.fromLow) / (r.fromTop - r.fromLow)
	return oklch(r.low+share*(r.top-r.low), chroma, hue)
}
