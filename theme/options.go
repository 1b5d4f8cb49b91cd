package theme

import "fmt"

// Background is the page a theme is made for.
type Background uint8

// The two pages. Contrast is computed against #1e1e1e and #ffffff.
const (
	Dark Background = iota
	Light
)

func (b Background) String() string {
	if b == Light {
		return "light"
	}
	return "dark"
}

// ParseBackground reads "dark" or "light".
func ParseBackground(s string) (Background, error) {
	switch s {
	case "dark":
		return Dark, nil
	case "light":
		return Light, nil
	}
	return Dark, fmt.Errorf("background %q: want dark or light", s)
}

// Depth is how much of colour an output shows, from least to most.
type Depth uint8

// The depths. Plain is for pipes and dumb terminals: no escape sequence at all.
// NoColor is for a terminal whose user wants no colour: bold, reverse, underline
// and italic remain.
const (
	Plain Depth = iota
	NoColor
	ANSI16
	ANSI256
	TrueColor
)

func (d Depth) String() string {
	switch d {
	case NoColor:
		return "no colour"
	case ANSI16:
		return "16 colours"
	case ANSI256:
		return "256 colours"
	case TrueColor:
		return "true colour"
	}
	return "plain text"
}

// Colored reports whether colours are shown. Without them the fold bar is drawn
// with one glyph per whole cell instead of two shades per cell.
func (d Depth) Colored() bool { return d >= ANSI16 }

// Options say what a theme is made for. The zero value is plain text, dark,
// Batlow.
type Options struct {
	Background Background
	Depth      Depth
	Map        Map // empty means Batlow
}
