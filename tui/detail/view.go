package detail

import (
	"strconv"

	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// besideFrom is the width from which both texts stand side by side.
const besideFrom = 60

// changed is what the model sees, or would see after the next fold, where that
// is not the original, and in a word what it is.
func (m *Model) changed() (*sanitize.Doc, sanitize.Safe) {
	switch {
	case m.shown.sent != nil:
		return m.shown.sent, "sent"
	case m.preview && m.shown.would != nil:
		return m.shown.would, "after the fold"
	}
	return nil, ""
}

// modeNow is the mode that applies: a preview is of what the fold would write.
func (m *Model) modeNow() Mode {
	if m.preview && m.mode == Original {
		return Both
	}
	return m.mode
}

// base is the whole of the text that scrolls; nil without one.
func (m *Model) base() *sanitize.Doc {
	if m.shown == nil || m.shown.original == nil {
		return nil
	}
	doc, _ := m.changed()
	switch {
	case m.whole != nil:
		return m.whole.doc
	case doc != nil && m.modeNow() == Sent:
		return doc
	}
	return m.shown.original
}

// scrolled is the text that scrolls and the width it is wrapped at; nil without
// one.
func (m *Model) scrolled() (*sanitize.Doc, int) {
	doc := m.base()
	switch {
	case doc == nil:
		return nil, 0
	case m.halved():
		return m.pickedDoc(doc), (m.width-3)/2 - 1
	}
	doc = m.pickedDoc(doc)
	return doc, max(m.textWidth()-m.gutter(doc), 2)
}

// halved reports whether two texts stand side by side.
func (m *Model) halved() bool {
	doc, _ := m.changed()
	return doc != nil && m.whole == nil && m.modeNow() == Both && m.width >= besideFrom
}

// gutter is the width of the line numbers, 0 where none are shown. Lines picked
// out are always numbered.
func (m *Model) gutter(doc *sanitize.Doc) int {
	if !m.numbers && doc == m.base() || doc.Len() == 0 {
		return 0
	}
	return len(strconv.Itoa(doc.Number(doc.Len()-1))) + 1
}

// textWidth leaves a cell at each side.
func (m *Model) textWidth() int { return max(m.width-2, 2) }

// redraw draws the lines above the text: facts, and a rule that names the text.
func (m *Model) redraw() {
	m.head = nil
	if m.shown == nil || m.shown.failed != "" {
		return
	}
	t := m.scene.Theme
	m.head = m.draw(m.width)
	doc, word := m.changed()
	if doc != nil && m.whole == nil && m.modeNow() == Both && m.width < besideFrom {
		m.head = append(m.head, pane.TextRule(t, m.width, word))
		for _, r := range doc.Rows(sanitize.Pos{}, m.textWidth(), doc.Len()*4) {
			m.head = append(m.head, pane.TextLine(t, m.width, r, m.term))
		}
	}
	m.head = append(m.head, pane.TextRule(t, m.width, m.title(doc, word)))
	m.hidden = min(m.hidden, len(m.head))
}

// title names the text that scrolls.
func (m *Model) title(doc *sanitize.Doc, word sanitize.Safe) sanitize.Safe {
	switch {
	case m.whole != nil:
		return "whole output: " + sanitize.Line(m.whole.path)
	case m.modeNow() == Original:
		return "original"
	case doc == nil && m.preview:
		return "the next fold does not touch it"
	case doc == nil:
		return "sent as it is"
	case m.modeNow() == Sent:
		return word
	case m.width >= besideFrom:
		left, _ := m.halves()
		return sanitize.Pad("original ", left-1) + " " + word
	}
	return "original"
}

// View is the pane's body.
func (m *Model) View(bool) []string {
	t := m.scene.Theme
	switch {
	case m.shown == nil:
		return pane.Fill(nil, m.width, m.height)
	case m.shown.failed != "":
		said := pane.NewRow(t, m.width, false).Add(t.Error, " "+m.shown.failed).String()
		return pane.Fill([]string{said}, m.width, m.height)
	}
	lines := m.head[min(m.hidden, len(m.head)):]
	return pane.Fill(append(lines[:len(lines):len(lines)], m.text(m.height-len(lines))...), m.width, m.height)
}

// text is up to n rows of what is shown of the block.
func (m *Model) text(n int) []string {
	doc, width := m.scrolled()
	if n <= 0 {
		return nil
	}
	if m.halved() {
		changed, _ := m.changed()
		return m.beside(doc, changed, width, n)
	}
	var lines []string
	t, gutter := m.scene.Theme, m.gutter(doc)
	for _, r := range doc.Rows(m.pos, width, n) {
		lines = append(lines, pane.LineNumber(t, gutter, doc, r)+pane.TextLine(t, m.width-gutter, r, m.term))
	}
	return lines
}

func (m *Model) halves() (left, right int) {
	left = (m.width - 3) / 2
	return left, m.width - left - 1
}

// beside is two texts side by side; the left one scrolls.
func (m *Model) beside(doc, changed *sanitize.Doc, width, n int) []string {
	t := m.scene.Theme
	left, right := m.halves()
	a := doc.Rows(m.pos, width, n)
	b := changed.Rows(sanitize.Pos{}, right-2, n)
	lines := make([]string, max(len(a), len(b)))
	for i := range lines {
		one, two := pane.Blank(left), pane.Blank(right)
		if i < len(a) {
			one = pane.TextLine(t, left, a[i], m.term)
		}
		if i < len(b) {
			two = pane.TextLine(t, right, b[i], m.term)
		}
		lines[i] = one + pane.Ink(t.Border, "│") + two
	}
	return lines
}

// Title says what the pane shows.
func (m *Model) Title() sanitize.Safe {
	switch {
	case m.whole != nil:
		return "Detail · the tool's whole output"
	case m.preview:
		return "Detail · before and after the fold"
	case m.modeNow() == Sent:
		return "Detail · what the model sees"
	case m.modeNow() == Both:
		return "Detail · original and what the model sees"
	}
	return "Detail · original"
}

// Status says where in the text one is.
func (m *Model) Status() sanitize.Safe {
	doc, _ := m.scrolled()
	if doc == nil {
		return ""
	}
	at, all := 0, 0
	if n := doc.Len(); n > 0 {
		at, all = doc.Number(min(m.pos.Line, n-1)), doc.Number(n-1)
	}
	if m.picked != nil && m.picked.doc == doc {
		return pane.Say("%s with %s; line %d", format.Count(doc.Len(), "line"), m.picked.term, at)
	}
	return pane.Say("line %d of %s", at, format.Count(all, "line"))
}
