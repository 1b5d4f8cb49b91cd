package main

import (
	"fmt"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page; read it with: cfold-tui man | man -l -", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			page, err := mango.NewManPage(1, c.Root())
			if err != nil {
				return fmt.Errorf("making the manual page: %w", err)
			}
			page = page.WithSection("Exit codes", "0 done, 1 failed, 2 wrong use.").
				WithSection("Environment", "PI_CODING_AGENT_DIR, PI_CODING_AGENT_SESSION_DIR: where Pi keeps its files. CONTEXTFOLD_*: the fold settings, see cfold-tui settings. NO_COLOR, CLICOLOR_FORCE, COLORFGBG: colours.")
			_, err = fmt.Fprint(a.buffered, page.Build(roff.NewDocument()))
			return err
		},
	}
}
