package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cfold/theme"
)

// word is a flag's text with a name of its own for its value.
type word struct {
	text *string
	name string
}

// String is the text as given.
func (w word) String() string {
	if w.text == nil {
		return ""
	}
	return *w.text
}

// Set takes any text: what is accepted is checked once all flags are read.
func (w word) Set(s string) error { *w.text = s; return nil }

// Type is what the help calls the value.
func (w word) Type() string { return w.name }

// backgrounds are the values of --background.
var backgrounds = []string{"dark", "light", "auto"}

// colormaps are the values of --colormap, the default first.
func colormaps() []string {
	var names []string
	for _, m := range theme.Maps() {
		names = append(names, string(m))
	}
	return names
}

// everywhere adds the flags that every command takes.
func (a *app) everywhere(c *cobra.Command) {
	a.background, a.colormap = "auto", colormaps()[0]
	p := c.PersistentFlags()
	p.StringVarP(&a.session, "session", "s", "", "`session` to read: a file, an id or the beginning of one")
	p.Var(word{&a.windowArg, "tokens"}, "window", "size of the context window, as 200000, 200k or 1M, over all other sources")
	p.StringVar(&a.seedIndex, "seed-index", "", "seed index `file`, where it is not beside the session")
	p.Var(word{&a.background, strings.Join(backgrounds, "|")}, "background", "the terminal's background, for the colours of the screen")
	p.Var(word{&a.colormap, "name"}, "colormap", "colours of the fold bar: "+strings.Join(colormaps(), ", "))
	p.StringVar(&a.logFile, "log", "", "append a log for bug reports to `file`")
	p.BoolVar(&a.json, "json", false, "print JSON")
}

// does lists, for the first word of a command, which of the flags that every
// command takes do something there; --log does everywhere.
var does = map[string][]string{
	"cfold-tui": {"session", "window", "seed-index", "background", "colormap"},
	"status":    {"session", "window", "seed-index", "json"},
	"blocks":    {"session", "window", "seed-index", "json"},
	"recall":    {"session", "json"},
	"search":    {"session", "json"},
	"replay":    {"session", "window", "seed-index", "json"},
	"unfold":    {"session", "window", "seed-index", "json"},
	"hold":      {"session", "window", "seed-index", "json"},
	"handoff":   {"session", "seed-index", "json"},
	"doctor":    {"session", "window", "seed-index", "json"},
	"vectors":   {"session"},
	"sessions":  {"json"},
	"settings":  {"json"},
	"link":      {"json"},
}

// hideIdle keeps the flags that do nothing for a command out of its help. They are
// taken all the same, so that one set of flags can be given to every command.
func hideIdle(c *cobra.Command) {
	first := c
	for first.HasParent() && first.Parent().HasParent() {
		first = first.Parent()
	}
	for _, name := range []string{"session", "window", "seed-index", "background", "colormap", "json"} {
		if flag := c.Root().PersistentFlags().Lookup(name); flag != nil {
			flag.Hidden = !slices.Contains(does[first.Name()], name)
		}
	}
}

// checkFlags takes in the flags that every command takes.
func (a *app) checkFlags(c *cobra.Command) error {
	if !slices.Contains(backgrounds, a.background) {
		return wrong("--background %q: give dark, light or auto", a.background)
	}
	if _, err := theme.ParseMap(a.colormap); err != nil {
		return wrong("--colormap: %w", err)
	}
	given := func(name string) bool { return c.Flags().Changed(name) }
	if given("window") {
		var err error
		if a.window, err = parseWindow(a.windowArg); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{"session": a.session, "seed-index": a.seedIndex, "log": a.logFile} {
		if given(name) && text == "" {
			return wrong("--%s is empty: give one, or leave it out", name)
		}
	}
	if given("seed-index") {
		return a.checkSeedIndex()
	}
	return nil
}
