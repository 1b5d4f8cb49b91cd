package main

import (
	"context"

	"cfold/tui"
	"cfold/watch/feed"
)

// logged is a feed whose updates leave a trace in the log. Without a log it is the
// feed itself.
func (a *app) logged(ctx context.Context, f *feed.Feed) tui.Source {
	if a.logFile == "" {
		return f
	}
	l := logging{Feed: f, updates: make(chan feed.Update)}
	go func() {
		defer close(l.updates)
		for u := range f.Updates() {
			a.log.Debug("update", "phase", u.Phase.String(), "path", u.Path, "generation", u.Generation, "read", u.Read, "size", u.Size)
			for _, n := range u.Notices {
				a.log.Info("notice", "text", n.Text)
			}
			select {
			case l.updates <- u:
			case <-ctx.Done():
			}
		}
	}()
	return l
}

// logging hands on what passed by the log.
type logging struct {
	*feed.Feed
	updates chan feed.Update
}

func (l logging) Updates() <-chan feed.Update { return l.updates }
