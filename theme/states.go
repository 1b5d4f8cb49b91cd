package theme

import "github.com/charmbracelet/lipgloss"

// setStates gives each state of a block the hue it has in the fold bar, and the
// states the bar does not show one of the message roles.
func (t *Theme) setStates(m mixer) {
	words := m.scale(m.wordUse())
	for _, c := range words.folded {
		t.folded = append(t.folded, t.fg(c))
	}
	t.Maskable = t.fg(words.fixed[Maskable])
	t.Raw = t.fg(words.fixed[Raw])
	t.Held = t.fg(words.fixed[Held]).Bold(true)
	t.Protected = t.fg(words.fixed[Protected])
	t.FirstDelivery = t.Notice.Italic(true)
	t.Opaque = t.Dim
	t.Edited = t.Warning.Underline(true)
}

// Folded is the state of a folded block: depth 0 is the newest layer, 1 the
// oldest. Depths outside are the nearer end.
func (t *Theme) Folded(depth float64) lipgloss.Style {
	return t.folded[foldStep(depth, t.options.Depth)]
}
