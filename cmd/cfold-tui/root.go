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
		Args:          atMost(1),
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(c *cobra.Command, args []string) error {
			f.alertGiven = c.Flags().Changed("alert")
			return a.view(c.Context(), f, argument(args))
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := a.checkFlags(); err != nil {
				return err
			}
			return a.openLog(version())
		},
	}
	c.SetVersionTemplate("cfold-tui {{.Version}}\n")
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return wrong("%w; see: %s --help", err, c.CommandPath())
	})
	p := c.PersistentFlags()
	p.StringVarP(&a.session, "session", "s", "", "`session` to read: a file, an id or the beginning of one")
	p.IntVar(&a.window, "window", 0, "size of the context window in `tokens`, over all other sources")
	p.StringVar(&a.seedIndex, "seed-index", "", "seed index `file`, where it is not beside the session")
	p.StringVar(&a.background, "background", "auto", "`dark`, light or auto: the terminal's background")
	p.StringVar(&a.logFile, "log", "", "append a log for bug reports to `file`")
	p.BoolVar(&a.json, "json", false, "print JSON")
	c.Flags().StringVar(&f.once, "once", "", "print one frame of `WxH` cells and end, as 120x40")
	c.Flags().BoolVar(&f.alert, "alert", false, "ring, and say so in tmux, before a fold, at idle expiry and at a compaction; remembered")
	c.Flags().BoolVar(&f.demo, "demo", false, "replay a small built-in session as if live")
	c.AddCommand(
		a.sessionsCommand(), a.statusCommand(), a.blocksCommand(), a.recallCommand(), a.searchCommand(),
		a.replayCommand(), a.settingsCommand(), a.handoffCommand(), a.doctorCommand(), a.vectorsCommand(), a.manCommand(),
		a.unfoldCommand(), a.holdCommand(), a.linkCommand(), a.engineCommand(),
	)
	c.CompletionOptions.DisableDefaultCmd = false
	return c
}

func (a *app) checkFlags() error {
	switch a.background {
	case "dark", "light", "auto":
	default:
		return wrong("--background %q: give dark, light or auto", a.background)
	}
	if a.window < 0 {
		return wrong("--window %d: give a number of tokens above 0", a.window)
	}
	return nil
}

// argument is the only argument there may be.
func argument(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
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
	var names []string
	for _, sub := range commands {
		names = append(names, sub.Name())
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return wrong("%q is no command of %s; there are: %s", args[0], c.CommandPath(), strings.Join(names, ", "))
		}
		return wrong("say which: %s %s", c.CommandPath(), strings.Join(names, "|"))
	}
	c.AddCommand(commands...)
	return c
}

// parseSize reads WxH in cells.
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	const most = 2000
	if !ok || errW != nil || errH != nil || width < 1 || height < 1 || width > most || height > most {
		return 0, 0, wrong("--once %q: give a size in cells such as 120x40", s)
	}
	return width, height, nil
}
