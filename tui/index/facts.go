package index

import (
	"time"

	"cfold/engine/seed"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Facts draws the value under the cursor in full, the records that hold it and
// their blocks.
func (m *Model) Facts(scene *pane.Scene, width int) (about string, lines []string) {
	v, ok := m.current()
	if !ok {
		return "", nil
	}
	t := scene.Theme
	lines = append(lines, pane.Prose(t, width, t.Text, sanitize.Line(v.text))...)
	lines = append(lines, pane.Blank(width), pane.Heading(t, width, "Recorded"))
	for _, n := range v.records {
		r := &m.records[n]
		said := pane.Say("%s%s", r.Trigger, when(r, scene.Now))
		lines = append(lines, pane.Fact(t, width, 8, pane.Say("layer %d", r.Seq), said, t.Text, 2)...)
	}
	spans := spansOf(m.records, v)
	lines = append(lines, pane.Blank(width), pane.Heading(t, width, pane.Say("Among %s; Enter reads them", format.Count(len(spans), "block"))))
	for _, s := range spans {
		said := pane.Say("%s, turn %d, %s", s.Tool, s.Turn, format.Count(s.Lines, "line"))
		lines = append(lines, pane.Fact(t, width, 8, pane.Say("#%s", s.Code), said, t.Dim, 1)...)
	}
	return (*source)(m).name(v), lines
}

// when is the time of a record, as far as it can be read.
func when(r *seed.Record, now time.Time) string {
	at, err := time.Parse(time.RFC3339, r.At)
	if err != nil {
		return ""
	}
	return ", " + pane.Clock(at.UnixMilli(), now)
}
