package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/block"
	"cfold/engine/recall"
	"cfold/engine/text"
	"cfold/tui/cost"
	"cfold/tui/format"
	"cfold/watch/feed"
	"cfold/watch/route"
)

func (a *app) unfoldCommand() *cobra.Command {
	return a.holdingCommand(false, &cobra.Command{
		Use: "unfold CODE…", Short: "Bring folded blocks back whole, for good",
		Long: `Brings folded blocks back whole and keeps them so: an unfold cannot be undone.
Blocks are named by fold code or by block id. What it costs is printed first; on a
terminal you are asked, elsewhere it takes --yes. Where several are named and one
cannot be unfolded, none is.`,
		Example: "  cfold-tui unfold 3fk2p9\n  cfold-tui unfold '{#3fk2p9 FOLDED}' r:toolu_01 --yes",
	})
}

func (a *app) holdCommand() *cobra.Command {
	return a.holdingCommand(true, &cobra.Command{
		Use: "hold CODE…", Short: "Hold blocks that are whole, so that they never fold",
		Long: `Holds tool results and thinking that are whole, so that no fold ever takes them; it
cannot be undone. Only a hard compaction still removes them. Blocks are named by fold
code or by block id. What becomes of the next fold is printed first; on a terminal you
are asked, elsewhere it takes --yes.`,
		Example: "  cfold-tui hold 3fk2p9 --yes",
	})
}

func (a *app) holdingCommand(hold bool, c *cobra.Command) *cobra.Command {
	var yes bool
	c.Args = needs("CODE", 1<<20)
	c.RunE = func(c *cobra.Command, codes []string) error { return a.hold(c.Context(), hold, yes, codes) }
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do it without being asked")
	return c
}

func (a *app) hold(ctx context.Context, hold, yes bool, codes []string) error {
	u, err := a.load("")
	if err != nil {
		return err
	}
	defer u.Close()
	blocks, err := a.named(u, hold, codes)
	if err != nil {
		return err
	}
	session, _ := route.SessionOf(&u)
	desk := a.desk()
	visit, err := desk.Visit(session)
	if err != nil {
		return err
	}
	effect := u.Snapshot.EffectOf(blocks)
	if !a.json {
		a.printCost(u, hold, blocks)
		for _, f := range cost.Hold(u.Snapshot, effect) {
			a.print("%-10s %s", f.Label, f.Value)
		}
		a.print("%-10s %s", "for good", route.Sticky)
		if err := a.buffered.Flush(); err != nil {
			return err
		}
	}
	verb := "Unfold"
	if hold {
		verb = "Hold"
	}
	if !yes && !a.interactive() {
		return wrong("nobody can be asked here: give --yes to do it")
	}
	if !yes {
		if err := a.confirm(ctx, fmt.Sprintf("%s %s?", verb, format.Count(len(blocks), "block"))); err != nil {
			return err
		}
	}
	var ids []string
	for _, i := range blocks {
		ids = append(ids, u.Snapshot.Blocks[i].ID)
	}
	done, err := visit.Hold(ids...)
	if err != nil {
		return err
	}
	return a.printHeld(u, hold, ids, blocks, done)
}

func (a *app) printHeld(u feed.Update, hold bool, ids []string, blocks []int, done route.Done) error {
	if a.json {
		unfolded, held := ids, []string(nil)
		if hold {
			unfolded, held = nil, ids
		}
		h := shape.HeldOf(u.Snapshot, u.Snapshot.EffectOf(blocks), unfolded, held)
		h.Mended, h.Seen, h.Notices = done.Mended, done.Seen, a.taken()
		return a.lines().Write(h)
	}
	if done.Mended > 0 {
		a.note("%s of an earlier writer mended first", format.Count(done.Mended, "record"))
	}
	a.print("%-10s %s: %s", "done", format.Count(len(ids), "block"), done.Seen)
	return nil
}

// printCost lists the blocks that are meant.
func (a *app) printCost(u feed.Update, hold bool, blocks []int) {
	label := "unfold"
	if hold {
		label = "hold"
	}
	for _, i := range blocks {
		b := &u.Snapshot.Blocks[i]
		what := b.Kind.String()
		if b.Tool != "" {
			what += " of " + text.UTF8(b.Tool)
		}
		a.print("%-10s #%s %s, turn %d, %s tok", label, u.State.CodeOf(b.ID), what, b.Turn, format.Tokens(b.Tokens))
		label = ""
	}
}

// named are the positions of the blocks that are meant, in order, each once. One
// that the verb makes no sense for is an error.
func (a *app) named(u feed.Update, hold bool, codes []string) ([]int, error) {
	var blocks []int
	for _, typed := range codes {
		found := positionsOf(u, typed)
		if len(found) == 0 {
			return nil, a.elsewhere(u, typed)
		}
		for _, i := range found {
			if why := route.Refusal(u.Snapshot, i, hold); why != "" {
				return nil, fmt.Errorf("%s: %s; nothing was written", typed, why)
			}
		}
		blocks = append(blocks, found...)
	}
	slices.Sort(blocks)
	return slices.Compact(blocks), nil
}

// positionsOf finds the blocks of the context with an id or a code. Two may have
// one id, since not every provider names its responses.
func positionsOf(u feed.Update, typed string) (found []int) {
	code := strings.TrimSpace(block.ParseCode(typed))
	for i := range u.Snapshot.Blocks {
		b := &u.Snapshot.Blocks[i]
		if b.ID == typed || b.Durable && code == u.State.CodeOf(b.ID) {
			found = append(found, i)
		}
	}
	return found
}

// elsewhere says what there is to say of a code that no block of the context has.
func (a *app) elsewhere(u feed.Update, typed string) error {
	w, err := a.read(u.Path)
	if err != nil {
		return err
	}
	defer w.Close()
	source, err := w.source()
	if err != nil {
		return err
	}
	if _, err = source.Unfold(typed); errors.Is(err, recall.ErrCompacted) {
		return fmt.Errorf("%w; read it with: cfold-tui recall %s", err, block.ParseCode(typed))
	}
	return fmt.Errorf("%s: no block of the context has that code or id; list them with: cfold-tui blocks", typed)
}
