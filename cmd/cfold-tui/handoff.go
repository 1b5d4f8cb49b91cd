package main

import (
	"time"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/seed"
)

func (a *app) handoffCommand() *cobra.Command {
	var goal string
	c := &cobra.Command{
		Use: "handoff --goal TEXT", Short: "Print the seed for a fresh session that takes this one over", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("goal") {
				return wrong("--goal is missing: say what the new session is for")
			}
			return a.handoff(goal)
		},
	}
	c.Flags().StringVar(&goal, "goal", "", "what the new session is for, in `words`")
	return c
}

func (a *app) handoff(goal string) error {
	u, err := a.load("")
	if err != nil {
		return err
	}
	defer u.Close()
	h := seed.Handoff{At: seed.Time(time.Now().UnixMilli()), Parent: u.Path, Goal: goal}
	if u.Index != nil {
		h.Records = u.Index.Records()
	}
	if len(h.Records) == 0 {
		a.note("the session has no seed index records yet: the seed holds the goal alone")
	}
	text := h.Markdown()
	if a.json {
		return a.lines().Write(shape.Seed{
			Parent: shape.Text(h.Parent), Goal: shape.Text(goal), Records: len(h.Records), Markdown: shape.Text(text),
		})
	}
	a.exact(text)
	return nil
}
