package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"cfold/tui"
)

// preferences are those of the last run and the way to keep those of this one.
// They are a convenience: what cannot be read or written is left at that, with a
// line in the log.
func (a *app) preferences() (tui.Prefs, func(tui.Prefs)) {
	var p tui.Prefs
	path := a.prefsPath()
	if path == "" {
		return p, nil
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil && !os.IsNotExist(err) {
		a.log.Warn("preferences passed over", "error", err)
		p = tui.Prefs{}
	}
	return p, func(p tui.Prefs) {
		if err := writePrefs(path, p); err != nil {
			a.log.Warn("preferences not kept", "error", err)
		}
	}
}

// prefsPath is where they lie; empty without a home.
func (a *app) prefsPath() string {
	dir := a.getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home := a.getenv("HOME")
		if !filepath.IsAbs(home) {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "cfold-tui", "screen.json")
}

func writePrefs(path string, p tui.Prefs) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(path, append(data, '\n'), 0o600)
}
