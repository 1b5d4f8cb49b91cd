package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/settings"
	"cfold/watch/config"
)

func (a *app) settingsCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "settings", Short: "Show or change the fold settings: what rules, and where it comes from", Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { return a.settings() },
	}
	c.AddCommand(&cobra.Command{
		Use: "get KEY", Short: "Print the value of one setting", Args: needs("KEY", 1), ValidArgsFunction: offerSettings,
		RunE: func(_ *cobra.Command, args []string) error { return a.setting(args[0]) },
	}, a.setCommand(), a.unsetCommand())
	return c
}

// resolve reads the settings as they are. A file that cannot be used is an error.
func (a *app) resolve() (settings.Resolved, string, error) {
	path := config.Path(a.place().Agent)
	file := config.Read(path)
	if file.Err != nil {
		return settings.Resolved{}, path, fmt.Errorf("%s: %w", path, cause(file.Err))
	}
	decoded, err := settings.DecodeFile(file.Data)
	if err != nil {
		return settings.Resolved{}, path, fmt.Errorf("%s: %w; correct it by hand, it is not overwritten", path, err)
	}
	return settings.Resolve(decoded, a.lookup), path, nil
}

func (a *app) settings() error {
	r, path, err := a.resolve()
	if err != nil {
		return err
	}
	if !a.json {
		a.print("%s", path)
	}
	for _, s := range r.All() {
		if a.json {
			if err := a.lines().Write(shape.SettingOf(s)); err != nil {
				return err
			}
			continue
		}
		line := fmt.Sprintf("%-30s %-8s %-12s %s", s.Knob.Key, s.Text(), s.Source, s.Knob.About)
		if s.Shadowed {
			line += "; " + s.Knob.Env + " rules over the saved " + s.Knob.Format(*s.Saved)
		}
		a.print("%s", line)
		for _, i := range s.Ignored {
			a.note("%s: %s is ignored: %s", s.Knob.Key, i.Source, i.Reason)
		}
	}
	for _, i := range r.Ignored {
		a.note("%s is ignored: %s", settings.ProviderIdle, i.Reason)
	}
	if r.Disabled {
		a.note("CONTEXTFOLD switches folding off")
	}
	return nil
}

func (a *app) setting(key string) error {
	if _, err := settings.Lookup(key); err != nil {
		return wrong("%w", err)
	}
	r, _, err := a.resolve()
	if err != nil {
		return err
	}
	s, ok := r.Get(key)
	if !ok {
		return wrong("%s: no such setting", key)
	}
	if a.json {
		return a.lines().Write(shape.SettingOf(s))
	}
	a.print("%s", s.Text())
	return nil
}
