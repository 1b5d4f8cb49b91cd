package handoff

import (
	"strings"

	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// textWidth leaves a cell at each side.
func (m *Model) textWidth() int { return max(m.width-2, 2) }

// Rows of the goal, and of the rules above it and the preview.
const (
	mostGoalRows = 8
	rules        = 2
)

// goalRows is the height of the goal: a third of the place, at most mostGoalRows.
func (m *Model) goalRows() int { return max(min(mostGoalRows, (m.height-rules)/3), 1) }

func (m *Model) previewRows() int { return max(m.height-rules-m.goalRows(), 0) }

// View is the place.
func (m *Model) View(bool) []string {
	lines := append([]string{m.rule("what the new session is for", !m.reading)}, m.goal()...)
	lines = append(lines, m.rule(m.previewTitle(), m.reading))
	if m.preview != nil {
		for _, r := range m.preview.Rows(m.pos, m.textWidth(), m.previewRows()) {
			lines = append(lines, m.line(r.Text))
		}
	}
	return pane.Fill(lines, m.width, m.height)
}

func (m *Model) previewTitle() sanitize.Safe {
	if m.records == 0 {
		return "the seed: no fold on record, the goal alone"
	}
	return pane.Say("the seed, from %s", format.Count(m.records, "record"))
}

// rule is a line that names what stands below it; the one that has the keys
// stands out without colours too.
func (m *Model) rule(title sanitize.Safe, focused bool) string {
	t := m.scene.Theme
	border, style, dash := t.Border, t.Dim, "─"
	if focused {
		border, style, dash = t.BorderFocused, t.Title, "━"
	}
	r := pane.NewRow(t, m.width, false).Add(border, pane.Say("%s", dash)).Add(style, " "+title+" ")
	return r.Add(border, pane.Say("%s", strings.Repeat(dash, r.Left()))).String()
}

func (m *Model) line(s sanitize.Safe) string {
	t := m.scene.Theme
	return pane.NewRow(t, m.width, false).Add(t.Text, " ").Add(t.Text, s).String()
}

// goal is the goal as typed, the cursor in sight.
func (m *Model) goal() []string {
	var lines []string
	at := 0
	for n, text := range strings.Split(m.area.Value(), "\n") {
		if n != m.area.Line() {
			for _, s := range sanitize.Wrap(sanitize.Line(text), m.textWidth()) {
				lines = append(lines, m.line(s))
			}
			continue
		}
		rows, row := m.cursorLine(text)
		at = len(lines) + row
		lines = append(lines, rows...)
	}
	from := max(0, min(at-m.goalRows()/2, len(lines)-m.goalRows()))
	return pane.Fill(lines[from:min(from+m.goalRows(), len(lines))], m.width, m.goalRows())
}

// cursorLine is the line with the cursor as rows, and which of them has it.
func (m *Model) cursorLine(text string) (rows []string, row int) {
	t := m.scene.Theme
	runes := []rune(text)
	info := m.area.LineInfo()
	column := min(info.StartColumn+info.ColumnOffset, len(runes))
	before := sanitize.Line(string(runes[:column]))
	under, after := sanitize.Safe(" "), sanitize.Safe("")
	if column < len(runes) {
		if s := sanitize.Line(string(runes[column : column+1])); s != "" {
			under = s
		}
		after = sanitize.Line(string(runes[column+1:]))
	}
	start, end := len(before), len(before)+len(under)
	done := 0
	for _, part := range sanitize.Wrap(before+under+after, m.textWidth()) {
		from, to := max(start-done, 0), min(end-done, len(part))
		r := pane.NewRow(t, m.width, false).Add(t.Text, " ")
		if m.reading || from >= len(part) || to <= 0 {
			r.Add(t.Text, part)
		} else {
			r.Add(t.Text, part[:from]).Add(t.Text.Reverse(true), part[from:to]).Add(t.Text, part[to:])
			row = len(rows)
		}
		rows = append(rows, r.String())
		done += len(part)
	}
	return rows, row
}

// Title names the place.
func (m *Model) Title() sanitize.Safe { return "Hand off to a fresh session" }

// Status says where the seed goes.
func (m *Model) Status() sanitize.Safe {
	return pane.Say("%s typed; ^s writes the seed beside the session", format.Count(len([]rune(m.Goal())), "character"))
}
