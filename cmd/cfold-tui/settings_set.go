package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/settings"
	"cfold/watch/route"
)

func (a *app) setCommand() *cobra.Command {
	var replace bool
	c := &cobra.Command{
		Use: "set KEY VALUE", Short: "Save a setting", Args: exactly("KEY", "VALUE"), ValidArgsFunction: offerSettings,
		Long: `Saves a setting in the settings file. The file is replaced as a whole, with everything
else in it as it was; keys of other programs stay. KEY is one of the table, or
` + settings.ProviderIdle + `.PROVIDER.`,
		Example: "  cfold-tui settings set foldAt 0.5\n  cfold-tui settings set budgetCap off\n  cfold-tui settings set providerCacheIdleMinutes.anthropic 5",
		RunE: func(_ *cobra.Command, args []string) error {
			v, err := settings.Parse(args[0], args[1])
			if err != nil {
				return wrong("%w", err)
			}
			return a.change(route.Change{Key: args[0], Value: &v, Replace: replace})
		},
	}
	c.Flags().BoolVar(&replace, "replace", false, "replace a settings file that does not parse; it is kept beside")
	return c
}

func (a *app) unsetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "unset KEY", Short: "Take a saved setting out, so that its default rules", Args: needs("KEY", 1), ValidArgsFunction: offerSettings,
		RunE: func(_ *cobra.Command, args []string) error {
			if _, err := settings.Lookup(args[0]); err != nil {
				return wrong("%w", err)
			}
			return a.change(route.Change{Key: args[0]})
		},
	}
}

// exactly asks for arguments of those names.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return wrong("%s is missing; see: %s --help", names[len(args)], c.CommandPath())
		}
		return atMost(len(names))(c, args)
	}
}

// change changes one setting and prints how it stands then.
func (a *app) change(c route.Change) error {
	before, known := a.standing(c.Key)
	saved, err := a.desk().Save(c)
	var unparsable *route.UnparsableError
	if errors.As(err, &unparsable) {
		return fmt.Errorf("%w; correct it by hand, or give --replace with settings set", err)
	}
	if err != nil {
		return fmt.Errorf("nothing was saved: %w", plain(err))
	}
	if saved.Kept != "" {
		a.note("the file did not parse; what it held is now in %s", saved.Kept)
	}
	after, _ := a.standing(c.Key)
	switch {
	case a.json:
		return a.lines().Write(shape.SettingOf(after))
	case after.Source == settings.FromEnvironment:
		a.print("%s %s; %s rules over it, at %s", c.Key, savedText(after), after.Knob.Env, after.Text())
	case saved.Same:
		a.print("%s was not saved: it stands at %s (%s)", c.Key, after.Text(), after.Source)
	case known:
		a.print("%s %s (%s), was %s (%s); %s", c.Key, after.Text(), after.Source, before.Text(), before.Source, saved.Seen)
	default:
		a.print("%s %s (%s); %s", c.Key, after.Text(), after.Source, saved.Seen)
	}
	return nil
}

// standing is one setting as it stands; known is false while the file cannot be
// used.
func (a *app) standing(key string) (s settings.Setting, known bool) {
	r, _, err := a.resolve()
	s, _ = r.Get(key)
	return s, err == nil
}

// savedText is what is saved of a setting.
func savedText(s settings.Setting) string {
	if s.Saved == nil {
		return "not saved"
	}
	return s.Knob.Format(*s.Saved) + " (saved)"
}
