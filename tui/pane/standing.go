package pane

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/theme"
	"cfold/tui/sanitize"
)

// Standing is how a block stands to folding, or what kind it is, in words.
type Standing struct {
	Word, Short sanitize.Safe
	Style       lipgloss.Style
}

// StandingOf is how block i of a snapshot stands.
func StandingOf(t *theme.Theme, s *live.Snapshot, i int) Standing {
	b, m := &s.Blocks[i], s.Frame.Marks[i]
	switch {
	case m&ladder.Frozen != 0:
		return Standing{Say("folded L%d", s.Seqs[i]), Say("L%d", s.Seqs[i]), t.Folded(Depth(s, s.Seqs[i]))}
	case m&ladder.Unfolded != 0:
		return Standing{"held", "held", t.Held}
	case m&ladder.Rejected != 0:
		return Standing{"code taken", "code", t.Held}
	case Edited(b):
		return Standing{"edited", "edit", t.Edited}
	case b.Opaque:
		return Standing{"opaque", "opaq", t.Opaque}
	case m&ladder.FirstDelivery != 0:
		return Standing{"1st delivery", "1st", t.FirstDelivery}
	case m&ladder.Protected != 0:
		return Standing{"protected", "prot", t.Protected}
	case m&ladder.Maskable != 0:
		return Standing{"maskable", "mask", t.Maskable}
	}
	return Standing{"raw", "raw", t.Raw}
}

// Edited reports whether a context edit replaced the block.
func Edited(b *block.Block) bool { return strings.Contains(b.ID, ":edit:") }

// Depth is how far a layer lies behind the newest: 0 the newest, 1 the oldest.
func Depth(s *live.Snapshot, seq int) float64 {
	if len(s.Layers) < 2 {
		return 0
	}
	oldest, newest := s.Layers[0].Seq, s.Layers[len(s.Layers)-1].Seq
	return float64(newest-seq) / float64(newest-oldest)
}

// KindOf is the kind of a block in a word of at most seven letters, with its style.
func KindOf(t *theme.Theme, b *block.Block) Standing {
	switch b.Kind {
	case block.User:
		return Standing{"person", "you", t.User}
	case block.Thinking:
		return Standing{"think", "think", t.Thinking}
	case block.ToolCall:
		return Standing{"call", "call", t.ToolCall}
	case block.ToolResult:
		if b.IsError {
			return Standing{"error", "err", t.Error}
		}
		return Standing{"result", "res", t.ToolResult}
	}
	if strings.HasPrefix(b.ID, "s:") {
		return Standing{"summary", "sum", t.Summary}
	}
	return Standing{"answer", "ans", t.Assistant}
}
