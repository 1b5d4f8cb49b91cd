package theme

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// DetectDepth finds what an output shows from the environment and from whether
// it is a terminal. The rules are termenv's (NO_COLOR, CLICOLOR, CLICOLOR_FORCE,
// COLORTERM, TERM), and beyond them:
//   - NO_COLOR on a terminal keeps attributes;
//   - CLICOLOR_FORCE makes a pipe as good as the terminal TERM names;
//   - inside tmux, which itself translates to what its terminal has, 256 colours
//     are certain whatever TERM says;
//   - the "direct" entries of terminfo have true colour;
//   - screen, rxvt and other well-known names without "color" have 16.
func DetectDepth(getenv func(string) string, isTerminal bool) Depth {
	force := getenv("CLICOLOR_FORCE")
	forced := force != "" && force != "0"
	if !isTerminal && !forced {
		return Plain
	}
	term := getenv("TERM")
	attributes := isTerminal && term != "" && term != "dumb"
	out := termenv.NewOutput(io.Discard, termenv.WithEnvironment(environ(getenv)), termenv.WithTTY(true))
	if out.EnvNoColor() {
		return plainUnless(attributes, NoColor)
	}
	if term == "dumb" {
		return plainUnless(forced, ANSI16)
	}
	depth := fromProfile(out.EnvColorProfile())
	switch {
	case strings.HasSuffix(term, "-direct"):
		return TrueColor
	case getenv("TMUX") != "":
		return max(depth, ANSI256)
	case depth > NoColor:
		return depth
	case hasSixteen(term):
		return ANSI16
	}
	return plainUnless(attributes, NoColor)
}

func plainUnless(better bool, d Depth) Depth {
	if better {
		return d
	}
	return Plain
}

func fromProfile(p termenv.Profile) Depth {
	switch p {
	case termenv.TrueColor:
		return TrueColor
	case termenv.ANSI256:
		return ANSI256
	case termenv.ANSI:
		return ANSI16
	}
	return NoColor
}

// sixteen are how names of terminals begin that have at least 16 colours and
// need not say so.
var sixteen = []string{"screen", "tmux", "rxvt", "foot", "konsole", "gnome", "putty", "cygwin"}

func hasSixteen(term string) bool {
	return slices.ContainsFunc(sixteen, func(name string) bool { return strings.HasPrefix(term, name) })
}

// environ lets termenv read an environment that is passed in.
type environ func(string) string

func (e environ) Getenv(key string) string { return e(key) }

// Environ is never called: termenv only looks single names up.
func (e environ) Environ() []string { return nil }

// BackgroundFromColorFGBG reads the variable COLORFGBG, "fg;bg" or
// "fg;default;bg" with palette indices. ok is false when it names no background.
func BackgroundFromColorFGBG(value string) (b Background, ok bool) {
	i := strings.LastIndexByte(value, ';')
	if i < 0 {
		return Dark, false
	}
	index, err := strconv.Atoi(value[i+1:])
	if err != nil || index < 0 || index > 255 {
		return Dark, false
	}
	switch {
	case index <= 6 || index == 8:
		// 8 is the ground of palettes that use bright black as a dark page.
		return Dark, true
	case index < 16:
		return Light, true
	}
	c := palette()[index].rgb
	if contrast(c, mustHex("#000000")) > contrast(c, mustHex("#ffffff")) {
		return Light, true
	}
	return Dark, true
}
