package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/seed"
	"cfold/watch/route"
)

func (a *app) handoffCommand() *cobra.Command {
	var goal string
	var printed, start bool
	c := &cobra.Command{
		Use: "handoff --goal TEXT", Short: "Write the seed for a fresh session that takes this one over", Args: atMost(0),
		Long: `Writes what a fresh session needs to take this one over into a file beside it, and
prints the path: the goal, and the files, commands, errors and identifiers of all that
was folded. An earlier one with other content is kept under a numbered name. --print
prints the seed and writes nothing; --start has the linked Pi that has the session open
go over to the new one.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("goal") {
				return wrong("--goal is missing: say what the new session is for")
			}
			if strings.TrimSpace(goal) == "" {
				return wrong("--goal is blank: say what the new session is for")
			}
			if printed && start {
				return wrong("--print writes nothing that could be started: leave one out")
			}
			return a.handoff(goal, printed, start)
		},
	}
	c.Flags().StringVar(&goal, "goal", "", "what the new session is for, in `words`")
	c.Flags().BoolVar(&printed, "print", false, "print the seed and write nothing")
	c.Flags().BoolVar(&start, "start", false, "start the new session in the linked Pi")
	return c
}

func (a *app) handoff(goal string, printed, start bool) error {
	u, err := a.load("")
	if err != nil {
		return err
	}
	defer u.Close()
	session, _ := route.SessionOf(&u)
	h := a.desk().Seed(session, u.Index, goal)
	if len(h.Records) == 0 {
		when := "yet"
		if len(u.Snapshot.Layers) > 0 && u.Index == nil {
			when = "beside it, though it has folds (name its index with --seed-index)"
		}
		a.note("the session has no seed index records %s: the seed holds the goal alone", when)
	}
	if printed {
		return a.printSeed(h)
	}
	written, err := a.desk().Handoff(session, h)
	if err != nil {
		return err
	}
	started := ""
	if start {
		if started, err = a.desk().Start(session, written.Path); err != nil {
			return fmt.Errorf("the seed is written, %s; not started: %w", written.Path, err)
		}
		a.note("%s", started)
	}
	if a.json {
		return a.lines().Write(shape.Written{
			Path: shape.Text(written.Path), Kept: shape.Text(written.Kept), Parent: shape.Text(h.Parent),
			Goal: shape.Text(goal), Records: len(h.Records), Started: shape.Text(started),
			Notices: a.taken(),
		})
	}
	if written.Kept != "" {
		a.note("the earlier one is now %s", written.Kept)
	}
	a.exact(written.Path + "\n")
	return nil
}

func (a *app) printSeed(h seed.Handoff) error {
	text := h.Markdown()
	if a.json {
		return a.lines().Write(shape.Seed{
			Parent: shape.Text(h.Parent), Goal: shape.Text(h.Goal), Records: len(h.Records), Markdown: shape.Text(text),
			Notices: a.taken(),
		})
	}
	a.exact(text)
	return nil
}
