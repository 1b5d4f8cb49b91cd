package table

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/list"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// Column is one column. One of a table's columns has no Width: it takes what the
// others leave.
type Column struct {
	Name  sanitize.Safe
	Width int
	Right bool // figures stand at the right
	From  int  // width of the table from which it is shown
}

// Cell is what stands in a column of a row.
type Cell struct {
	Text  sanitize.Safe
	Style lipgloss.Style
}

// Rows is what a table shows.
type Rows interface {
	Len() int
	Key(i int) string
	// Cells is what row i says, a cell for each column.
	Cells(i int) []Cell
}

// Model is a table.
type Model struct {
	List          list.List
	theme         *theme.Theme
	columns       []Column
	rows          Rows
	width, height int
}

// New makes an empty table.
func New(t *theme.Theme, columns []Column) *Model { return &Model{theme: t, columns: columns} }

// Widen sets the width of a column, in cells.
func (m *Model) Widen(column, width int) { m.columns[column].Width = width }

// namesFrom is the height from which the names of the columns are shown.
const namesFrom = 3

// SetSize sets the size in cells, the row of names included.
func (m *Model) SetSize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.List.SetSize(width, max(height-m.head(), 0))
	return nil
}

// head is how many rows stand above the list.
func (m *Model) head() int {
	if m.height < namesFrom {
		return 0
	}
	return 1
}

// SetRows shows rows that have grown or changed in place.
func (m *Model) SetRows(rows Rows) {
	m.rows = rows
	m.List.SetSource((*source)(m))
}

// Replace shows rows of another choice, with the cursor on row i.
func (m *Model) Replace(rows Rows, i int) {
	m.rows = rows
	m.List.Replace((*source)(m), i)
}

// Update lets keys that move and the mouse act, and reports whether they did.
func (m *Model) Update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return pane.MoveList(&m.List, msg)
	case tea.MouseMsg:
		msg.Y -= m.head()
		pane.MouseList(&m.List, msg)
		return true
	}
	return false
}

// Current is the row under the cursor.
func (m *Model) Current() (i int, ok bool) { return m.List.Cursor() }

// Typing is the prompt being typed into: a table has none.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) { return nil, "" }

// View is the table, or what empty says where it has no rows.
func (m *Model) View(empty sanitize.Safe) []string {
	if m.height <= 0 {
		return nil
	}
	if m.List.Len() == 0 {
		return pane.Fill(pane.Prose(m.theme, m.width, m.theme.Dim, empty), m.width, m.height)
	}
	return append(m.names(), m.List.View(func(n, width int) string {
		text := pane.Say("↓ %d new · G follows", n)
		return pane.NewRow(m.theme, width, false).Add(m.theme.Badge, text).String()
	})...)
}

func (m *Model) names() []string {
	if m.head() == 0 {
		return nil
	}
	cells := make([]Cell, len(m.columns))
	for i, c := range m.columns {
		cells[i] = Cell{c.Name, m.theme.Dim}
	}
	return []string{m.line(cells, false)}
}

// line draws a row: the glyph of the cursor, then the columns with a space
// between them.
func (m *Model) line(cells []Cell, cursor bool) string {
	r := pane.NewListRow(m.theme, m.width, cursor)
	for i, c := range m.columns {
		if m.width < c.From {
			continue
		}
		width := c.Width
		if width == 0 {
			width = max(r.Left()-m.after(i)-1, 0)
		}
		text := sanitize.Pad(cells[i].Text, width)
		if c.Right {
			text = sanitize.PadLeft(cells[i].Text, width)
		}
		r.Add(m.theme.Text, " ").Add(cells[i].Style, text)
	}
	return r.String()
}

// after is how many cells the columns behind column i take.
func (m *Model) after(i int) int {
	sum := 0
	for _, c := range m.columns[i+1:] {
		if m.width >= c.From {
			sum += c.Width + 1
		}
	}
	return sum + 1
}

// source is the rows as the list draws them.
type source Model

func (s *source) Len() int               { return s.rows.Len() }
func (s *source) Key(i int) string       { return s.rows.Key(i) }
func (s *source) Group(int) int          { return -1 }
func (s *source) Header(int, int) string { return "" }

func (s *source) Row(i, _ int, state list.State) string {
	return (*Model)(s).line(s.rows.Cells(i), state.Cursor)
}

// Text makes cells of one style.
func Text(style lipgloss.Style, texts ...sanitize.Safe) []Cell {
	cells := make([]Cell, len(texts))
	for i, t := range texts {
		cells[i] = Cell{t, style}
	}
	return cells
}

// Values is values of a kind, separated, as one line.
func Values(list []string) sanitize.Safe { return sanitize.Line(strings.Join(list, " · ")) }
