package theme

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
)

// What every pair of colours must clear, and the pages it is measured on.
const (
	wantText = 4.5
	wantMark = 3.0
)

func pageOf(b Background) colorful.Color {
	return mustHex(map[Background]string{Dark: "#1e1e1e", Light: "#ffffff"}[b])
}

var depths = []Depth{Plain, NoColor, ANSI16, ANSI256, TrueColor}

// everyTheme runs f for each map, background and depth.
func everyTheme(t *testing.T, f func(*testing.T, *Theme)) {
	for _, m := range Maps() {
		for _, b := range []Background{Dark, Light} {
			for _, d := range depths {
				t.Run(fmt.Sprintf("%s/%s/%s", m, b, d), func(t *testing.T) {
					f(t, New(Options{Background: b, Depth: d, Map: m}))
				})
			}
		}
	}
}

// textRoles is every role that shows text, by name.
func textRoles(th *Theme) map[string]lipgloss.Style {
	roles := map[string]lipgloss.Style{}
	v := reflect.ValueOf(th).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Name != "Border" {
			roles[f.Name] = v.Field(i).Interface().(lipgloss.Style)
		}
	}
	for _, depth := range []float64{0, 0.25, 0.5, 0.75, 1} {
		roles[fmt.Sprintf("Folded %v", depth)] = th.Folded(depth)
	}
	for k := FoldMark; k <= MissMark; k++ {
		roles["Mark "+k.Name()] = th.Mark(k)
	}
	return roles
}

// lineRoles is every role that shows cells or lines, by name.
func lineRoles(th *Theme) map[string]lipgloss.Style {
	roles := map[string]lipgloss.Style{"Border": th.Border}
	for s := ReadSeries; s <= RatioSeries; s++ {
		roles["Series "+s.Name()] = th.Series(s)
	}
	return roles
}

// look is what a terminal shows for one styled rune.
type look struct {
	fg, bg  string // "" default, "#rrggbb", or a palette index
	reverse bool
	codes   []string
}

// lookOf is the look of the first visible rune of s; codes are those of all of s.
func lookOf(t *testing.T, s string) look {
	t.Helper()
	var now, first look
	shown := false
	for rest := s; rest != ""; {
		if !strings.HasPrefix(rest, "\x1b[") {
			if rest[0] != ' ' && !shown {
				first, shown = now, true
			}
			rest = rest[1:]
			continue
		}
		params, after, ok := strings.Cut(rest[2:], "m")
		if !ok {
			t.Fatalf("unfinished sequence in %q", s)
		}
		rest = after
		if params == "0" {
			now = look{codes: now.codes}
			continue
		}
		now.apply(t, strings.Split(params, ";"))
	}
	first.codes = now.codes
	return first
}

func (l *look) apply(t *testing.T, p []string) {
	t.Helper()
	for i := 0; i < len(p); i++ {
		n, err := strconv.Atoi(p[i])
		if err != nil {
			t.Fatalf("parameter %q", p[i])
		}
		l.codes = append(l.codes, p[i])
		switch {
		case n == 7:
			l.reverse = true
		case n >= 30 && n <= 37:
			l.fg = strconv.Itoa(n - 30)
		case n >= 90 && n <= 97:
			l.fg = strconv.Itoa(n - 82)
		case n >= 40 && n <= 47:
			l.bg = strconv.Itoa(n - 40)
		case n >= 100 && n <= 107:
			l.bg = strconv.Itoa(n - 92)
		case n == 38 || n == 48:
			var c string
			if p[i+1] == "5" {
				c = p[i+2]
				i += 2
			} else {
				r, _ := strconv.Atoi(p[i+2])
				g, _ := strconv.Atoi(p[i+3])
				b, _ := strconv.Atoi(p[i+4])
				c = fmt.Sprintf("#%02x%02x%02x", r, g, b)
				i += 4
			}
			if n == 38 {
				l.fg = c
			} else {
				l.bg = c
			}
		}
	}
}

// vga is the other default palette in wide use beside xterm's.
var vga = [...]string{
	"#000000", "#800000", "#008000", "#808000", "#000080", "#800080", "#008080", "#c0c0c0",
	"#808080", "#ff0000", "#00ff00", "#ffff00", "#0000ff", "#ff00ff", "#00ffff", "#ffffff",
}

// shownAs is the colour behind a name in the palettes a user may have.
func shownAs(name string) []colorful.Color {
	if i, err := strconv.Atoi(name); err == nil && i < len(vga) {
		return []colorful.Color{mustHex(xterm16[i]), mustHex(vga[i])}
	}
	return []colorful.Color{colorOf(lipgloss.Color(name))}
}

// ratio is the least contrast of the look on the page. known is false when it
// is the terminal's own text colour on the terminal's own ground.
func (l look) ratio(b Background) (least float64, known bool) {
	if l.fg == "" && l.bg == "" {
		return 0, false
	}
	page := []colorful.Color{pageOf(b)}
	fgs, bgs := page, page
	if l.fg != "" {
		fgs = shownAs(l.fg)
	}
	if l.bg != "" {
		bgs = shownAs(l.bg)
	}
	least = 21
	for i := range max(len(fgs), len(bgs)) {
		least = min(least, contrast(fgs[min(i, len(fgs)-1)], bgs[min(i, len(bgs)-1)]))
	}
	return least, true
}

// lightness is that of OKLab, 0..1.
func lightness(c colorful.Color) float64 {
	l, _, _ := c.OkLab()
	return l
}
