package bar

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cfold/theme"
	"cfold/tui/sanitize"
)

var session = []Segment{
	{theme.Protected, 0, 20_000}, {theme.Folded, 1, 3_000}, {theme.Folded, 0.5, 5_000}, {theme.Folded, 0, 2_000},
	{theme.Maskable, 0, 3_100}, {theme.Raw, 0, 40_000}, {theme.Held, 0, 300}, {theme.Beyond, 0, 12_000},
}

var sessionTicks = []Tick{{theme.ThresholdTick, 0.5}, {theme.BudgetTick, 0.85}}

func TestGoldenBarsWithoutColour(t *testing.T) {
	plain := theme.New(theme.Options{Depth: theme.NoColor})
	for _, tt := range []struct {
		name     string
		segments []Segment
		window   int
		ticks    []Tick
		width    int
		want     string
	}{
		{"session", session, 200_000, sessionTicks, 60, "###%============@++++++::::...|....................!........"},
		{"pane", session, 200_000, sessionTicks, 40, "##%========@++++::..|.............!....."},
		{"one cell each", session, 200_000, nil, 6, "#%=@+:"},
		{"too narrow for all", session, 200_000, nil, 3, "=+:"},
		{"nothing", nil, 200_000, sessionTicks, 20, "..........|......!.."},
		{"nothing known", nil, 0, nil, 5, "....."},
		{"window unknown", session[5:6], 0, nil, 5, "====="},
		{"over the window", session, 50_000, sessionTicks, 20, "##%==|===!=@+++++:::"},
		{"ticks together", nil, 100, []Tick{{theme.ThresholdTick, 1}, {theme.BudgetTick, 1}}, 8, "......!|"},
		{"ticks outside", nil, 100, []Tick{{theme.ThresholdTick, 1.2}, {theme.BudgetTick, -0.1}}, 4, "...."},
		{"no width", session, 200_000, sessionTicks, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ansi.Strip(Render(plain, tt.segments, tt.window, tt.ticks, tt.width))
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestGoldenBarWithColour(t *testing.T) {
	th := theme.New(theme.Options{Depth: theme.TrueColor})
	got := ansi.Strip(Render(th, session, 200_000, sessionTicks, 40))
	want := "▌▌▌███████▌██████▌╌╌┃╌╌╌╌╌╌╌╌╌╌╌╌╌╏╌╌╌╌╌"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if n := strings.Count(Render(th, session, 200_000, nil, 40), "\x1b["); n == 0 {
		t.Error("no colours")
	}
}

func TestBarIsAsWideAsAsked(t *testing.T) {
	for _, depth := range []theme.Depth{theme.NoColor, theme.ANSI16, theme.ANSI256, theme.TrueColor} {
		th := theme.New(theme.Options{Depth: depth})
		for width := range 201 {
			if got := ansi.StringWidth(Render(th, session, 200_000, sessionTicks, width)); got != width {
				t.Errorf("depth %v, width %d: %d", depth, width, got)
			}
		}
	}
}

func TestSharesFollowTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var segments []Segment
		var tokens [theme.Empty + 1]int
		used, kinds := 0, 0
		for range rapid.IntRange(0, 20).Draw(t, "segments") {
			s := Segment{theme.Category(rapid.IntRange(0, int(theme.Beyond)).Draw(t, "category")), 0, rapid.IntRange(-5, 300_000).Draw(t, "tokens")}
			segments = append(segments, s)
			if s.Tokens > 0 {
				if tokens[s.Category] == 0 {
					kinds++
				}
				tokens[s.Category] += s.Tokens
				used += s.Tokens
			}
		}
		window := rapid.SampledFrom([]int{0, 1, 200_000, 1_000_000}).Draw(t, "window")
		n := rapid.IntRange(1, 400).Draw(t, "places")
		shares := Shares(segments, window, n)
		sum := 0
		for c, k := range shares {
			sum += k
			if k < 0 || k > 0 && tokens[c] == 0 && c < int(theme.Empty) {
				t.Fatalf("category %d has %d places", c, k)
			}
			if n >= kinds && tokens[c] > 0 && k == 0 {
				t.Fatalf("category %d has tokens and no place: %v", c, shares)
			}
			if c < int(theme.Empty) && k > 1 {
				exact := float64(tokens[c]) * float64(n) / float64(max(window, used))
				if float64(k) > exact+1 || float64(k) < exact-float64(kinds)-1 {
					t.Fatalf("category %d: %d places for %.2f", c, k, exact)
				}
			}
		}
		if sum != n {
			t.Fatalf("%d places of %d", sum, n)
		}
	})
}

var label = []Part{
	{"53 %", "", 100},
	{"next fold 3.1k/9.6k", "3.1k/9.6k", 90},
	{"11 layers", "11 L", 50},
	{"183 folded", "183 f", 40},
	{"3 held", "3 h", 60},
	{"~118k masked", "~118k", 30},
	{"cache 98 %", "c 98 %", 80},
	{"net +81k", "+81k", 70},
}

func TestGoldenLabels(t *testing.T) {
	for _, tt := range []struct {
		width int
		want  sanitize.Safe
	}{
		{120, "53 % · next fold 3.1k/9.6k · 11 layers · 183 folded · 3 held · ~118k masked · cache 98 % · net +81k"},
		{90, "53 % · next fold 3.1k/9.6k · 11 layers · 183 f · 3 held · ~118k · cache 98 % · net +81k"},
		{60, "53 % · 3.1k/9.6k · 11 L · 183 f · 3 held · cache 98 % · +81k"},
		{48, "53 % · 3.1k/9.6k · 11 L · 3 held · c 98 % · +81k"},
		{40, "53 % · 3.1k/9.6k · 3 h · c 98 % · +81k"},
		{20, "53 % · 3.1k/9.6k"},
		{4, "53 %"},
		{3, "53…"},
		{0, ""},
	} {
		if got := Label(label, tt.width); got != tt.want {
			t.Errorf("%d: %q, want %q", tt.width, got, tt.want)
		}
	}
	for width := range 130 {
		if got := Label(label, width); sanitize.Width(got) > width {
			t.Errorf("%d: %q", width, got)
		}
	}
	if got := Label([]Part{{"a", "", 1}, {"", "", 2}, {"b", "", 3}}, 10); got != "a · b" {
		t.Errorf("empty part: %q", got)
	}
}
