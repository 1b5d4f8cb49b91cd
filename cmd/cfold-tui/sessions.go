package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/tui/format"
	"cfold/tui/sanitize"
	"cfold/watch/feed"
	"cfold/watch/sessions"
)

func (a *app) sessionsCommand() *cobra.Command {
	var here bool
	c := &cobra.Command{
		Use: "sessions", Short: "List the sessions there are, the last used first", Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { return a.sessions(here) },
	}
	c.Flags().BoolVar(&here, "here", false, "only those of the current directory")
	return c
}

// figured is the size in bytes up to which a session is read for its usage and
// folds.
const figured = 64 << 20

func (a *app) sessions(here bool) error {
	place := a.place()
	for _, notice := range place.Notices {
		a.note("%s", notice)
	}
	all, err := place.List()
	if err != nil {
		if len(all) == 0 {
			return err
		}
		a.note("%v", err)
	}
	var list []sessions.Info
	for _, info := range all {
		if !here || sessions.SameDir(info.Cwd, a.cwd) {
			list = append(list, info)
		}
	}
	if len(all) == 0 {
		if err := a.unlisted(); err != nil {
			return err
		}
	}
	rows := a.figures(list)
	if len(rows) == 0 {
		a.note("no sessions in %s; start pi in a directory and send a first message", place.Roots[0].Path)
	}
	if !a.json {
		a.listSessions(list, rows)
		return nil
	}
	for _, row := range rows {
		if err := a.lines().Write(row); err != nil {
			return err
		}
	}
	return nil
}

// directoryWidth is how much of a directory stands at least, in cells.
const directoryWidth = 16

// plainWidth is how much of a title is printed where nothing says how much fits, in
// cells.
const plainWidth = 80

// listSessions prints a session a line: to a terminal under headings and no wider
// than it is.
func (a *app) listSessions(list []sessions.Info, rows []shape.Session) {
	const form = "%-8.8s  %4s  %8s  %7s  %-8s  %s  %s"
	if a.outTerminal && len(rows) > 0 {
		a.fitting(fmt.Sprintf(form, "id", "age", "size", "usage", "folds", "directory", "session"))
	}
	for i, row := range rows {
		dir := sanitize.Line(string(row.Cwd))
		if a.width > 0 {
			dir = sanitize.ClipLeft(dir, max(directoryWidth, a.width/4))
		}
		a.fitting(fmt.Sprintf(form, row.ID, format.Age(time.Since(row.Modified)), format.Bytes(row.Size),
			usageOf(row), foldsOf(row), dir, sanitize.Head(list[i].Title(), max(plainWidth, a.width))))
	}
}

// fitting prints a line, cut to the width of the terminal it goes to.
func (a *app) fitting(line string) {
	safe := sanitize.Line(line)
	if a.width > 0 {
		safe = sanitize.Clip(safe, a.width)
	}
	a.print("%s", safe)
}

// readers is how many sessions are read at a time.
const readers = 4

// figures reads what a listing shows of each session.
func (a *app) figures(list []sessions.Info) []shape.Session {
	rows := make([]shape.Session, len(list))
	var wg sync.WaitGroup
	slots := make(chan struct{}, readers)
	for i, info := range list {
		rows[i] = shape.SessionOf(info)
		if info.Size > figured {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			o := a.options(info.Path)
			o.SeedIndex = ""
			u, err := feed.Load(o)
			if err != nil {
				return // gone or rewritten meanwhile: its figures stay unknown
			}
			defer u.Close()
			if u.Snapshot.Usage.Known {
				tokens := u.Snapshot.Usage.Tokens
				rows[i].UsageTokens = &tokens
			}
			folds := len(u.Snapshot.Layers)
			rows[i].Folds = &folds
		})
	}
	wg.Wait()
	return rows
}

func usageOf(s shape.Session) string {
	if s.UsageTokens == nil {
		return "?"
	}
	return format.Tokens(*s.UsageTokens)
}

func foldsOf(s shape.Session) string {
	if s.Folds == nil {
		return "? folds"
	}
	return format.Count(*s.Folds, "fold")
}
