package tui

import (
	"github.com/charmbracelet/bubbles/key"

	"cfold/tui/handoff"
	"cfold/tui/original"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// helpSections is the bindings that work where one is.
func (m *Model) helpSections() []pane.Section {
	if o := m.top(); o != nil {
		return []pane.Section{{Title: string(o.Title()), Keys: o.Keys()}, {Title: "Moving", Keys: pane.Move.List()}}
	}
	p := m.here()
	sections := []pane.Section{{Title: p.name, Keys: p.main.Keys()}}
	if p.side != nil {
		keys := p.side.Keys()
		if p.side == side(m.detail) && m.at == blocksPlace {
			keys = append([]key.Binding{stepKey, stepBackKey}, keys...)
		}
		sections = append(sections, pane.Section{Title: "Beside it", Keys: keys})
	}
	return append(sections,
		pane.Section{Title: "Moving", Keys: pane.Move.List()},
		pane.Section{Title: "Everywhere", Keys: everywhere()})
}

// drawHelp draws the bindings in as many columns as there is room for.
func (m *Model) drawHelp(scene *pane.Scene, width int) (string, []string) {
	t := scene.Theme
	var lines []string
	for _, s := range m.helpSections() {
		if len(s.Keys) == 0 {
			continue
		}
		if lines != nil {
			lines = append(lines, pane.Blank(width))
		}
		lines = append(lines, pane.Heading(t, width, pane.Say("%s", s.Title)))
		columns := max(1, width/50)
		each := width / columns
		for at := 0; at < len(s.Keys); at += columns {
			r := pane.NewRow(t, width, false)
			for _, b := range s.Keys[at:min(at+columns, len(s.Keys))] {
				cell := pane.NewRow(t, each, false).Add(t.Text, " ")
				cell.Cell(t.Key, sanitize.PadLeft(pane.Say("%s", b.Help().Key), 9), 9)
				r.Raw(cell.Add(t.Text, pane.Say("%s", b.Help().Desc)).String(), each)
			}
			lines = append(lines, r.String())
		}
	}
	return m.here().name, lines
}

// Keys is every binding by place, for the README.
func Keys() []pane.Section {
	m := New(Options{Theme: plainTheme()}, ports{}, epoch)
	var sections []pane.Section
	for i := range m.places {
		sections = append(sections, pane.Section{Title: m.places[i].name, Keys: m.places[i].main.Keys()})
	}
	sections = append(sections, pane.Section{Title: "Handing off", Keys: handoff.Keys()})
	sections = append(sections, pane.Section{Title: "Originals", Keys: original.Keys()})
	sections = append(sections, pane.Section{Title: "Detail", Keys: append([]key.Binding{stepKey, stepBackKey}, m.detail.Keys()...)})
	return append(sections,
		pane.Section{Title: "Moving", Keys: pane.Move.List()},
		pane.Section{Title: "Everywhere", Keys: everywhere()})
}
