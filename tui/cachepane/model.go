package cachepane

import (
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/cache"
	"cfold/theme"
	"cfold/tui/chart"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// inputFrom and servedFrom are the widths from which the uncached input and the share
// served from cache have columns.
const (
	inputFrom  = 54
	servedFrom = 66
)

// Model is the pane.
type Model struct {
	scene         *pane.Scene
	width, height int
	kind          chart.Kind
	missesOnly    bool

	points  []chart.Response
	rows    []int // positions of the listed responses
	misses  int
	summary []string
	chart   []string
	table   *table.Model
	when    pane.When
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{scene: scene, table: table.New(scene.Theme, []table.Column{
		{Name: "when", Right: true},
		{Name: "input", Width: 5, Right: true, From: inputFrom},
		{Name: "read", Width: 5, Right: true},
		{Name: "wrote", Width: 5, Right: true},
		{Name: "hit", Width: 6, Right: true},
		{Name: "served", Width: 6, Right: true, From: servedFrom},
		{Name: "cost", Width: 8, Right: true, From: 58},
		{Name: "what happened"},
	})}
	m.date()
	return m
}

// date sets how times are written, in the first column.
func (m *Model) date() {
	m.when = m.scene.Column(m.width, func(yield func(int64) bool) {
		for _, i := range m.rows {
			if !yield(m.scene.Snapshot.Rows[i].At) {
				return
			}
		}
	})
	m.table.Widen(0, m.when.Width)
}

// SetSize sets the size of the pane's body in cells.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.redraw()
	return nil
}

// SetScene shows another scene.
func (m *Model) SetScene(scene *pane.Scene) tea.Cmd {
	old := m.scene
	m.scene = scene
	if old.Snapshot != scene.Snapshot {
		m.judge()
		m.table.SetRows((*rows)(m))
	}
	m.redraw()
	return nil
}

// judge lists the responses and what the chart shows of them.
func (m *Model) judge() {
	m.points, m.rows, m.misses = nil, nil, 0
	s := m.scene.Snapshot
	if s == nil {
		return
	}
	m.points = make([]chart.Response, 0, len(s.Rows))
	for i, r := range s.Rows {
		p := point(r, s.IdleMinutes)
		m.points = append(m.points, p)
		miss := r.Judge(s.IdleMinutes).Verdict == cache.VerdictMiss
		if miss {
			m.misses++
		}
		if miss || !m.missesOnly {
			m.rows = append(m.rows, i)
		}
	}
}

// Heights of the chart, and rows that table and summary keep at least.
const (
	tallChart    = 8
	shortChart   = 5
	leastTable   = 5
	leastSummary = 2
)

// redraw draws what stands above the table, as much as leaves it room.
func (m *Model) redraw() {
	m.summary, m.chart = nil, nil
	if s := m.scene.Snapshot; s != nil && m.width > 0 {
		m.summary = summary(m.scene, m.width)
		room := max(m.height-leastTable, min(m.height, leastSummary))
		if len(m.summary) > room {
			m.summary = m.summary[:room]
		}
		room -= len(m.summary)
		height := 0
		switch {
		case room >= tallChart+5:
			height = tallChart
		case room >= shortChart+1:
			height = shortChart
		}
		if height > 0 && len(m.points) > 0 {
			m.chart = append(chart.Render(m.scene.Theme, m.points, m.kind, m.width, height), m.legend())
		}
	}
	m.date()
	m.table.SetSize(m.width, max(m.height-len(m.summary)-len(m.chart), 0))
}

// legend says what the chart's colours and marks are, as far as it has room.
func (m *Model) legend() string {
	t := m.scene.Theme
	marks := []theme.Mark{theme.FoldMark, theme.MissMark, theme.CompactionMark, theme.ModelMark, theme.IdleMark}
	r := pane.NewRow(t, m.width, false).Add(t.Text, " ")
	for _, e := range chart.Entries(t, m.kind, marks...) {
		width := sanitize.Width(e.Glyph) + sanitize.Width(e.Word) + 3
		if width <= r.Left() {
			r.Add(e.Style, e.Glyph).Add(t.Dim, " "+e.Word+"  ")
		}
	}
	return r.String()
}

var (
	chartKey  = pane.Bind("c", "tokens/hit ratio", "c")
	missesKey = pane.Bind("m", "misses only", "m")
)

// Keys is the pane's bindings for help.
func (m *Model) Keys() []key.Binding { return []key.Binding{chartKey, missesKey} }

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding {
	return []key.Binding{chartKey, missesKey}
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		mouse.Y -= len(m.summary) + len(m.chart)
		msg = mouse
	}
	if m.table.Update(msg) {
		return nil
	}
	k, ok := msg.(tea.KeyMsg)
	switch {
	case !ok:
	case key.Matches(k, chartKey):
		m.kind = chart.Ratio - m.kind
		m.redraw()
	case key.Matches(k, missesKey):
		m.missesOnly = !m.missesOnly
		m.judge()
		m.table.Replace((*rows)(m), len(m.rows)-1)
	}
	return nil
}

// Typing is the prompt being typed into: there is none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// Status counts responses and misses.
func (m *Model) Status() sanitize.Safe {
	if m.scene.Snapshot == nil {
		return ""
	}
	misses := sanitize.Safe("no misses")
	if m.misses == 1 {
		misses = "1 miss"
	} else if m.misses > 1 {
		misses = pane.Say("%d misses", m.misses)
	}
	said := pane.Say("%s, ", format.Count(len(m.scene.Snapshot.Rows), "response")) + misses
	if m.missesOnly {
		said += " · misses only"
	}
	return said
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	lines := append(append([]string(nil), m.summary...), m.chart...)
	empty := sanitize.Safe("no responses yet")
	if m.missesOnly {
		empty = "no misses"
	}
	return pane.Fill(append(lines, m.table.View(empty)...), m.width, m.height)
}

// rows is the responses as a table.
type rows Model

func (r *rows) Len() int         { return len(r.rows) }
func (r *rows) Key(i int) string { return strconv.Itoa(r.rows[i]) }

func (r *rows) Cells(i int) []table.Cell {
	t, s := r.scene.Theme, r.scene.Snapshot
	row := s.Rows[r.rows[i]]
	u := row.Usage
	hit, served, cost := sanitize.Safe("–"), sanitize.Safe("–"), sanitize.Safe("–")
	if ratio, ok := u.HitRatio(); ok {
		hit = pane.Say("%s", format.Percent(ratio))
	}
	if share, ok := u.ReadShare(); ok {
		served = pane.Say("%s", format.Percent(share))
	}
	if dollars, ok := u.Dollars(); ok {
		cost = pane.Say("%s", format.Dollars(dollars))
	}
	cells := table.Text(t.Text, pane.Say("%s", r.when.Of(row.At)), pane.Say("%s", format.Tokens(u.Input)),
		pane.Say("%s", format.Tokens(u.CacheRead)), pane.Say("%s", format.Tokens(u.CacheWrite)), hit, served, cost, "")
	cells[0].Style = t.Dim
	cells[7].Text, cells[7].Style = verdict(t, row, s.IdleMinutes)
	if v := row.Judge(s.IdleMinutes).Verdict; v == cache.VerdictMiss || v == cache.VerdictRewritten {
		// The hit ratio leaves out what was written, so it may be all but full here:
		// the share served from cache leads.
		cells[4].Style, cells[5].Style = t.Dim, cells[7].Style
		if r.width < servedFrom {
			cells[7].Text = served + " served, " + cells[7].Text
		}
	}
	return cells
}
