package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/tui/format"
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
	rows := a.figures(list)
	if len(rows) == 0 && !a.json {
		a.note("no sessions in %s; start pi in a directory and send a first message", place.Roots[0].Path)
	}
	for i, row := range rows {
		if a.json {
			if err := a.lines().Write(row); err != nil {
				return err
			}
			continue
		}
		a.print("%-8.8s  %4s  %8s  %7s  %s  %s  %s", row.ID, format.Age(time.Since(row.Modified)), format.Bytes(row.Size),
			usageOf(row), foldsOf(row), row.Cwd, list[i].Title())
	}
	return nil
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
	return fmt.Sprintf("%-8s", format.Count(*s.Folds, "fold"))
}
