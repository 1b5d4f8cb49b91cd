package layout

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// draw shows a frame with a letter for each part.
func draw(f Frame, w, h int) string {
	var b strings.Builder
	for y := range h {
		for x := range w {
			b.WriteByte(" HBLl|dNFs"[f.At(x, y)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestGoldenFrames(t *testing.T) {
	squeeze := func(row string) string {
		var b strings.Builder
		for i := 0; i < len(row); {
			j := i
			for j < len(row) && row[j] == row[i] {
				j++
			}
			fmt.Fprintf(&b, "%c%d", row[i], j-i)
			i = j
		}
		return b.String()
	}
	for _, tt := range []struct {
		name string
		in   Input
		want string
	}{
		{"smallest", Input{W: 40, H: 10}, "H40 B40 L40 l40 l40 l40 l40 l40 l40 F40"},
		{"too narrow", Input{W: 39, H: 3}, "s39 s39 s39"},
		{"pane, detail", Input{W: 48, H: 14, Focus: Detail}, "H48 B48 L48 d48 d48 d48 d48 d48 d48 d48 d48 d48 N48 F48"},
		{"wide", Input{W: 120, H: 10, Ratio: 0.5}, "H120 B120 L120 l60|1d59 l60|1d59 l60|1d59 l60|1d59 l60|1d59 l60|1d59 F120"},
		{"wide, single", Input{W: 120, H: 10, Kind: Single}, "H120 B120 L120 l120 l120 l120 l120 l120 l120 F120"},
		{"tall", Input{W: 40, H: 20}, "H40 H40 B40 L40 L40" + strings.Repeat(" l40", 13) + " N40 F40"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := strings.Fields(draw(Divide(tt.in), tt.in.W, tt.in.H))
			for i := range rows {
				rows[i] = squeeze(rows[i])
			}
			if d := cmp.Diff(tt.want, strings.Join(rows, " ")); d != "" {
				t.Error(d)
			}
		})
	}
}

// Area and disjointness together give cover: parts inside the screen, no two on
// one cell, as many cells as the screen has.
func TestPartsCoverEverySize(t *testing.T) {
	for w := 1; w <= 200; w++ {
		for h := 1; h <= 60; h++ {
			for _, in := range []Input{
				{w, h, DefaultRatio, List, Split}, {w, h, 0, Detail, Split}, {w, h, 1, List, Split},
				{w, h, math.NaN(), Detail, Single}, {w, h, math.Inf(-1), None, Split},
			} {
				f := Divide(in)
				area := 0
				for p := Header; p <= Small; p++ {
					r := f.Rect(p)
					if r == (Rect{}) {
						continue
					}
					if r.Empty() || r.X < 0 || r.Y < 0 || r.X+r.W > w || r.Y+r.H > h {
						t.Fatalf("%+v: part %d is %+v", in, p, r)
					}
					for q := p + 1; q <= Small; q++ {
						if overlap(r, f.Rect(q)) {
							t.Fatalf("%+v: parts %d and %d overlap", in, p, q)
						}
					}
					area += r.W * r.H
				}
				if area != w*h {
					t.Fatalf("%+v: %d cells of %d", in, area, w*h)
				}
				if f.Small.Empty() && f.Body().H < 5 {
					t.Fatalf("%+v: body %+v", in, f.Body())
				}
				if !f.Divider.Empty() && (f.List.W < minPane || f.Detail.W < minPane) {
					t.Fatalf("%+v: %+v", in, f)
				}
			}
		}
	}
}

func overlap(a, b Rect) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

func TestNoSizeIsNoParts(t *testing.T) {
	for _, in := range []Input{{}, {W: -3, H: 20}, {W: 80, H: 0}} {
		if f := Divide(in); f != (Frame{}) {
			t.Errorf("%+v: %+v", in, f)
		}
	}
}

func TestDraggedDividerStaysWhereItIsPut(t *testing.T) {
	for w := WideFrom; w < 260; w++ {
		for x := -5; x < w+5; x++ {
			f := Divide(Input{W: w, H: 30, Ratio: RatioAt(w, x)})
			if want := min(max(x, minPane), w-1-minPane); f.Divider.X != want {
				t.Fatalf("width %d, dragged to %d: divider at %d, want %d", w, x, f.Divider.X, want)
			}
		}
	}
}
