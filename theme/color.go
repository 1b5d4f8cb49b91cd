package theme

import (
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// The ratios of WCAG 2 that every pair of colours clears.
const (
	textRatio = 4.5 // text against what it stands on
	markRatio = 3   // bar and chart cells, marks, borders
)

// page is the colour contrast is computed against.
func (b Background) page() colorful.Color {
	if b == Light {
		return mustHex("#ffffff")
	}
	return mustHex("#1e1e1e")
}

// mustHex reads a colour of this package's own tables.
func mustHex(s string) colorful.Color {
	c, err := colorful.Hex(s)
	if err != nil {
		panic("theme: " + err.Error())
	}
	return c
}

// luminance is the relative luminance of WCAG 2, 0..1.
func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// contrast is the contrast ratio of WCAG 2, 1..21.
func contrast(a, b colorful.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// clears reports whether c has the ratio against each of the colours.
func clears(c colorful.Color, ratio float64, against []colorful.Color) bool {
	for _, a := range against {
		if contrast(c, a) < ratio {
			return false
		}
	}
	return true
}

// oklch is the displayable 8-bit colour of that lightness and hue (degrees) whose
// chroma is nearest to the one asked for. Chroma gives way, lightness and hue
// stay.
func oklch(l, chroma, hue float64) colorful.Color {
	c := colorful.OkLch(l, chroma, hue)
	if !displayable(c) {
		lo, hi := 0.0, chroma
		for range 12 {
			mid := (lo + hi) / 2
			if displayable(colorful.OkLch(l, mid, hue)) {
				lo = mid
			} else {
				hi = mid
			}
		}
		c = colorful.OkLch(l, lo, hue)
	}
	return round8(c)
}

// displayable allows what rounding to 8 bits hides.
func displayable(c colorful.Color) bool {
	const slack = 0.5 / 255
	in := func(v float64) bool { return v >= -slack && v <= 1+slack }
	return in(c.R) && in(c.G) && in(c.B)
}

// round8 is the colour as a terminal gets it: 8 bits, and those that termenv
// writes unchanged, since it cuts where others round.
func round8(c colorful.Color) colorful.Color {
	const unit = 1 / 255.0
	written := func(v uint8) float64 {
		for uint8(float64(v)*unit*255) != v {
			v--
		}
		return float64(v) * unit
	}
	r, g, b := c.Clamped().RGB255()
	return colorful.Color{R: written(r), G: written(g), B: written(b)}
}

// lift moves a colour away from the page, lighter on a dark one and darker on a
// light one, until it clears the ratio against every colour given. Hue stays.
func lift(c colorful.Color, b Background, ratio float64, against []colorful.Color) colorful.Color {
	const step = 0.004
	l, chroma, hue := c.OkLch()
	out := oklch(l, chroma, hue)
	for !clears(out, ratio, against) && l > 0 && l < 1 {
		if b == Dark {
			l = math.Min(l+step, 1)
		} else {
			l = math.Max(l-step, 0)
		}
		out = oklch(l, chroma, hue)
	}
	return out
}
