package theme

import (
	"math"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// inOrder is every shade of the bar that has a colour, the oldest layer first.
func inOrder(th *Theme) []Shade {
	var out []Shade
	n := foldSteps(th.options.Depth)
	for i := n - 1; i >= 0; i-- {
		out = append(out, th.Shade(Folded, stepDepth(i, th.options.Depth)))
	}
	for c := Maskable; c < Empty; c++ {
		out = append(out, th.Shade(c, 0))
	}
	return out
}

func allShades(th *Theme) []Shade { return append(inOrder(th), th.Shade(Empty, 0)) }

func TestCellsAreVisible(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		empty := th.Shade(Empty, 0)
		for _, s := range allShades(th) {
			got, ok := lookOf(t, th.Cell(s, empty)).ratio(th.options.Background)
			if ok != th.Colored() {
				t.Errorf("%s: coloured is %v", s.Category.Glyph(), ok)
			}
			if ok && got < wantMark {
				t.Errorf("%s has %.2f:1", s.Category.Glyph(), got)
			}
		}
	})
}

func TestShadesGrowLighterInOrder(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		if th.options.Depth < ANSI256 {
			return
		}
		shades := inOrder(th)
		for i := 1; i < len(shades); i++ {
			before, after := colorOf(shades[i-1].color), colorOf(shades[i].color)
			if lightness(after) <= lightness(before) {
				t.Errorf("%s %s is not lighter than %s %s", shades[i].Category.Glyph(), after.Hex(),
					shades[i-1].Category.Glyph(), before.Hex())
			}
		}
	})
}

// Categories that meet in the bar, and any others, look different.
func TestCategoriesDiffer(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		if !th.Colored() {
			return
		}
		for a := Folded; a < Empty; a++ {
			for b := a + 1; b < Empty; b++ {
				x, y := colorOf(th.Shade(a, 0).color), colorOf(th.Shade(b, 0).color)
				if d := x.DistanceCIEDE2000(y); d < 0.075 {
					t.Errorf("%s and %s are %.3f apart", a.Glyph(), b.Glyph(), d)
				}
			}
		}
	})
}

func TestStatesAndSeriesDiffer(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		if th.options.Depth < ANSI256 {
			return
		}
		different(t, "states", th.Folded(0), th.Maskable, th.Raw, th.Held, th.Protected)
		different(t, "series", th.Series(ReadSeries), th.Series(WrittenSeries), th.Series(InputSeries), th.Series(RatioSeries))
		different(t, "messages", th.Error, th.Warning, th.Good, th.Notice, th.Dim)
	})
}

func different(t *testing.T, what string, styles ...lipgloss.Style) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range styles {
		fg := lookOf(t, s.Render("x")).fg
		if seen[fg] {
			t.Errorf("two %s have %s", what, fg)
		}
		seen[fg] = true
	}
}

func TestOlderLayersAreDeeper(t *testing.T) {
	for _, d := range []Depth{ANSI256, TrueColor} {
		th := New(Options{Depth: d})
		oldest, newest := colorOf(th.Shade(Folded, 1).color), colorOf(th.Shade(Folded, 0).color)
		if lightness(oldest) >= lightness(newest) {
			t.Errorf("%s: oldest %s, newest %s", d, oldest.Hex(), newest.Hex())
		}
		for depth, same := range map[float64]float64{-1: 0, 2: 1, math.Inf(1): 1, math.NaN(): 0} {
			if th.Shade(Folded, depth) != th.Shade(Folded, same) {
				t.Errorf("%s: depth %v is not as %v", d, depth, same)
			}
		}
	}
}

func TestCellShowsBothHalves(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		for _, left := range allShades(th) {
			for _, right := range allShades(th) {
				cell := th.Cell(left, right)
				if w := lipgloss.Width(cell); w != 1 {
					t.Fatalf("%q is %d columns", cell, w)
				}
				if !th.Colored() {
					continue
				}
				l := lookOf(t, cell)
				for half, s := range map[string]Shade{"left": left, "right": right} {
					if c := string(s.color); c != "" && l.fg != c && l.bg != c {
						t.Errorf("the %s half of %q has not %s", half, cell, c)
					}
				}
			}
		}
	})
}

func TestTicksShowOnEveryShade(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		for _, s := range allShades(th) {
			for _, k := range []Tick{ThresholdTick, BudgetTick} {
				cell := th.TickCell(k, s)
				if w := lipgloss.Width(cell); w != 1 {
					t.Errorf("%q is %d columns", cell, w)
				}
				l := lookOf(t, cell)
				if got, ok := l.ratio(th.options.Background); ok && got < wantMark {
					t.Errorf("%s on %s has %.2f:1", th.TickGlyph(k), s.Category.Glyph(), got)
				}
				if l.bg != string(s.color) {
					t.Errorf("%s hides the shade of %s", th.TickGlyph(k), s.Category.Glyph())
				}
			}
		}
		if th.TickGlyph(ThresholdTick) == th.TickGlyph(BudgetTick) {
			t.Error("the ticks look alike")
		}
	})
}

// categories are all, in the order of the bar.
var categories = []Category{Folded, Maskable, Raw, Held, Protected, Beyond, Empty}

func TestGlyphsAreTheirOwn(t *testing.T) {
	seen := map[string]Category{}
	for _, c := range categories {
		if before, dup := seen[c.Glyph()]; dup {
			t.Errorf("%q stands for %v and %v", c.Glyph(), before, c)
		}
		seen[c.Glyph()] = c
	}
	if len(categories) != len(categoryGlyphs) {
		t.Errorf("%d glyphs for %d categories", len(categoryGlyphs), len(categories))
	}
	th := New(Options{Depth: NoColor})
	for _, c := range categories {
		if got := th.Cell(th.Shade(c, 0), th.Shade(c, 0)); got != c.Glyph() {
			t.Errorf("without colour %s is %q", c.Glyph(), got)
		}
	}
}
