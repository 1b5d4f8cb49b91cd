package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/bar"
	"cfold/tui/notices"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// tab is where a place's name stands in the row of titles, and what it says.
type tab struct {
	start, end int
	text       sanitize.Safe
}

// tabs is the names of the places, all written out where there is room, else
// only that of the current one.
func (m *Model) tabs() []tab {
	all := m.tabsNamed(func(int) bool { return true })
	if all[len(all)-1].end <= m.width {
		return all
	}
	return m.tabsNamed(func(i int) bool { return i == m.at })
}

func (m *Model) tabsNamed(named func(i int) bool) []tab {
	tabs := make([]tab, len(m.places))
	x := 0
	for i, p := range m.places {
		text := pane.Say("%d", i+1)
		if named(i) {
			text = pane.Say("%d %s", i+1, p.name)
		}
		tabs[i] = tab{x, x + sanitize.Width(text) + 2, text}
		x = tabs[i].end
	}
	return tabs
}

// titles is the row above the panes: what lies over them, else the places and what
// the side shows.
func (m *Model) titles() string {
	t := m.scene.Theme
	r := pane.NewRow(t, m.width, false)
	switch {
	case m.helping:
		r.Raw(title(t, pane.Say("Keys · %s", m.here().name), true))
	case m.top() != nil:
		r.Raw(title(t, m.top().Title(), true))
	case m.picking:
		r.Raw(title(t, "Sessions", true))
	default:
		m.placeTitles(r)
	}
	return r.Rule(0).String()
}

func (m *Model) placeTitles(r *pane.Row) {
	t, inside := m.scene.Theme, m.inside && m.here().side != nil
	for i, tab := range m.tabs() {
		if i == m.at {
			r.Raw(title(t, tab.text, !inside))
		} else {
			r.Add(t.Dim, " "+tab.text+" ")
		}
	}
	if s := m.here().side; s != nil && !m.frame.Detail.Empty() {
		if text := short(s.Title(), r.Left()-4); text != "" {
			r.Rule(sanitize.Width(text) + 3).Raw(title(t, text, inside))
		}
	}
}

// short is a title, or its first part where there is no more room, or nothing.
func short(title sanitize.Safe, room int) sanitize.Safe {
	if sanitize.Width(title) <= room {
		return title
	}
	first, _, _ := strings.Cut(string(title), string(bar.Separator))
	if text := sanitize.Line(first); sanitize.Width(text) <= room {
		return text
	}
	return ""
}

// title is a name in the row of titles; the focused one stands out without
// colours too.
func title(t *theme.Theme, text sanitize.Safe, focused bool) (string, int) {
	width := sanitize.Width(text) + 2
	switch {
	case !focused:
		return pane.Ink(t.Title, " "+text+" "), width
	case t.Colored():
		return pane.Ink(t.Badge, text), width
	}
	return pane.Ink(t.Title, "["+text+"]"), width
}

// fresh is the newest notice while it is fresh.
func (m *Model) fresh() (sanitize.Safe, lipgloss.Style, bool) {
	n, ok := m.notices.Fresh(m.scene.Now)
	if !ok {
		return "", lipgloss.Style{}, false
	}
	style, word := notices.Style(m.scene.Theme, n.Level)
	if word != "" {
		return word + ": " + n.Text, style, true
	}
	return n.Text, style, true
}

// attention says what stands to be looked at, in width cells.
func (m *Model) attention(width int) sanitize.Safe {
	var advice []sanitize.Safe
	if m.at != noticesPlace { // they are read there
		advice = notices.Advice(m.scene)
	}
	text := sanitize.Safe("")
	switch {
	case m.broken:
		text = "! R mends the session"
	case m.update.Other != nil:
		text = "a newer session: B opens it"
	case len(advice) == 1:
		text = "! " + advice[0]
	case len(advice) > 1:
		text = pane.Say("! %d advisories", len(advice))
	}
	switch {
	case sanitize.Width(text) <= width:
		return text
	case len(advice) > 0:
		return sanitize.Clip(pane.Say("! see %d", noticesPlace+1), width)
	}
	return ""
}

// keysLine is the keys of the place one is in, as many as there is room for, and
// those for help and to quit.
func (m *Model) keysLine() string {
	t := m.scene.Theme
	r := pane.NewRow(t, m.width, false)
	brief := append(slices.Clip(m.focused().Brief()), nextKey)
	last := []key.Binding{helpKey, quitKey}
	if m.covered() {
		brief, last = m.focused().Brief(), nil
	}
	reserve := 0
	for _, b := range last {
		reserve += hintWidth(b, hintName(b))
	}
	for _, b := range brief {
		if name := hintName(b); hintWidth(b, name) <= r.Left()-reserve {
			hint(t, r, b, name)
		}
	}
	for _, b := range last {
		hint(t, r, b, hintName(b))
	}
	return r.String()
}

// hintName is the first words of what a binding does.
func hintName(b key.Binding) sanitize.Safe {
	if b.Help() == helpKey.Help() {
		return "keys"
	}
	return pane.Say("%s", b.Help().Desc)
}

func hintWidth(b key.Binding, name sanitize.Safe) int {
	return sanitize.Width(pane.Say(" %s %s ", b.Help().Key, name))
}

func hint(t *theme.Theme, r *pane.Row, b key.Binding, name sanitize.Safe) {
	r.Add(t.Text, " ").Add(t.Key, pane.Say("%s", b.Help().Key)).Add(t.Dim, " "+name+" ")
}
