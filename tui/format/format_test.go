package format

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestFormats(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Tokens(0), "0"}, {Tokens(999), "999"}, {Tokens(1000), "1.0k"}, {Tokens(3149), "3.1k"}, {Tokens(3150), "3.2k"},
		{Tokens(9949), "9.9k"}, {Tokens(9950), "10k"}, {Tokens(118_499), "118k"}, {Tokens(999_499), "999k"},
		{Tokens(999_500), "1.0M"}, {Tokens(1_250_000), "1.3M"}, {Tokens(9_949_999), "9.9M"}, {Tokens(9_950_000), "10M"}, {Tokens(1_250_000_000), "1.3G"},
		{Tokens(1e10), "10G"}, {Tokens(999_499_999_999), "999G"}, {Tokens(1e12), "1.0T"}, {Tokens(9_007_199_254_740_993), "9.0P"},
		{Tokens(math.MaxInt), "9.2E"}, {Tokens(math.MinInt), "-9.2E"}, {Tokens(-1), "-1"},
		{InTokens(1), "1 token"}, {InTokens(0), "0 tokens"}, {InTokens(3149), "3.1k tokens"},
		{Tokens(-81_000), "-81k"}, {Signed(81_000), "+81k"}, {Signed(-5), "-5"}, {Signed(0), "0"},
		{Dollars(0), "$0"}, {Dollars(0.4321), "$0.4321"}, {Dollars(12.339), "$12.34"}, {Dollars(0.99996), "$1.00"},
		{Dollars(1234.4), "$1234"}, {Dollars(0.00001), "<$0.0001"}, {Dollars(-0.5), "-$0.5000"}, {Dollars(math.NaN()), "$?"},
		{Percent(0.53), "53 %"}, {Percent(0), "0 %"}, {Percent(0.001), "<1 %"}, {Percent(0.999), ">99 %"}, {Percent(1), "100 %"},
		{Percent(1.2), "120 %"}, {Percent(math.NaN()), "? %"},
		{Bytes(812), "812 B"}, {Bytes(4096), "4.0 KiB"}, {Bytes(37 << 20), "37 MiB"}, {Bytes(1023 << 10), "1.0 MiB"}, {Bytes(2 << 30), "2.0 GiB"},
		{Duration(-time.Second), "0s"}, {Duration(45 * time.Second), "45s"}, {Duration(250 * time.Second), "4m10s"},
		{Duration(125 * time.Minute), "2h05m"}, {Duration(76 * time.Hour), "3d04h"},
		{Age(0), "now"}, {Ago(0), "just now"}, {Ago(4 * time.Minute), "4m ago"}, {Age(45 * time.Second), "45s"}, {Age(4 * time.Minute), "4m"}, {Age(2 * time.Hour), "2h"},
		{Age(80 * time.Hour), "3d"}, {Age(60 * 24 * time.Hour), "8w"}, {Age(800 * 24 * time.Hour), "2y"},
		{Count(1, "layer"), "1 layer"}, {Count(0, "layer"), "0 layers"}, {Count(11, "layer"), "11 layers"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// A figure grows with its number and stays within its width.
func TestTokensNeverGrowPastFour(t *testing.T) {
	parse := func(s string) float64 {
		number := strings.TrimRight(s, "kMGTPE")
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f * map[string]float64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}[s[len(number):]]
	}
	last := 0.0
	for n := 0; n < math.MaxInt/2; n += 1 + n/700 {
		s := Tokens(n)
		v := parse(s)
		if len(s) > 4 || v < last || math.Abs(v-float64(n)) > float64(n)*0.05+0.5 {
			t.Fatalf("Tokens(%d) = %q after %v", n, s, last)
		}
		last = v
	}
}

// A rate is never shown as nothing while it is something.
func TestPrice(t *testing.T) {
	for d, want := range map[float64]string{15: "$15.00", 0.3: "$0.30", 0.075: "$0.075", 0.0036: "$0.0036", 0.00005: "$0.000050", 0: "$0.00"} {
		if got := Price(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
