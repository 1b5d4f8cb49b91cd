package theme

import "github.com/charmbracelet/lipgloss"

// Series is a quantity of the cache chart.
type Series uint8

// The series of the cache chart, cheapest tokens first.
const (
	ReadSeries    Series = iota // input tokens read from the cache
	WrittenSeries               // input tokens written to the cache
	InputSeries                 // input tokens neither read nor written
	RatioSeries                 // the hit ratio
)

// seriesWords place the token series on the colour map, cheap ones deep.
var seriesWords = [...]struct {
	name, glyph string
	at          float64
	ansi        ansiPair
}{
	ReadSeries:    {"read", "=", 0.20, ansiPair{"6", "4"}},
	WrittenSeries: {"written", "+", 0.58, ansiPair{"2", "5"}},
	InputSeries:   {"input", "#", 0.86, ansiPair{"3", "9"}},
	RatioSeries:   {"hit ratio", "*", 0, ansiPair{}},
}

// Name is the series in words.
func (s Series) Name() string { return seriesWords[s].name }

// Glyph stands for the series where colours are missing: ASCII, one column.
func (s Series) Glyph() string { return seriesWords[s].glyph }

// Mark is something that happened, shown on the chart's axis.
type Mark uint8

// The marks of the chart.
const (
	FoldMark Mark = iota
	CompactionMark
	ModelMark
	IdleMark
	MissMark
)

var markWords = [...]struct {
	name, glyph string
	hue         hue
}{
	FoldMark:       {"fold", "F", goodHue},
	CompactionMark: {"compaction", "C", warningHue},
	ModelMark:      {"model change", "M", summaryHue},
	IdleMark:       {"idle", "z", dimHue},
	MissMark:       {"miss", "x", errorHue},
}

// Name is the mark in words.
func (k Mark) Name() string { return markWords[k].name }

// Glyph is the mark's letter: ASCII, one column.
func (k Mark) Glyph() string { return markWords[k].glyph }

// Series is the style of a series' cells or line.
func (t *Theme) Series(s Series) lipgloss.Style { return t.series[s] }

// Mark is the style of a mark's glyph.
func (t *Theme) Mark(k Mark) lipgloss.Style { return t.marks[k] }

func (t *Theme) setChart(m mixer) {
	for s, w := range seriesWords {
		t.series[s] = t.fg(m.cell(w.at, w.ansi))
	}
	t.series[RatioSeries] = t.NewStyle().Bold(true)
	for k, w := range markWords {
		t.marks[k] = t.fg(m.text(w.hue)).Bold(true)
	}
	if t.options.Depth == ANSI16 {
		t.marks[MissMark] = t.Error
		t.marks[CompactionMark] = t.Warning.Bold(true)
	}
}
