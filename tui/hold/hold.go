package hold

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/tui/cost"
	"cfold/tui/dialog"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/route"
)

// Choice is the blocks that are to be held.
type Choice struct {
	// Raw says that raw blocks are to be held, otherwise folded ones unfolded.
	Raw bool
	// IDs are those of the blocks, in the context's order, each once.
	IDs []string
	// Left says why others that were asked for are left out, a line for each reason.
	Left []sanitize.Safe
	// Hidden is how many of the blocks asked for the list did not show.
	Hidden int

	generation int
}

// Choose sorts the blocks at those positions into those that can be held and the
// others.
func Choose(scene *pane.Scene, raw bool, positions []int) Choice {
	c := Choice{Raw: raw, generation: scene.Generation}
	var reasons []string
	count := map[string]int{}
	for _, i := range positions {
		why := route.Refusal(scene.Snapshot, i, raw)
		switch id := scene.Snapshot.Blocks[i].ID; {
		case why == "" && !slices.Contains(c.IDs, id):
			c.IDs = append(c.IDs, id)
		case why != "":
			if count[why]++; count[why] == 1 {
				reasons = append(reasons, why)
			}
		}
	}
	for _, why := range reasons {
		if len(positions) == 1 {
			c.Left = append(c.Left, sanitize.Line(why))
			continue
		}
		c.Left = append(c.Left, pane.Say("%s left out: %s", format.Count(count[why], "block"), why))
	}
	return c
}

// Verb is what is done, in a word.
func (c Choice) Verb() string {
	if c.Raw {
		return "hold"
	}
	return "unfold"
}

// Done is that it was done, in a word.
func (c Choice) Done() string {
	if c.Raw {
		return "held"
	}
	return "unfolded"
}

// positions are where the blocks stand in a snapshot.
func (c Choice) positions(s *live.Snapshot) []int {
	var list []int
	for i := range s.Blocks {
		if slices.Contains(c.IDs, s.Blocks[i].ID) && s.CanHold(i) == "" {
			list = append(list, i)
		}
	}
	return list
}

// Ask makes the question. facts are said besides the cost; do starts holding.
func Ask(scene *pane.Scene, c Choice, facts []cost.Fact, do tea.Cmd) *dialog.Model {
	title := pane.Say("%s %s?", strings.ToUpper(c.Verb()[:1])+c.Verb()[1:], format.Count(len(c.IDs), "block"))
	return dialog.New(scene, dialog.Question{
		Title: title, Yes: c.Verb(), Do: do, Void: c.void,
		Draw: func(scene *pane.Scene, width int) []string { return c.draw(scene, width, facts) },
	})
}

// Another is said of a question that was asked of a file that is another one now.
const Another = sanitize.Safe("the session file was replaced, cut short or rewritten meanwhile")

// void says why there is nothing left to ask.
func (c Choice) void(scene *pane.Scene) sanitize.Safe {
	switch {
	case scene.Generation != c.generation || scene.Snapshot == nil:
		return Another
	case len(c.positions(scene.Snapshot)) == 0:
		return "the blocks have left the context, or are held already"
	}
	return ""
}

// remarks is what else there is to say of what was asked for.
func (c Choice) remarks() []sanitize.Safe {
	if c.Hidden == 0 {
		return c.Left
	}
	return append([]sanitize.Safe{pane.Say("%d of those marked are hidden by the filter of the list", c.Hidden)}, c.Left...)
}

func (c Choice) draw(scene *pane.Scene, width int, facts []cost.Fact) []string {
	t, s := scene.Theme, scene.Snapshot
	if s == nil {
		return nil
	}
	blocks := c.positions(s)
	// What cannot be taken back comes first, so that it is in sight on a low screen too.
	lines := pane.Prose(t, width, t.Warning, "! "+sanitize.Line(route.Sticky))
	lines = append(lines, dialog.Facts(scene, width, append(cost.Hold(s, s.EffectOf(blocks)), facts...))...)
	for _, text := range c.remarks() {
		lines = append(lines, pane.Prose(t, width, t.Warning, "! "+text)...)
	}
	lines = append(lines, pane.Blank(width))
	for _, i := range blocks {
		lines = append(lines, row(scene, i, width))
	}
	return lines
}

// row is a block in one line: how it stands, what it is, and what it costs whole.
func row(scene *pane.Scene, i, width int) string {
	t, s := scene.Theme, scene.Snapshot
	b := &s.Blocks[i]
	kind, standing := pane.KindOf(t, b), pane.StandingOf(t, s, i)
	r := pane.NewRow(t, width, false).Add(t.Text, " ").Cell(standing.Style, standing.Short, 4).Cell(kind.Style, kind.Short, 4)
	r.Figure(t.Text, pane.Say("%s", format.Tokens(b.Tokens)), 4)
	if b.Tool != "" {
		r.Add(t.ToolCall, sanitize.Head(b.Tool, 16)).Add(t.Text, " ")
	}
	return r.Add(t.Dim, about(scene, i, r.Left())).String()
}

// about is what the block's digest says of it, else its turn.
func about(scene *pane.Scene, i, room int) sanitize.Safe {
	s := scene.Snapshot
	if digest := s.Digest(i); digest != "" {
		digest = strings.TrimPrefix(digest, block.Tag(scene.State.CodeOf(s.Blocks[i].ID))+" ")
		digest, _, _ = strings.Cut(digest, "\n")
		return sanitize.Head(strings.TrimPrefix(digest, s.Blocks[i].Tool+" → "), room)
	}
	return sanitize.Clip(pane.Say("turn %d", s.Blocks[i].Turn), room)
}
