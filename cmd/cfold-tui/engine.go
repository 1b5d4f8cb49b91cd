package main

import (
	"time"

	"github.com/spf13/cobra"

	"cfold/watch/link/serve"
	"cfold/watch/sessions"
)

// engineCommand is the fold engine as Pi's child. Nobody types it.
func (a *app) engineCommand() *cobra.Command {
	return &cobra.Command{
		Use: "engine", Short: "Fold for Pi: what the extension runs, speaking frames over standard input and output",
		Hidden: true, Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			home, _ := a.lookup("HOME")
			agent := sessions.AgentDir(func(key string) string { v, _ := a.lookup(key); return v }, home)
			return serve.Serve(c.Context(), a.in, a.env.out, serve.Options{
				Version: version(), Agent: agent, Environ: a.lookup, Now: time.Now,
			})
		},
	}
}
