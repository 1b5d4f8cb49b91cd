package main

import (
	"strings"

	"github.com/spf13/cobra"

	"cfold/engine/settings"
	"cfold/tui/sanitize"
)

// titleWidth is how much of a session's title stands beside its id in a
// completion, in cells.
const titleWidth = 60

// complete adds what the shell can be offered beside commands and flags, and makes
// the commands that cobra brings along fail where they are called wrongly.
func (a *app) complete(root *cobra.Command) {
	root.ValidArgsFunction = a.offerSessions
	// An error means that the flag is not there, which every test would notice.
	_ = root.RegisterFlagCompletionFunc("session", a.offerSessions)
	_ = root.RegisterFlagCompletionFunc("background", cobra.FixedCompletions(backgrounds, cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("colormap", cobra.FixedCompletions(colormaps(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("window", cobra.NoFileCompletions)
	root.SetOut(a.buffered) // before the command that prints to it is made
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Use, c.Args = "completion SHELL", nil
			group(c)
		case "help":
			c.Args = knownCommand
		}
	}
}

// offerSessions offers the sessions there are, and files.
func (a *app) offerSessions(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := a.place().List() // what cannot be listed is not offered
	var offers []string
	for _, info := range all {
		// An id that had to be made safe to show would not be found again.
		if id := string(sanitize.Line(info.ID)); id == info.ID && strings.HasPrefix(id, typed) {
			offers = append(offers, id+"\t"+string(sanitize.Head(info.Title(), titleWidth)))
		}
	}
	return offers, cobra.ShellCompDirectiveDefault
}

// offerSettings offers the keys of the settings as a first argument.
func offerSettings(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var offers []string
	if len(args) == 0 {
		for _, k := range settings.Knobs() {
			offers = append(offers, k.Key+"\t"+k.About)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// knownCommand wants the arguments of help to name a command.
func knownCommand(c *cobra.Command, args []string) error {
	if found, rest, err := c.Root().Find(args); err != nil || found == nil || len(rest) > 0 {
		return wrong("%q is no command; see: %s --help", strings.Join(args, " "), c.Root().Name())
	}
	return nil
}
