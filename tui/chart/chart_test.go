package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cfold/theme"
)

func response(read, written, input int, marks ...theme.Mark) Response {
	r := Response{Read: read, Written: written, Input: input, Ratio: math.NaN(), Known: true, Marks: marks}
	if read+input > 0 {
		r.Ratio = float64(read) / float64(read+input)
	}
	return r
}

// course is a session that grows, folds, misses once and is compacted.
var course = []Response{
	response(0, 20_000, 500), response(20_000, 8_000, 300), response(28_000, 9_000, 300), {Ratio: math.NaN()},
	response(37_000, 12_000, 400), response(49_000, 11_000, 300), response(40_000, 14_000, 200, theme.FoldMark),
	response(54_000, 9_000, 100), response(0, 2_000, 61_000, theme.MissMark, theme.IdleMark), response(63_000, 7_000, 200),
	response(0, 18_000, 1_000, theme.CompactionMark), response(18_000, 6_000, 300, theme.ModelMark),
}

func frame(t *theme.Theme, responses []Response, kind Kind, w, h int) string {
	rows := Render(t, responses, kind, w, h)
	for i := range rows {
		rows[i] = strings.TrimRight(ansi.Strip(rows[i]), " ")
	}
	return "\n" + strings.Join(rows, "\n") + "\n"
}

func TestGoldenCharts(t *testing.T) {
	plain := theme.New(theme.Options{Depth: theme.NoColor})
	color := theme.New(theme.Options{Depth: theme.TrueColor})
	for _, tt := range []struct{ name, got, want string }{
		{"stacked", frame(plain, course, Stacked, 30, 7), `
 70k |                  ++
     |          ++++==##==
     |        ++==++==##==
     |    ++  ========##==
     |++====  ========##==++==
   0 |++====  ========##==++==
                  F   x   C M
`},
		{"stacked, narrow", frame(plain, course, Stacked, 20, 5), `
       +#=
    +=+=#=
 += ====#=
+== ====#=+=
      F x CM
`},
		{"stacked, fewer columns", frame(plain, course, Stacked, 8, 5), `
     #=
   ++#=
 + ==#=
+= ==#=+
    Fx C
`},
		{"stacked in colour", frame(color, course, Stacked, 48, 7), `
 70k ┤               ▁▁▁   ▃▃▃▃▃▃▃▃▃
     │            ▂▂▂▂▂▂▅▅▅▅▅▅██████
     │      ▁▁▁   ▁▁▁███▃▃▃█████████
     │   ▃▃▃▃▃▃   ██████████████████   ▁▁▁
     │▆▆▆▆▆▆███   ██████████████████▄▄▄▄▄▄
   0 ┤█████████   ████████████▁▁▁█████████
                        F     x     C  M
`},
		{"ratio", frame(plain, course, Ratio, 30, 5), `
100% |  ****  ********  **  **
     |  ****  ********  **  **
     |  ****  ********  **  **
   0 |******  ****************
                  F   x   C M
`},
		{"ratio in colour", frame(color, course, Ratio, 30, 5), `
100% ┤  ████  ████████  ██  ▇▇
     │  ████  ████████  ██  ██
     │  ████  ████████  ██  ██
   0 ┤▁▁████  ████████▁▁██▁▁██
                  F   x   C M
`},
		{"only marks", frame(plain, course, Stacked, 30, 1), `
                  F   x   C M
`},
		{"nothing yet", frame(plain, nil, Stacked, 30, 4), `
     |
     |
   0 |

`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, tt.got); d != "" {
				t.Errorf("%s%s", d, tt.got)
			}
		})
	}
}

func TestChartIsAsLargeAsAsked(t *testing.T) {
	for _, depth := range []theme.Depth{theme.NoColor, theme.ANSI16, theme.TrueColor} {
		th := theme.New(theme.Options{Depth: depth})
		for _, kind := range []Kind{Stacked, Ratio} {
			for w := 0; w < 60; w += 1 + w/8 {
				for _, h := range []int{0, 1, 2, 3, 7, 12} {
					for _, responses := range [][]Response{nil, course[3:4], course, slices.Repeat(course, 9)} {
						rows := Render(th, responses, kind, w, h)
						if len(rows) != h {
							t.Fatalf("%d×%d: %d rows", w, h, len(rows))
						}
						for _, r := range rows {
							if ansi.StringWidth(r) != w {
								t.Fatalf("%d×%d: row %q", w, h, r)
							}
						}
					}
				}
			}
		}
	}
}

// Whatever a provider reports, the chart stays within its edges.
func TestFiguresOfAnySize(t *testing.T) {
	th := theme.New(theme.Options{Depth: theme.TrueColor})
	for _, n := range []int{1e10, 1e12, 9_007_199_254_740_993, math.MaxInt, -1, -1e12, math.MinInt} {
		for _, r := range []Response{response(n, 0, 100), response(100, n, n), response(n, n, n)} {
			for _, kind := range []Kind{Stacked, Ratio} {
				for _, row := range Render(th, []Response{r, response(100, 1, 1)}, kind, 40, 6) {
					if ansi.StringWidth(row) != 40 {
						t.Fatalf("%d: row %q", n, row)
					}
				}
			}
		}
	}
	if got := frame(th, []Response{response(1e10, -5, 0)}, Stacked, 24, 3); got != "\n 10G ┤███\n   0 ┤███\n\n" {
		t.Errorf("a column with a negative part: %s", got)
	}
}

// However many responses share a column, a miss among them is marked and its
// column shows it.
func TestMissesOutliveDownsampling(t *testing.T) {
	th := theme.New(theme.Options{Depth: theme.NoColor})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "responses")
		miss := rapid.IntRange(0, n-1).Draw(t, "miss")
		w := rapid.IntRange(1, 80).Draw(t, "width")
		var responses []Response
		for range n {
			responses = append(responses, response(100_000, 0, 100, theme.FoldMark))
		}
		responses[miss] = response(0, 0, 100_100, theme.IdleMark, theme.MissMark)
		rows := Render(th, responses, Ratio, w, 4)
		x := strings.Index(ansi.Strip(rows[3]), "x")
		if x < 0 {
			t.Fatalf("no mark in %q", rows[3])
		}
		if ansi.Strip(rows[0])[x] != ' ' || ansi.Strip(rows[2])[x] != '*' {
			t.Fatalf("column %d does not show the miss:\n%s", x, strings.Join(rows, "\n"))
		}
	})
}

func TestEverySeriesIsSeenInColour(t *testing.T) {
	th := theme.New(theme.Options{Depth: theme.TrueColor})
	c := canvas{theme: th, rows: 1, top: 200_000}
	for _, r := range []Response{response(200_000-2, 1, 1), response(1, 1, 200_000-2), response(1, 1, 1)} {
		s := c.stack(r)
		last := 0
		for _, l := range s {
			if l.end <= last || l.end > 8 {
				t.Errorf("%+v: %+v", r, s)
			}
			last = l.end
		}
		if len(s) != 3 {
			t.Errorf("%+v: %d series", r, len(s))
		}
	}
}

func TestLegendNamesWhatIsDrawn(t *testing.T) {
	plain := theme.New(theme.Options{Depth: theme.NoColor})
	got := legend(Entries(plain, Stacked, theme.FoldMark, theme.MissMark))
	if got != "= read, + written, # input, F fold, x miss" {
		t.Error(got)
	}
	if got := legend(Entries(theme.New(theme.Options{Depth: theme.TrueColor}), Ratio)); got != "█ hit ratio" {
		t.Error(got)
	}
}

// legend is the entries as one would read them.
func legend(entries []Entry) string {
	var words []string
	for _, e := range entries {
		words = append(words, string(e.Glyph)+" "+string(e.Word))
	}
	return strings.Join(words, ", ")
}
