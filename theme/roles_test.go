package theme

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/mattn/go-runewidth"
)

func TestTextRolesAreLegible(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		known := 0
		for name, style := range textRoles(th) {
			for _, where := range []struct {
				name  string
				style lipgloss.Style
			}{{"page", style}, {"selection", th.Over(style)}} {
				got, ok := lookOf(t, where.style.Render("x")).ratio(th.options.Background)
				if ok && got < wantText {
					t.Errorf("%s on the %s has %.2f:1", name, where.name, got)
				}
				if ok {
					known++
				}
			}
		}
		if th.Colored() == (known == 0) {
			t.Errorf("%d pairs with a colour", known)
		}
	})
}

func TestLinesAreVisible(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		for name, style := range lineRoles(th) {
			got, ok := lookOf(t, style.Render("x")).ratio(th.options.Background)
			if ok && got < wantMark {
				t.Errorf("%s has %.2f:1", name, got)
			}
		}
	})
}

// A ground of the selection's own leaves nothing to the terminal's text colour,
// which may be made for the other page.
func TestSelectionNamesBothColours(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		if th.options.Depth < ANSI256 {
			return
		}
		for name, style := range textRoles(th) {
			if l := lookOf(t, th.Over(style).Render("x")); l.fg == "" || l.bg == "" {
				t.Errorf("%s on the selection: foreground %q, background %q", name, l.fg, l.bg)
			}
		}
	})
}

func TestDepthsWriteOnlyWhatTheyMay(t *testing.T) {
	everyTheme(t, func(t *testing.T, th *Theme) {
		var out []string
		for _, roles := range []map[string]lipgloss.Style{textRoles(th), lineRoles(th)} {
			for _, style := range roles {
				out = append(out, style.Render("x"), th.Over(style).Render("x"))
			}
		}
		for _, left := range allShades(th) {
			for _, right := range allShades(th) {
				out = append(out, th.Cell(left, right))
			}
			out = append(out, th.TickCell(ThresholdTick, left), th.TickCell(BudgetTick, left))
		}
		for _, s := range out {
			if th.options.Depth == Plain && strings.ContainsRune(s, 0x1b) {
				t.Errorf("sequence in plain text: %q", s)
			}
			for _, code := range lookOf(t, s).codes {
				if n, _ := strconv.Atoi(code); !allowed(th.options.Depth, n) {
					t.Errorf("code %d in %q", n, s)
				}
			}
		}
	})
}

func allowed(d Depth, code int) bool {
	switch {
	case code >= 30 && code <= 37, code >= 90 && code <= 97, code >= 40 && code <= 47, code >= 100 && code <= 107:
		return d == ANSI16
	case code == 38, code == 48:
		return d > ANSI16
	}
	return d > Plain && slices.Contains([]int{1, 3, 4, 7}, code)
}

// Without colour the roles that a reader must tell apart differ in attributes.
func TestAttributesCarryStateWithoutColour(t *testing.T) {
	th := New(Options{Depth: NoColor})
	for name, style := range map[string]lipgloss.Style{
		"Selected": th.Selected, "Match": th.Match, "Marked": th.Marked, "Error": th.Error, "Badge": th.Badge,
		"Link": th.Link, "Title": th.Title, "Key": th.Key, "Held": th.Held, "Edited": th.Edited, "BorderFocused": th.BorderFocused,
	} {
		if style.Render("x") == th.Text.Render("x") {
			t.Errorf("%s looks like Text", name)
		}
	}
	for _, d := range []Depth{NoColor, ANSI16} {
		th := New(Options{Depth: d})
		if !lookOf(t, th.Selected.Render("x")).reverse {
			t.Errorf("%s: the selection is not reversed", d)
		}
	}
}

func TestGlyphsAreOneColumnEverywhere(t *testing.T) {
	wide := runewidth.Condition{EastAsianWidth: true}
	glyphs := []string{CursorGlyph, MarkedGlyph}
	for _, c := range categories {
		glyphs = append(glyphs, c.Glyph())
	}
	for s := ReadSeries; s <= RatioSeries; s++ {
		glyphs = append(glyphs, s.Glyph())
	}
	for k := FoldMark; k <= MissMark; k++ {
		glyphs = append(glyphs, k.Glyph())
	}
	plain := New(Options{Depth: NoColor})
	glyphs = append(glyphs, plain.TickGlyph(ThresholdTick), plain.TickGlyph(BudgetTick))
	for _, g := range glyphs {
		if w := wide.StringWidth(g); w != 1 {
			t.Errorf("%q is %d columns where ambiguous characters are wide", g, w)
		}
	}
}

// The process's environment and terminal do not matter: what to show is decided
// by the options alone.
func TestStylesIgnoreTheEnvironment(t *testing.T) {
	want := New(Options{Depth: TrueColor}).Error.Render("x")
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	if got := New(Options{Depth: TrueColor}).Error.Render("x"); got != want || !strings.Contains(got, "38;2;") {
		t.Errorf("with NO_COLOR set: %q, want %q", got, want)
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("CLICOLOR_FORCE", "1")
	if got := New(Options{Depth: Plain}).Error.Render("x"); got != "x" {
		t.Errorf("plain with colour forced: %q", got)
	}
}

func TestThemeIsSafeForConcurrentUse(t *testing.T) {
	th := New(Options{Depth: ANSI256})
	want := th.Over(th.Held).Render("x") + th.Cell(th.Shade(Folded, 1), th.Shade(Raw, 0))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if got := th.Over(th.Held).Render("x") + th.Cell(th.Shade(Folded, 1), th.Shade(Raw, 0)); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	wg.Wait()
}
