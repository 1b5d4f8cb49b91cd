package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/settings"
	"cfold/theme"
	"cfold/tui/format"
	"cfold/watch/host"
	"cfold/watch/sessions"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Check Pi, folders, settings and the terminal, and say what to do", Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { return a.doctor() },
	}
}

// The statuses of a check.
const (
	checkOK      = "ok"
	checkNote    = "note"
	checkProblem = "problem"
)

func (a *app) doctor() error {
	problem := false
	for _, look := range []func() []shape.Check{a.checkPi, a.checkLink, a.checkFolders, a.checkSession, a.checkSettings, a.checkTerminal} {
		for _, c := range look() {
			problem = problem || c.Status == checkProblem
			if a.json {
				if err := a.lines().Write(c); err != nil {
					return err
				}
				continue
			}
			line := fmt.Sprintf("%-8s %-13s %s", c.Status, c.Check, c.Detail)
			if c.Hint != "" {
				line += "; " + c.Hint
			}
			a.print("%s", line)
		}
	}
	if problem {
		return errSaid
	}
	return nil
}

func check(name, status, hint, format string, args ...any) shape.Check {
	return shape.Check{Check: name, Status: status, Detail: shape.Text(fmt.Sprintf(format, args...)), Hint: hint}
}

func (a *app) checkPi() []shape.Check {
	state, running := host.Here().PiIn(a.cwd)
	paths := []string{a.getenv("PATH")}
	for _, p := range running {
		paths = append(paths, p.Path)
	}
	var list []shape.Check
	if pi, ok := host.FindPi(paths...); ok {
		list = append(list, check("pi", checkOK, "", "version %s in %s", pi.Version, pi.Dir))
		if version, odd := pi.OddPart(); odd {
			list = append(list, check("pi", checkNote, "where pi does not start, install the newest: npm install -g @earendil-works/pi-coding-agent@latest",
				"its part pi-ai is of version %s", version))
		}
	} else {
		list = append(list, check("pi", checkNote, "install it with: npm install -g @earendil-works/pi-coding-agent", "not found in PATH; sessions can be read without it"))
	}
	switch state {
	case host.Running:
		return append(list, check("process", checkOK, "", "%d running in this directory", len(running)))
	case host.None:
		return append(list, check("process", checkNote, "start pi here to follow it", "none is running in this directory"))
	}
	return append(list, check("process", checkNote, "", "running processes cannot be seen on this system"))
}

func (a *app) checkFolders() []shape.Check {
	place := a.place()
	list := []shape.Check{folderCheck("agent", place.Agent, "PI_CODING_AGENT_DIR or the default")}
	for _, root := range place.Roots {
		list = append(list, folderCheck("sessions", root.Path, root.Source))
	}
	for _, notice := range place.Notices {
		list = append(list, check("sessions", checkProblem, "correct the file", "%s", notice))
	}
	return list
}

func folderCheck(name, path, source string) shape.Check {
	_, err := os.ReadDir(path)
	switch {
	case err == nil:
		return check(name, checkOK, "", "%s (%s)", path, source)
	case errors.Is(err, os.ErrNotExist):
		return check(name, checkNote, "Pi makes it when it first needs it", "%s is not there (%s)", path, source)
	}
	return check(name, checkProblem, "make it a folder one can read", "%s: %v (%s)", path, cause(err), source)
}

func (a *app) checkSession() []shape.Check {
	info, err := a.find("")
	if err != nil {
		status := checkProblem
		if errors.Is(err, sessions.ErrNone) {
			status = checkNote
		}
		return []shape.Check{check("session", status, "", "%v", err)}
	}
	list := []shape.Check{check("session", checkOK, "", "%s", info.Path)}
	u, err := a.open(info.Path)
	if err != nil {
		return append(list, check("session", checkProblem, "", "%v", err))
	}
	defer u.Close()
	s := u.Snapshot
	if s.Window == 0 {
		list = append(list, check("window", checkNote, "give it with --window", "that of %s/%s is not known", s.Model.Provider, s.Model.ID))
	} else {
		list = append(list, check("window", checkOK, "", "%s, from %s", format.Count(s.Window, "token"), s.WindowSource))
	}
	if s.Counts.Malformed > 0 {
		list = append(list, check("lines", checkNote, "they are passed over, as Pi does", "%d of %d are not JSON objects", s.Counts.Malformed, s.Counts.Lines))
	}
	if !s.Recorded {
		return append(list, check("folding", checkNote, "cfold-tui link install has Pi fold, and so does the npm package context-fold", "the session has no fold records"))
	}
	if u.Index == nil {
		return append(list, check("seed index", checkNote, "name it with --seed-index", "none beside the session, at %s", sessions.SeedIndexPath(u.Path, s.Header.ID)))
	}
	return append(list, check("seed index", checkOK, "", "%s, %s passed over", format.Count(len(u.Index.Records()), "record"), format.Count(u.Index.Skipped(), "line")))
}

func (a *app) checkSettings() []shape.Check {
	r, path, err := a.resolve()
	if err != nil {
		return []shape.Check{check("settings", checkProblem, "", "%v", err)}
	}
	list := []shape.Check{check("settings", checkOK, "", "%s", path)}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		list[0] = check("settings", checkOK, "", "no file at %s: the defaults rule", path)
	}
	for _, s := range r.All() {
		for _, i := range s.Ignored {
			list = append(list, check("settings", checkProblem, "set it to what is accepted", "%s (%s): %s", s.Knob.Key, i.Source, i.Reason))
		}
	}
	for _, i := range r.Ignored {
		list = append(list, check("settings", checkProblem, "correct it", "%s: %s", settings.ProviderIdle, i.Reason))
	}
	if r.Disabled {
		list = append(list, check("settings", checkNote, "unset CONTEXTFOLD", "CONTEXTFOLD switches folding off"))
	}
	return list
}

func (a *app) checkTerminal() []shape.Check {
	if !a.outTerminal {
		return []shape.Check{check("terminal", checkNote, "run it in a terminal to see what that can", "the output is not a terminal")}
	}
	depth := theme.DetectDepth(a.getenv, true)
	status, hint := checkOK, ""
	if !depth.Colored() && a.getenv("NO_COLOR") == "" {
		status, hint = checkNote, "set TERM to one with colours"
	}
	list := []shape.Check{check("terminal", status, hint, "TERM %s, %s", a.getenv("TERM"), depth)}
	if a.getenv("TMUX") != "" {
		list = append(list, check("clipboard", checkOK, "", "through tmux's buffer"))
	}
	if dir, err := os.UserHomeDir(); err == nil && filepath.IsAbs(dir) {
		return list
	}
	return append(list, check("home", checkProblem, "set HOME", "the home directory is not known"))
}
