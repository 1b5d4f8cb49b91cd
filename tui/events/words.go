package events

import (
	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// what says in a line what happened.
func what(s *live.Snapshot, e *live.Event) sanitize.Safe {
	switch e.Kind {
	case live.LayerCommitted:
		l := layer(s, e)
		if l == nil {
			return pane.Say("layer %d, since replaced by a newer record", e.Seq)
		}
		said := pane.Say("layer %d: %s folded", l.Seq, format.Count(l.Blocks, "block"))
		if l.Record != nil {
			said += pane.Say(" (%s)", l.Record.Trigger)
		}
		return said + pane.Say(", %s tok less a call then", format.Tokens(l.Saved))
	case live.Unfolded:
		return pane.Say("%s held raw from then on", format.Count(len(e.IDs), "block"))
	case live.Compacted:
		return "history was replaced by a summary"
	case live.Edited:
		return "an entry of the context was replaced or left out"
	case live.ModelChanged:
		return modelWords(e)
	case live.Renamed:
		return "the session was named: " + sanitize.Line(s.Name)
	case live.BranchSummarised:
		return "a branch that was left is summed up"
	}
	return "the conversation went on from an earlier entry"
}

// modelWords names the model that a change led to, as its entry has it.
func modelWords(e *live.Event) sanitize.Safe {
	switch {
	case e.Model.ID == "":
		return "to a model that the entry does not name"
	case e.Model.Provider == "":
		return pane.Say("to %s", e.Model.ID)
	}
	return pane.Say("to %s/%s", e.Model.Provider, e.Model.ID)
}

func layer(s *live.Snapshot, e *live.Event) *live.Layer {
	for i := range s.Layers {
		if s.Layers[i].Seq == e.Seq && s.Layers[i].Entry == e.Entry {
			return &s.Layers[i]
		}
	}
	return nil
}

// labelled is the column of the labels, in cells.
const labelled = 8

// Facts draws all there is to say of the event under the cursor.
func (m *Model) Facts(scene *pane.Scene, width int) (about string, lines []string) {
	h, ok := m.current()
	if !ok {
		return "", nil
	}
	t, s, e := scene.Theme, scene.Snapshot, h.event
	if h.handoff != nil {
		lines = append(lines, pane.Heading(t, width, "handoff"))
		lines = append(lines, pane.Prose(t, width, t.Text, "a seed for a fresh session was written")...)
		lines = append(lines, pane.Fact(t, width, labelled, "when", pane.Say("%s", pane.Clock(h.handoff.At, scene.Now)), t.Text, 1)...)
		return h.key(), append(lines, pane.Fact(t, width, labelled, "file", sanitize.Line(h.handoff.Path), t.Text, 4)...)
	}
	lines = append(lines, pane.Heading(t, width, name(e)))
	lines = append(lines, pane.Prose(t, width, t.Text, what(s, e))...)
	if e.Time != 0 {
		lines = append(lines, pane.Fact(t, width, labelled, "when", pane.Say("%s", pane.Clock(e.Time, scene.Now)), t.Text, 1)...)
	}
	if l := layer(s, e); l != nil && e.Kind == live.LayerCommitted && l.Cost != nil && l.Cost.ReprefillKnown {
		said := pane.Say("paid %s, net %s since, as accounted", format.Tokens(l.Cost.Reprefill), format.Signed(l.Cost.Net))
		lines = append(lines, pane.Fact(t, width, labelled, "cache", said, t.Text, 2)...)
	}
	for n, id := range e.IDs {
		label := sanitize.Safe("")
		if n == 0 {
			label = "blocks"
		}
		lines = append(lines, pane.Fact(t, width, labelled, label, pane.Say("#%s %s", block.Code(id), id), t.Dim, 1)...)
	}
	return h.key(), lines
}
