package main

import (
	"strings"
	"time"

	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page; read it with: cfold-tui man | man -l -", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := a.buffered.WriteString(manual(c.Root()))
			return err
		},
	}
}

// page is a manual page in the making. Its texts are the program's own.
type page struct{ *roff.Document }

// manual is the manual page of the command line.
func manual(root *cobra.Command) string {
	p := page{roff.NewDocument()}
	name := root.Name()
	p.Heading(1, name, "User Commands", time.Now())
	p.Section("Name")
	p.Text(name + " - " + strings.ToLower(root.Short[:1]) + root.Short[1:])
	p.EndSection()
	p.Section("Synopsis")
	p.synopsis(name, "[options] [SESSION]")
	p.Paragraph()
	p.synopsis(name, "COMMAND [options] [argument...]")
	p.EndSection()
	p.Section("Description")
	p.prose(root.Long)
	p.EndSection()
	p.Section("Options")
	p.flags(root.LocalFlags())
	p.Section("Commands")
	p.commands(root)
	for _, s := range sections {
		p.Section(s.title)
		for _, e := range s.entries {
			p.entry(e[0], e[1])
		}
	}
	return p.String()
}

// sections are what follows the commands: what is described, and how.
var sections = []struct {
	title   string
	entries [][2]string
}{
	{"Exit status", [][2]string{{"0", "done"}, {"1", "failed"}, {"2", "wrong use"}}},
	{"Environment", [][2]string{
		{"PI_CODING_AGENT_DIR, PI_CODING_AGENT_SESSION_DIR", "where Pi keeps its files, and its sessions"},
		{"CONTEXTFOLD", "0 switches folding off"},
		{"CONTEXTFOLD_*", "the fold settings, over the saved ones; see: cfold-tui settings"},
		{"NO_COLOR, CLICOLOR_FORCE, COLORTERM, TERM", "whether and how many colours are used"},
		{"COLORFGBG", "the terminal's background, where it cannot be asked"},
	}},
	{"Files", [][2]string{
		{"~/.pi/agent/sessions", "the sessions"},
		{"~/.pi/agent/context-fold.json", "the fold settings"},
	}},
}

func (p page) synopsis(name, rest string) {
	p.TextBold(name)
	p.Text(" " + rest)
	p.EndSection()
}

// prose writes paragraphs, which blank lines part.
func (p page) prose(text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			p.Paragraph()
		}
		p.Text(strings.Join(strings.Fields(paragraph), " "))
		p.EndSection()
	}
}

// entry is a term and what it means.
func (p page) entry(term, meaning string) {
	p.TaggedParagraph(-1)
	p.TextBold(term)
	p.EndSection()
	p.prose(meaning)
}

func (p page) flags(set *pflag.FlagSet) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		term := "--" + f.Name
		if f.Shorthand != "" {
			term = "-" + f.Shorthand + ", " + term
		}
		if kind != "" {
			term += " " + kind
		}
		p.entry(term, usage)
	})
}

// commands lists the commands below one, each with what is its own.
func (p page) commands(above *cobra.Command) {
	for _, c := range above.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if c.HasAvailableSubCommands() && c.Name() != "completion" {
			if c.Name() == "settings" {
				p.command(c)
			}
			p.commands(c)
			continue
		}
		p.command(c)
	}
}

func (p page) command(c *cobra.Command) {
	about := c.Short + "."
	if c.Long != "" && c.Name() != "completion" {
		about = c.Long
	}
	path := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	_, args, _ := strings.Cut(c.Use, " ")
	p.entry(strings.TrimSpace(path+" "+args), about)
	if c.HasAvailableLocalFlags() {
		p.Indent(-1)
		p.flags(c.LocalNonPersistentFlags())
		p.IndentEnd()
	}
}
