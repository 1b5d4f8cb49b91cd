package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"cfold/tui/dialog"
	"cfold/tui/header"
	"cfold/tui/layout"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
)

// View is the frame: as many lines as the screen, each exactly as wide.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	return strings.Join(m.lines(), "\n")
}

func (m *Model) lines() []string {
	f := &m.frame
	if !f.Small.Empty() {
		return m.small()
	}
	lines := header.Rows(m.scene, &m.update, m.width, f.Header.H)
	lines = append(lines, m.bar.line)
	lines = append(lines, header.Label(m.scene, m.width, f.Label.H)...)
	lines = append(lines, m.titles())
	lines = append(lines, m.body()...)
	if f.Notice.H > 0 {
		lines = append(lines, m.notice())
	}
	return append(lines, m.footer())
}

func (m *Model) small() []string {
	t := m.scene.Theme
	text := pane.Say("%dx%d is too small: %dx%d at least", m.width, m.height, layout.MinWidth, layout.MinHeight)
	for _, brief := range []sanitize.Safe{"too small: ", ""} {
		if sanitize.Width(text) > m.width {
			text = brief + pane.Say("%dx%d at least", layout.MinWidth, layout.MinHeight)
		}
	}
	line := pane.NewRow(t, m.width, false).Add(t.Warning, text).String()
	return pane.Fill([]string{line}, m.width, m.height)
}

// body is the panes, side by side where there is room.
func (m *Model) body() []string {
	f, p := &m.frame, m.here()
	rows := f.Body().H - 1
	switch {
	case m.covered():
		return pane.Fill(m.focused().View(true), m.width, rows)
	case f.Divider.Empty() && !f.Detail.Empty():
		return pane.Fill(p.side.View(true), m.width, rows)
	case f.Divider.Empty():
		return pane.Fill(p.main.View(true), m.width, rows)
	}
	left, right := p.main.View(!m.inside), p.side.View(m.inside)
	divider := pane.Ink(m.scene.Theme.Border, "│")
	if m.dragging {
		divider = pane.Ink(m.scene.Theme.BorderFocused, "┃")
	}
	lines := make([]string, rows)
	for i := range lines {
		lines[i] = left[i] + divider + right[i]
	}
	return lines
}

// notice is the newest notice while it is fresh, else where one is, and what
// needs attention.
func (m *Model) notice() string {
	t := m.scene.Theme
	r := pane.NewRow(t, m.width, false).Add(t.Text, " ")
	if text, style, ok := m.fresh(); ok {
		return r.Add(style, text).String()
	}
	if line, _ := m.prompted(); line != nil {
		return m.promptKeys()
	}
	status := sanitize.Clip(m.focused().Status(), m.width-2)
	attention := m.attention(m.width - 4 - sanitize.Width(status))
	r.Add(t.Dim, status)
	return r.Gap(sanitize.Width(attention)+1).Add(t.Warning, attention).String()
}

// prompted is what is being typed into, nil without it, and a remark to it.
func (m *Model) prompted() (*prompt.Line, sanitize.Safe) {
	if m.writing != nil {
		return m.writing.prompt, "must not exist yet"
	}
	return m.focused().Typing()
}

// promptKeys is the keys that end typing, and where one is.
func (m *Model) promptKeys() string {
	t := m.scene.Theme
	r := pane.NewRow(t, m.width, false)
	for _, b := range []key.Binding{prompt.DoIt, prompt.Leave} {
		hint(t, r, b, hintName(b))
	}
	status := sanitize.Clip(m.focused().Status(), max(r.Left()-2, 0))
	return r.Gap(sanitize.Width(status)+1).Add(t.Dim, status).String()
}

// footer is what is being typed, else keys. On a low screen a fresh notice takes
// the place of the keys, but not of those that answer a question.
func (m *Model) footer() string {
	t := m.scene.Theme
	if line, remark := m.prompted(); line != nil {
		if remark == "" && m.frame.Notice.H == 0 {
			remark = "Enter does  Esc leaves"
		}
		return line.View(t, m.width, remark)
	}
	_, asking := m.top().(*dialog.Model)
	if text, style, ok := m.fresh(); ok && m.frame.Notice.H == 0 && !asking {
		return pane.NewRow(t, m.width, false).Add(t.Text, " ").Add(style, text).String()
	}
	return m.keysLine()
}
