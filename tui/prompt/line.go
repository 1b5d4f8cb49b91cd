package prompt

import (
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"cfold/theme"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Line is one prompt.
type Line struct {
	label sanitize.Safe
	input textinput.Model
}

// New starts a prompt with a text to change.
func New(label sanitize.Safe, initial string) *Line {
	l := &Line{label: label, input: textinput.New()}
	l.input.SetValue(initial)
	l.input.CursorEnd()
	l.input.Focus()
	return l
}

// Outcome is what a key did to a prompt.
type Outcome uint8

// The outcomes.
const (
	Editing Outcome = iota
	Done
	Cancelled
)

// The keys that end typing, for the foot of the screen.
var (
	DoIt  = pane.Bind("Enter", "does it", "enter")
	Leave = pane.Bind("Esc", "leaves", "esc", "ctrl+c")
)

// Key takes a key.
func (l *Line) Key(msg tea.KeyMsg) Outcome {
	switch {
	case key.Matches(msg, DoIt):
		return Done
	case key.Matches(msg, Leave):
		return Cancelled
	}
	l.input, _ = l.input.Update(msg)
	return Editing
}

// Value is the text as typed.
func (l *Line) Value() string { return l.input.Value() }

// View is the prompt as one line, the cursor in sight, with a remark at its end.
func (l *Line) View(t *theme.Theme, width int, remark sanitize.Safe) string {
	runes := []rune(l.input.Value())
	at := min(l.input.Position(), len(runes))
	before, under, after := sanitize.Line(string(runes[:at])), sanitize.Safe(" "), sanitize.Safe("")
	if at < len(runes) {
		under, after = sanitize.Line(string(runes[at:at+1])), sanitize.Line(string(runes[at+1:]))
	}
	if under == "" {
		under = " "
	}
	row := pane.NewRow(t, width, false).Add(t.Text, " ").Add(t.Key, l.label)
	room := row.Left() - sanitize.Width(under)
	typed := min(sanitize.Width(before)+sanitize.Width(after), 18)
	if remark != "" && room > sanitize.Width(remark)+2+typed {
		room -= sanitize.Width(remark) + 2
	} else {
		remark = ""
	}
	row.Add(t.Text, sanitize.ClipLeft(before, room))
	row.Add(t.Text.Reverse(true), under).Add(t.Text, after)
	if remark != "" {
		row.Gap(sanitize.Width(remark)).Add(t.Dim, remark)
	}
	return row.String()
}
