package theme

import (
	"io"
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
	term := getenv("TERM")
	if !isTerminal && !forced {
		return Plain
	}
	out := termenv.NewOutput(io.Discard, termenv.WithEnvironment(environ(getenv)), termenv.WithTTY(true))
	if out.EnvNoColor() {
		if !isTerminal || term == "dumb" || term == "" {
			return Plain
		}
		return NoColor
	}
	if term == "dumb" {
		if forced {
			return ANSI16
		}
		return Plain
	}
	depth := fromProfile(out.EnvColorProfile())
	switch {
	case strings.HasSuffix(term, "-direct"):
		depth = TrueColor
	case getenv("TMUX") != "":
		depth = max(depth, ANSI256)
	case depth == NoColor && term == "":
		depth = Plain
	case depth == NoColor && hasSixteen(term):
		depth = ANSI16
	}
	return depth
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

func hasSixteen(term string) bool {
	for _, name := range []string{"screen", "tmux", "rxvt", "foot", "konsole", "gnome", "vte", "st-", "cygwin", "putty", "Eterm"} {
		if strings.HasPrefix(term, name) {
			return true
		}
	}
	return false
}

// environ lets termenv read an environment that is passed in.
type environ func(string) string

func (e environ) Getenv(key string) string { return e(key) }

// Environ is never called: termenv only looks single names up.
func (e environ) Environ() []string { return nil }

// BackgroundFromColorFGBG reads the variable COLORFGBG, "fg;bg" or
// "fg;default;bg" with palette indices. ok is false when it names no background.
func BackgroundFromColorFGBG(value string) (b Background, ok bool) {
	_, last, found := cutLast(value, ';')
	if !found {
		return Dark, false
	}
	index, err := strconv.Atoi(last)
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
	c := xterm256(index)
	if contrast(c, mustHex("#000000")) > contrast(c, mustHex("#ffffff")) {
		return Light, true
	}
	return Dark, true
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
