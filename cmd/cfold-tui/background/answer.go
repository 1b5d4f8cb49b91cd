package background

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/lucasb-eyer/go-colorful"

	"cfold/theme"
)

// query asks for the background (OSC 11) and then what the terminal is (DA1),
// which every terminal answers: once that has come, nothing more will.
const query = "\x1b]11;?\x1b\\\x1b[c"

// Beginnings and ends of the two answers.
const (
	colorStart    = "\x1b]11;"
	identityStart = "\x1b[?"
	identityEnd   = 'c'
)

// answered looks for the answers in what a terminal sent. done is true once
// nothing more is to come.
func answered(data []byte) (b theme.Background, known, done bool) {
	if _, body, ok := bytes.Cut(data, []byte(colorStart)); ok {
		if end := bytes.IndexAny(body, "\x07\x1b"); end >= 0 {
			b, known = parse(string(body[:end]))
		}
	}
	if _, body, ok := bytes.Cut(data, []byte(identityStart)); ok {
		done = bytes.IndexByte(body, identityEnd) >= 0
	}
	return b, known, done
}

// parse reads a colour as terminals name it: rgb:RRRR/GGGG/BBBB with one to four
// digits each, rgba: with a fourth part, or #RRGGBB.
func parse(s string) (theme.Background, bool) {
	_, parts, ok := strings.Cut(s, ":")
	if !ok {
		c, err := colorful.Hex(s)
		return page(c), err == nil
	}
	var rgb [3]float64
	fields := strings.Split(parts, "/")
	if len(fields) < len(rgb) {
		return theme.Dark, false
	}
	for i := range rgb {
		n, err := strconv.ParseUint(fields[i], 16, 16)
		if err != nil {
			return theme.Dark, false
		}
		rgb[i] = float64(n) / float64(uint64(1)<<(4*len(fields[i]))-1)
	}
	return page(colorful.Color{R: rgb[0], G: rgb[1], B: rgb[2]}), true
}

// page is the nearer of the two pages that themes are made for.
func page(c colorful.Color) theme.Background {
	const middle = 0.5
	if lightness, _, _ := c.Lab(); lightness > middle {
		return theme.Light
	}
	return theme.Dark
}
