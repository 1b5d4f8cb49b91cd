package main

import (
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// version is the program's, as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// rootFlags are those of the root command alone.
type rootFlags struct {
	once string
	demo bool
	// alert rules over what is remembered where it was given.
	alert, alertGiven bool
}

// root is the whole command line.
func (a *app) root() *cobra.Command {
	var f rootFlags
	c := &cobra.Command{
		Use:   "cfold-tui [SESSION]",
		Short: "Show what a Pi session's context window holds, and what folding does to it",
		Long: `cfold-tui runs beside the Pi coding agent, reads its session file as it grows and
shows what the model's context window really holds: every block, what has been
folded away, when the next fold comes, and what it costs or saves in the prompt
cache.

SESSION is a file, a session id or the beginning of one. Without it the newest
session of the current directory is followed, and newer ones after it; where there
is none yet, it is waited for.`,
		Example: `  cfold-tui                      the newest session of this directory, live
  cfold-tui --demo               a built-in session, as if live
  cfold-tui --once 120x40        one frame, then end
  cfold-tui status --line        one line for a status bar`,
		Version:       version(),
		Args:          oneSession,
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(c *cobra.Command, args []string) error {
			f.alertGiven = c.Flags().Changed("alert")
			return a.view(c.Context(), f, argument(args))
		},
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if err := a.checkFlags(c); err != nil {
				return err
			}
			return a.openLog(version())
		},
	}
	c.SetVersionTemplate("cfold-tui {{.Version}}\n")
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return wrong("%w; see: %s --help", err, c.CommandPath())
	})
	a.everywhere(c)
	c.Flags().StringVar(&f.once, "once", "", "print one frame of `WxH` cells and end, as 120x40")
	c.Flags().BoolVar(&f.alert, "alert", false, "ring, and say so in tmux, before a fold, at idle expiry and at a compaction; remembered")
	c.Flags().BoolVar(&f.demo, "demo", false, "replay a small built-in session as if live")
	c.AddCommand(
		a.sessionsCommand(), a.statusCommand(), a.blocksCommand(), a.recallCommand(), a.searchCommand(),
		a.replayCommand(), a.settingsCommand(), a.handoffCommand(), a.doctorCommand(), a.vectorsCommand(), a.manCommand(),
		a.unfoldCommand(), a.holdCommand(), a.linkCommand(), a.engineCommand(),
	)
	a.complete(c)
	usage := c.UsageFunc()
	c.SetUsageFunc(func(c *cobra.Command) error {
		hideIdle(c)
		return usage(c)
	})
	return c
}

// argument is the only argument there may be.
func argument(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// oneSession allows a session to be named.
func oneSession(c *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "" {
		return wrong("SESSION is empty: name one, or leave it out")
	}
	return atMost(1)(c, args)
}

// atMost allows up to n arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > n {
			return wrong("%q is one argument too many; see: %s --help", args[n], c.CommandPath())
		}
		return nil
	}
}

// needs asks for at least one argument, called name, and at most most.
func needs(name string, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrong("%s is missing; see: %s --help", name, c.CommandPath())
		}
		return atMost(most)(c, args)
	}
}

// group is a command that only holds others.
func group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return wrong("%q is no command of %s; there are: %s", args[0], c.CommandPath(), strings.Join(names, ", "))
		}
		return wrong("say which: %s %s", c.CommandPath(), strings.Join(names, "|"))
	}
	return c
}

// parseSize reads WxH in cells.
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	const most = 2000
	if !ok || errW != nil || errH != nil || width < 1 || height < 1 || width > most || height > most {
		return 0, 0, wrong("--once %q: give a size in cells such as 120x40, %[2]dx%[2]d at most", s, most)
	}
	return width, height, nil
}
