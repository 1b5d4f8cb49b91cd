package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/engine/text"
)

func (a *app) blocksCommand() *cobra.Command {
	var whole bool
	c := &cobra.Command{
		Use: "blocks", Short: "List the blocks of the context, or of the whole file", Args: atMost(0),
		Long: `Lists the blocks of the context: order, turn, kind, tokens, how each stands, fold code
and what it is. --ledger lists every block of every message in the file instead, those
of dead branches and compacted history included.`,
		RunE: func(*cobra.Command, []string) error {
			if whole {
				return a.ledgerBlocks()
			}
			return a.contextBlocks()
		},
	}
	c.Flags().BoolVar(&whole, "ledger", false, "every block of the file")
	return c
}

func (a *app) contextBlocks() error {
	u, err := a.load("")
	if err != nil {
		return err
	}
	defer u.Close()
	for i := range u.Snapshot.Blocks {
		v, err := shape.BlockOf(u.Snapshot, i)
		if err != nil {
			return err
		}
		if a.json {
			err = a.lines().Write(v)
		} else {
			a.printBlock(&u.Snapshot.Blocks[i], blockLine(v, u.Snapshot, i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// blockLine is how a block of the context stands and what it is.
func blockLine(v shape.Block, s *live.Snapshot, i int) string {
	tokens := fmt.Sprint(v.Tokens)
	if s.Seqs[i] > 0 {
		tokens += "→" + fmt.Sprint(s.Folded[i])
	}
	return fmt.Sprintf("%12s  %-16s %s", tokens, strings.Join(v.States, ","), v.Headline)
}

// printBlock prints a line on a block; rest ends it.
func (a *app) printBlock(b *block.Block, rest string) {
	label := b.Kind.String()
	if b.Tool != "" {
		label += " " + b.Tool
	}
	code := ""
	if b.Foldable() {
		code = "#" + block.Code(b.ID)
	}
	a.exact(fmt.Sprintf("%5d  %4d  %-7s  %-22s %s\n", b.Order, b.Turn, code, text.UTF8(label), text.UTF8(rest)))
}

func (a *app) ledgerBlocks() error {
	w, err := a.read("")
	if err != nil {
		return err
	}
	defer w.Close()
	all, err := w.ledger()
	if err != nil {
		return err
	}
	var failed error
	err = all.Each(func(i int, body string) bool {
		if a.json {
			failed = a.lines().Line(all.AppendRow(nil, i, body))
			return failed == nil
		}
		b := all.Block(i)
		a.printBlock(b, fmt.Sprintf("%8d  %s", b.Tokens, shape.HeadlineOf(b, body)))
		return true
	})
	if err == nil {
		err = failed
	}
	return err
}
