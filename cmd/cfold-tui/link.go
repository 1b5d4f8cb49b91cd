package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/watch/link"
)

func (a *app) linkCommand() *cobra.Command {
	sub := func(use, short string, run func() error) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Args: atMost(0), RunE: func(*cobra.Command, []string) error { return run() }}
	}
	return group(&cobra.Command{Use: "link", Short: "The Pi extension: live control, and folding where nothing else folds"},
		sub("install", "Write the extension into Pi's agent folder", a.linkInstall),
		sub("uninstall", "Remove the extension", a.linkUninstall),
		sub("status", "Show the extension and the running Pi's that have loaded it", a.linkStatus),
		sub("path", "Print where the extension lies, for pi -e", a.linkPath),
	)
}

func (a *app) linkInstall() error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cache, _ := os.UserCacheDir()
	binary := link.Program(exe, filepath.Join(cache, "go-build"))
	path, err := link.Install(a.place().Agent, binary, version())
	if err != nil {
		return err
	}
	if !a.json {
		a.print("%s", path)
	}
	a.note("installed; it runs %s. A Pi that is open takes it up with /reload", binary)
	return a.linkObject()
}

func (a *app) linkUninstall() error {
	path, done, err := link.Uninstall(a.place().Agent, version())
	if err != nil {
		return err
	}
	if !done {
		a.note("nothing is installed at %s", path)
		return a.linkObject()
	}
	a.note("removed %s; a Pi that is open lets go of it with /reload", path)
	return a.linkObject()
}

func (a *app) linkPath() error {
	e, there, err := link.FindExtension(a.place().Agent, version())
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("the extension is not installed: run cfold-tui link install")
	}
	if a.json {
		return a.linkStatus()
	}
	a.print("%s", e.Path)
	return nil
}

// linkObject prints how the link stands under --json, else nothing.
func (a *app) linkObject() error {
	if !a.json {
		return nil
	}
	return a.linkStatus()
}

// linkShape is what the commands on the link print under --json.
type linkShape struct {
	Path      shape.Text   `json:"path"`
	Installed bool         `json:"installed"`
	Current   bool         `json:"current"`
	Binary    shape.Text   `json:"binary,omitempty"`
	Version   shape.Text   `json:"version,omitempty"`
	Running   []link.Entry `json:"running"`
	Notices   []shape.Text `json:"notices"`
}

func (a *app) linkStatus() error {
	e, there, err := link.FindExtension(a.place().Agent, version())
	if err != nil {
		return err
	}
	running, err := link.List(link.Folders(a.lookup))
	if err != nil {
		a.note("%v", err)
	}
	if a.json {
		return a.lines().Write(linkShape{
			Path: shape.Text(e.Path), Installed: there, Current: e.Current, Binary: shape.Text(e.Binary), Version: shape.Text(e.Version),
			Running: append([]link.Entry{}, running...), Notices: a.taken(),
		})
	}
	switch {
	case !there:
		a.print("extension  not installed: cfold-tui link install")
	case !e.Ours:
		a.print("extension  another file lies at %s", e.Path)
	case !e.Current:
		a.print("extension  of version %s, not this program's: cfold-tui link install", e.Version)
	default:
		a.print("extension  up to date, runs %s", e.Binary)
	}
	for _, r := range running {
		a.print("pi %-7d  %s, since %s, %s", r.PID, r.Mode, r.Started.Local().Format(time.TimeOnly), r.Cwd)
		if r.Fault != nil {
			a.print("            %s", r.Fault.Hint())
		}
	}
	if len(running) == 0 {
		a.print("pi         none running with it")
	}
	return nil
}
