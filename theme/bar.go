package theme

import "github.com/charmbracelet/lipgloss"

// Category is what a part of the window holds, in order of its distance from
// compression.
type Category uint8

// The categories of the fold bar, from the left.
const (
	Folded    Category = iota // in a fold layer; older layers are deeper
	Maskable                  // would fold now
	Raw                       // whole
	Held                      // kept raw by a person
	Protected                 // the tail that is never folded
	Beyond                    // reported usage beyond the blocks: system prompt, tools, estimates
	Empty                     // the rest of the window
)

var categoryGlyphs = [...]string{
	Folded: "#", Maskable: "%", Raw: "=", Held: "@", Protected: "+", Beyond: ":", Empty: ".",
}

// Glyph stands for the category where colours are missing: ASCII, one column.
func (c Category) Glyph() string { return categoryGlyphs[c] }

// Shade is the look of half a cell of the fold bar. Shades that look alike are
// equal. The zero value is not a shade; take one from Theme.Shade.
type Shade struct {
	Category Category
	color    lipgloss.Color // empty without colours and for Empty
}

// Shade is the look of a category. depth matters for Folded only: 0 is the
// newest layer, 1 the oldest.
func (t *Theme) Shade(c Category, depth float64) Shade {
	switch {
	case c == Folded:
		return Shade{c, t.bar.folded[foldStep(depth, t.options.Depth)]}
	case c < Empty:
		return Shade{c, t.bar.fixed[c]}
	}
	return Shade{Category: Empty}
}

// Cell is one column of the bar with two shades side by side. Without colours it
// is the glyph of the left one, so a bar without colours is laid out in whole
// cells; see Theme.Colored.
func (t *Theme) Cell(left, right Shade) string {
	switch {
	case !t.Colored():
		return left.Category.Glyph()
	case left == right && left.Category == Empty:
		return t.fg(t.rest).Render("╌")
	case left == right:
		// Ground and glyph alike, so that no seam shows between cells.
		return t.fg(left.color).Background(left.color).Render("█")
	case right.Category == Empty:
		return t.fg(left.color).Render("▌")
	case left.Category == Empty:
		return t.fg(right.color).Render("▐")
	}
	return t.fg(left.color).Background(right.color).Render("▌")
}

// Tick is a place marked on the fold bar.
type Tick uint8

// The ticks of the fold bar.
const (
	ThresholdTick Tick = iota // where the next fold may start
	BudgetTick                // the most the window may hold before a hard compaction
)

var tickGlyphs = [...]struct{ coloured, plain string }{
	ThresholdTick: {"┃", "|"},
	BudgetTick:    {"╏", "!"},
}

// TickGlyph is the tick's form: solid for the threshold, broken for the budget,
// ASCII where colours are missing.
func (t *Theme) TickGlyph(k Tick) string {
	if t.Colored() {
		return tickGlyphs[k].coloured
	}
	return tickGlyphs[k].plain
}

// TickCell is one column of the bar with a tick over a shade.
func (t *Theme) TickCell(k Tick, under Shade) string {
	if !t.Colored() || under.Category == Empty {
		return t.Title.Render(t.TickGlyph(k))
	}
	return t.onGround(t.mixer, under.color).Bold(true).Render(t.TickGlyph(k))
}
