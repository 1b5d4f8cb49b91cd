package layers

import (
	"strconv"
	"time"

	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/tui/table"
)

// labelled is the column of the labels, in cells.
const labelled = 10

// Facts draws all there is to say of the layer under the cursor.
func (m *Model) Facts(scene *pane.Scene, width int) (about string, lines []string) {
	l := m.Current()
	if l == nil {
		return "", nil
	}
	t, s := scene.Theme, scene.Snapshot
	add := func(label, value sanitize.Safe, rows int) {
		if value != "" {
			lines = append(lines, pane.Fact(t, width, labelled, label, value, t.Text, rows)...)
		}
	}
	lines = append(lines, pane.Heading(t, width, pane.Say("Layer %d", l.Seq)))
	if l.At != 0 {
		add("committed", pane.Say("%s", pane.Clock(l.At, scene.Now)), 1)
	}
	add("why", why(l), 2)
	add("usage then", usage(l), 1)
	add("blocks", blocks(l), 2)
	add("saves now", saves(s, l), 2)
	if l.Masked != l.Saved || !l.Exact {
		add("account", account(l), 3)
	}
	add("paid", reprefill(s, l), 3)
	add("net so far", netWords(l), 3)
	if l.Live > 0 {
		add("position", pane.Say("%s tok of the context stand before it", format.Tokens(l.Position)), 2)
	}
	if r := l.Record; r != nil {
		add("files", table.Values(r.Files), 3)
		add("commands", table.Values(r.Commands), 3)
		add("errors", table.Values(r.Errors), 3)
		add("names", table.Values(r.Identifiers), 3)
	}
	return strconv.Itoa(l.Seq), lines
}

func why(l *live.Layer) sanitize.Safe {
	if l.Record == nil {
		return "not recorded: no seed index names this event"
	}
	switch l.Record.Trigger {
	case seed.Threshold:
		return "threshold: usage was high and enough could be saved"
	case seed.Cap:
		return "cap: the context was over its budget"
	}
	return sanitize.Line(l.Record.Trigger)
}

func blocks(l *live.Layer) sanitize.Safe {
	here := pane.Say("%d of them", l.Live)
	switch l.Live {
	case 0:
		here = "none"
	case l.Blocks:
		here = "all"
	}
	return pane.Say("%d, %s in the context now; Enter reads all", l.Blocks, here)
}

func usage(l *live.Layer) sanitize.Safe {
	if l.Record == nil {
		return ""
	}
	u := l.Record.Usage
	if u.ContextWindow <= 0 {
		return pane.Say("%s tok", format.Tokens(u.Tokens))
	}
	return pane.Say("%s of %s, %s", format.Tokens(u.Tokens), format.Tokens(u.ContextWindow), format.Percent(u.Fraction))
}

func saves(s *live.Snapshot, l *live.Layer) sanitize.Safe {
	switch {
	case l.Live > 0:
	case l.Held > 0:
		return pane.Say("nothing: %s held raw", format.Count(l.Held, "block"))
	case l.Compacted:
		return "nothing: gone with the compaction"
	default:
		return "nothing: none of its blocks is in the context"
	}
	said := pane.Say("%s tok a call", format.Tokens(l.Masked))
	if dollars, ok := s.Rates.Reread(l.Masked); ok {
		said += pane.Say(" %s from cache", format.About(dollars))
	}
	return said
}

// account is what the fold rules count as saved, which goes on after the blocks
// have left the context.
func account(l *live.Layer) sanitize.Safe {
	said := pane.Say("%s tok a call, as the fold rules count", format.Tokens(l.Saved))
	if !l.Exact {
		said += " (some originals are not in the file; their recorded sizes stand for them)"
	}
	return said
}

func reprefill(s *live.Snapshot, l *live.Layer) sanitize.Safe {
	c := l.Cost
	switch {
	case c == nil:
		return "unknown: the event is not on this branch, or the model changed since"
	case c.With != 0:
		return pane.Say("together with layer %d, in one response", c.With)
	case c.Response < 0:
		return "nothing yet: no response has come since"
	case !c.ReprefillKnown:
		return "unknown: the provider reports no cache writes"
	}
	said := pane.Say("%s tok written again by the next response", format.Tokens(c.Reprefill))
	if dollars, ok := s.Rates.Reprefill(c.Reprefill); ok {
		said += pane.Say(" %s", format.About(dollars))
	}
	if at := s.Rows[c.Response].At; at != 0 && l.At != 0 {
		said += pane.Say(", %s later", format.Duration(time.Duration(max(0, at-l.At))*time.Millisecond))
	}
	return said
}

func netWords(l *live.Layer) sanitize.Safe {
	if l.Cost == nil || !l.Cost.ReprefillKnown {
		return "unknown"
	}
	said := pane.Say("%s tok, saved less paid, as accounted", format.Signed(l.Cost.Net))
	if l.Compacted {
		said += "; the account goes on counting it"
	}
	return said
}
