package main

import (
	"strings"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/ladder"
	"cfold/engine/replay"
	"cfold/engine/settings"
	"cfold/tui/format"
)

func (a *app) replayCommand() *cobra.Command {
	var set []string
	c := &cobra.Command{
		Use: "replay", Short: "Run the ladder over a session as if from its start", Args: atMost(0),
		Long: `Runs the ladder over the session's active branch as if from its start and prints
what each model call would have seen. The session's own layers play no part, nor do
the settings file and the environment: what --set does not name is at its default.`,
		Example: "  cfold-tui replay --window 128000 --set foldAt=0.6 --set tail=10000",
		RunE:    func(*cobra.Command, []string) error { return a.replay(set) },
	}
	c.Flags().StringArrayVar(&set, "set", nil, "a setting as `key=value`, such as foldAt=0.6; may be repeated")
	return c
}

func (a *app) replay(set []string) error {
	values, config, err := overrides(set)
	if err != nil {
		return err
	}
	w, err := a.read("")
	if err != nil {
		return err
	}
	defer w.Close()
	window, assumed, err := a.windowOf(w)
	if err != nil {
		return err
	}
	result, err := replay.Run(w.index, w.file, window, config)
	if err != nil {
		return err
	}
	if a.json {
		v, err := shape.ReplayOf(result, w.index, w.file, window, values)
		if err != nil {
			return err
		}
		v.WindowAssumed, v.Notices = assumed, a.taken()
		return a.lines().Write(v)
	}
	a.printReplay(result, window)
	return nil
}

// overrides reads key=value settings over the defaults.
func overrides(set []string) (map[string]settings.Value, ladder.Config, error) {
	var file settings.File
	values := map[string]settings.Value{}
	for _, s := range set {
		key, input, ok := strings.Cut(s, "=")
		if !ok {
			return nil, ladder.Config{}, wrong("--set %q: give key=value, such as foldAt=0.6", s)
		}
		v, err := settings.Parse(key, input)
		if err != nil {
			return nil, ladder.Config{}, wrong("--set: %w", err)
		}
		file, values[key] = file.Set(key, v), v
	}
	none := func(string) (string, bool) { return "", false }
	return values, ladder.Config(settings.Resolve(file, none).Ladder()), nil
}

func (a *app) printReplay(r replay.Result, window int) {
	saved := 0
	for _, c := range r.Calls {
		saved += c.Frame.Saved
	}
	a.print("window %s · %s · %s · ~%s masked per call at the end",
		windowText(window), format.Count(len(r.Calls), "call"), format.Count(len(r.Layers), "layer"), format.Tokens(saved))
	a.print("%5s  %8s  %6s  %8s  %8s  %8s  %s", "call", "reported", "usage", "live", "maskable", "floor", "state")
	for i, c := range r.Calls {
		reported, state := "unknown", c.Frame.State.String()
		if c.Reported.Known {
			reported = format.Tokens(c.Reported.Tokens)
		}
		if c.Layer > 0 {
			state += " → layer " + format.Tokens(c.Layer) + " saves " + format.Tokens(c.Frame.Saved)
		}
		a.print("%5d  %8s  %6s  %8s  %8s  %8s  %s", i+1, reported, format.Percent(c.Frame.Fraction),
			format.Tokens(c.Frame.Live), format.Tokens(c.Frame.Savings), format.Tokens(c.Frame.Floor), state)
	}
}
