package detail

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// fact is a labelled line about a block; a long value is wrapped over up to rows
// lines.
type fact struct {
	label, value sanitize.Safe
	style        lipgloss.Style
	rows         int
}

// labelWidth is the column of the labels, in cells.
const labelWidth = 8

// facts is what is known of the block shown.
func (m *Model) facts() []fact {
	l, t := m.shown, m.scene.Theme
	s, i := l.wish.scene.Snapshot, l.wish.block
	b := &s.Blocks[i]
	kind, standing := pane.KindOf(t, b), pane.StandingOf(t, s, i)
	out := []fact{
		{"kind", m.kindWords(kind.Word), kind.Style, 1},
		{"state", m.standingWords(standing.Word), standing.Style, 2},
		{"size", m.sizeWords(), t.Text, 1},
	}
	add := func(label, value sanitize.Safe, style lipgloss.Style, rows int) {
		if value != "" {
			out = append(out, fact{label, value, style, rows})
		}
	}
	add("asked", l.arguments, t.ToolCall, 3)
	add("keeping", keeping(s, i), t.Text, 1)
	if s.Frame.Marks[i]&ladder.Frozen != 0 {
		add("unfold", unfolding(s, i), t.Text, 2)
	}
	// A code that is taken leads to the other block.
	if b.Foldable() && s.Frame.Marks[i]&ladder.Rejected == 0 {
		add("code", pane.Say("#%s", l.code), t.Accent, 1)
	}
	if l.recorded {
		word, style := l.shaWords(t.Good, t.Warning, t.Error)
		add("sha256", word, style, 1)
	}
	add("id", sanitize.Line(b.ID), t.Dim, 2)
	add("whole", sanitize.Line(b.FullOutputPath), t.Dim, 2)
	for n, line := range l.kept {
		label := sanitize.Safe("")
		if n == 0 {
			label = "keeps"
		}
		out = append(out, fact{label, line, t.Warning, 1})
	}
	return out
}

func (m *Model) kindWords(kind sanitize.Safe) sanitize.Safe {
	b := &m.shown.wish.scene.Snapshot.Blocks[m.shown.wish.block]
	said := kind
	if b.Tool != "" {
		said += " of " + sanitize.Head(b.Tool, 40)
	}
	said += pane.Say(", turn %d", b.Turn)
	if at := m.shown.at; at != 0 {
		said += pane.Say(", %s", pane.Clock(at, m.scene.Now))
	}
	return said
}

// standingWords says how the block stands and what that means.
func (m *Model) standingWords(word sanitize.Safe) sanitize.Safe {
	s, i := m.shown.wish.scene.Snapshot, m.shown.wish.block
	b := &s.Blocks[i]
	switch mark := s.Frame.Marks[i]; {
	case mark&ladder.Frozen != 0 && strings.HasPrefix(b.ID, "s:"):
		return pane.Say("folded in layer %d, though a summary is sent whole", s.Seqs[i])
	case mark&ladder.Frozen != 0:
		return pane.Say("folded in layer %d", s.Seqs[i])
	case mark&ladder.Unfolded != 0:
		return word + ": unfolded, never folds again"
	case mark&ladder.Rejected != 0:
		return word + " by another block: never folds"
	case b.Opaque:
		return word + ": holds more than text, never folds"
	case mark&ladder.FirstDelivery != 0:
		return word + ": goes out whole the first time"
	case mark&ladder.Protected != 0:
		return word + ": in the newest part, sent whole"
	case mark&ladder.Maskable != 0:
		return word + ": the next fold masks it"
	case b.Kind == block.User || b.Kind == block.ToolCall:
		return word + ": this kind never folds"
	}
	return word + ": sent whole"
}

func (m *Model) sizeWords() sanitize.Safe {
	l := m.shown
	s, i := l.wish.scene.Snapshot, l.wish.block
	said := pane.Say("%s tok", format.Tokens(s.Blocks[i].Tokens))
	switch {
	case s.Frame.Marks[i]&ladder.Frozen != 0:
		said += pane.Say(", %s as its digest", format.Tokens(s.Folded[i]))
	case l.would != nil:
		said += pane.Say(", %s once folded", format.Tokens(l.wouldTokens))
	}
	if l.original != nil {
		said += pane.Say(", %s", format.Count(l.lines, "line"))
		if l.blank {
			said += " with text"
		}
	}
	return said
}

// shaWords says whether the original is what was folded.
func (l *loaded) shaWords(good, unsure, bad lipgloss.Style) (sanitize.Safe, lipgloss.Style) {
	switch {
	case l.record.SHA256 == "":
		return "not recorded, cannot be verified", unsure
	case l.failed != "":
		return sanitize.Head(l.record.SHA256, 13), unsure
	case l.verified:
		return sanitize.Head(l.record.SHA256, 13) + " ✓ verified", good
	}
	return sanitize.Head(l.record.SHA256, 13) + " ✗ the file holds other content", bad
}

// draw is the facts as lines.
func (m *Model) draw(width int) []string {
	var lines []string
	for _, f := range m.facts() {
		lines = append(lines, pane.Fact(m.scene.Theme, width, labelWidth, f.label, f.value, f.style, f.rows)...)
	}
	return lines
}
