package main

import (
	"math"
	"strconv"
	"strings"

	"cfold/engine/ladder"
	"cfold/tui/format"
	"cfold/watch/feed"
)

// windowOf is the window to replay a session in: --window, else where a viewer
// would take it from. A guess is said to be one.
func (a *app) windowOf(w *whole) (tokens int, assumed bool, err error) {
	if a.window > 0 {
		return a.window, false, nil
	}
	u, err := feed.Load(a.options(w.info.Path))
	if err != nil {
		return 0, false, err
	}
	defer u.Close()
	if u.Snapshot.Window == 0 {
		a.note("the window of the model is not known; taking %d tokens (give it with --window)", ladder.DefaultWindow)
		return ladder.DefaultWindow, true, nil
	}
	return u.Snapshot.Window, false, nil
}

// windowText is a window's size for people.
func windowText(tokens int) string {
	if tokens == 0 {
		return "unknown"
	}
	return format.Tokens(tokens)
}

// maxWindow is the largest window taken for meant, in tokens.
const maxWindow = 1e9

// parseWindow reads a number of tokens as the program prints it, 128k and 1.2M
// among them, or as JSON does.
func parseWindow(s string) (int, error) {
	digits, unit := s, 1.0
	for suffix, size := range map[string]float64{"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6} {
		if head, found := strings.CutSuffix(s, suffix); found {
			digits, unit = head, size
		}
	}
	f, err := strconv.ParseFloat(digits, 64)
	tokens := math.Round(f * unit)
	// A sign, an infinity and what Go alone takes for a number begin otherwise or hold
	// letters.
	if err != nil || strings.Trim(digits, "0123456789.eE+") != "" || tokens < 1 || tokens > maxWindow || math.Abs(f*unit-tokens) > 1e-6 {
		return 0, wrong("--window %q: give a number of tokens above 0, such as 128000, 128k or 1M", s)
	}
	return int(tokens), nil
}
