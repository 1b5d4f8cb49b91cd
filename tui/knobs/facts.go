package knobs

import (
	"cfold/engine/settings"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// labelled is the column of the labels, in cells.
const labelled = 11

// Facts draws all there is to say of the setting under the cursor.
func (m *Model) Facts(scene *pane.Scene, width int) (about string, lines []string) {
	t := scene.Theme
	for _, g := range scene.Settings.Ignored {
		lines = append(lines, pane.Prose(t, width, t.Warning, ignored(g))...)
	}
	i, ok := m.table.Current()
	if !ok || i >= len(m.list) {
		return "", lines
	}
	s := m.list[i]
	add := func(label, value sanitize.Safe) {
		lines = append(lines, pane.Fact(t, width, labelled, label, value, t.Text, 3)...)
	}
	lines = append(lines, pane.Heading(t, width, pane.Say("%s", s.Knob.Key)))
	lines = append(lines, pane.Prose(t, width, t.Text, pane.Say("%s", s.Knob.About))...)
	value := pane.Say("%s", s.Text())
	if s.Knob.Unit != "" {
		value += pane.Say(" %s", s.Knob.Unit)
	}
	add("stands at", value+pane.Say(", from %s", s.Source))
	add("default", pane.Say("%s", s.Knob.Format(s.Knob.Default)))
	add("saved", saved(s))
	add("environment", pane.Say("%s", s.Knob.Env))
	add("takes", pane.Say("%s", s.Knob.Accepts()))
	for _, g := range s.Ignored {
		lines = append(lines, pane.Prose(t, width, t.Warning, ignored(g))...)
	}
	return s.Knob.Key, lines
}

func saved(s settings.Setting) sanitize.Safe {
	switch {
	case s.Saved == nil && ignoredSaved(s):
		return "a value that is ignored"
	case s.Saved == nil:
		return "nothing"
	case s.Shadowed:
		return pane.Say("%s, but the environment rules", s.Knob.Format(*s.Saved))
	}
	return pane.Say("%s", s.Knob.Format(*s.Saved))
}

// ignored says which value is passed over and why.
func ignored(g settings.Ignored) sanitize.Safe {
	return pane.Say("ignored (%s): %s", g.Source, g.Reason)
}
