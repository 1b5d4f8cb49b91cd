package format

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// units are what a thousand of the one before comes to.
var units = [...]string{"k", "M", "G", "T", "P", "E"}

// Tokens is a number of tokens in at most four characters: 950, 3.1k, 118k, 1.2M,
// 45M, 1.3G, 9.0P. A negative one has a minus before it.
func Tokens(n int) string {
	if n < 0 {
		return "-" + Tokens(max(-n, -(n+1))) // the least int has no opposite
	}
	if n < 1000 {
		return strconv.Itoa(n)
	}
	unit, i := 1000, 0
	for i < len(units)-1 && n-999*unit >= unit/2 {
		unit, i = unit*1000, i+1
	}
	if n-9*unit < unit/100*95 {
		return fmt.Sprintf("%.1f%s", tenths(n, unit), units[i])
	}
	return fmt.Sprintf("%d%s", n/unit+n%unit/(unit/2), units[i])
}

// tenths is n in units, to one decimal, a half rounded up.
func tenths(n, unit int) float64 {
	return float64(n/(unit/10)+n%(unit/10)/(unit/20)) / 10
}

// InTokens is Tokens with its word: 1 token, 3.1k tokens.
func InTokens(n int) string {
	if n == 1 || n == -1 {
		return Tokens(n) + " token"
	}
	return Tokens(n) + " tokens"
}

// Signed is Tokens with a plus before what is more than nothing: +81k, -3.1k, 0.
func Signed(n int) string {
	if n > 0 {
		return "+" + Tokens(n)
	}
	return Tokens(n)
}

// Dollars is an amount of dollars: four decimals below one dollar ($0.4321), two
// from there on ($12.34), none from a thousand on ($1234).
func Dollars(d float64) string {
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return "$?"
	}
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	switch {
	case d == 0:
		return "$0"
	case d < 0.00005:
		return sign + "<$0.0001"
	case d < 0.99995:
		return fmt.Sprintf("%s$%.4f", sign, d)
	case d < 999.995:
		return fmt.Sprintf("%s$%.2f", sign, d)
	}
	return fmt.Sprintf("%s$%.0f", sign, d)
}

// About is Dollars of an estimate: ≈ $0.05.
func About(d float64) string {
	if s := Dollars(d); strings.Contains(s, "<") {
		return s
	}
	return "≈ " + Dollars(d)
}

// Price is a rate in dollars with as many decimals as it takes to tell it from
// nothing, two at least: $15.00, $0.30, $0.0036.
func Price(d float64) string {
	decimals := 2
	for limit := 0.1; d > 0 && d < limit && decimals < 8; limit /= 10 {
		decimals++
	}
	return fmt.Sprintf("$%.*f", decimals, d)
}

// Percent is a share of 1 in whole hundredths: 0.53 is 53 %. Something is never
// shown as nothing, nor as all: 0.001 is <1 %, 0.999 is >99 %.
func Percent(share float64) string {
	p := share * 100
	switch {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return "? %"
	case p > 0 && p < 0.5:
		return "<1 %"
	case p >= 99.5 && p < 100:
		return ">99 %"
	}
	return fmt.Sprintf("%.0f %%", p)
}

// Bytes is a size in bytes, by powers of 1024: 812 B, 4.0 KiB, 37 MiB.
func Bytes(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	f, unit := float64(n)/1024, 0
	for f >= 999.5 && unit < 4 {
		f, unit = f/1024, unit+1
	}
	if f < 9.95 {
		return fmt.Sprintf("%.1f %ciB", f, "KMGTP"[unit])
	}
	return fmt.Sprintf("%.0f %ciB", f, "KMGTP"[unit])
}

// Duration is a span of time by its two largest units at most: 0s, 45s, 4m10s,
// 2h05m, 3d04h. Parts of a second are dropped, a negative span is 0s.
func Duration(d time.Duration) string {
	s := int64(max(d, 0) / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 86400:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
	return fmt.Sprintf("%dd%02dh", s/86400, s/3600%24)
}

// Age is how long ago something was, by one unit: now (under 5 s), 45s, 4m, 2h,
// 3d, 8w, 2y.
func Age(d time.Duration) string {
	s := int64(d / time.Second)
	const minute, hour, day = 60, 3600, 86400
	switch {
	case s < 5:
		return "now"
	case s < minute:
		return fmt.Sprintf("%ds", s)
	case s < hour:
		return fmt.Sprintf("%dm", s/minute)
	case s < day:
		return fmt.Sprintf("%dh", s/hour)
	case s < 14*day:
		return fmt.Sprintf("%dd", s/day)
	case s < 365*day:
		return fmt.Sprintf("%dw", s/(7*day))
	}
	return fmt.Sprintf("%dy", s/(365*day))
}

// Ago is Age in a sentence: just now, 45s ago, 4m ago.
func Ago(d time.Duration) string {
	if age := Age(d); age != "now" {
		return age + " ago"
	}
	return "just now"
}

// Count is a number with its word: 1 layer, 11 layers. The plural adds an s.
func Count(n int, word string) string {
	if n == 1 || n == -1 {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}
