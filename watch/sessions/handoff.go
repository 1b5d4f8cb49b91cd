package sessions

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cfold/watch/folder"
)

// Handoff is a handoff seed that was written for a session.
type Handoff struct {
	Path string
	// At is when it was written, by its modification time, in milliseconds since
	// 1970.
	At int64
}

// Handoffs lists the handoff seeds of a session, oldest first: handoff-*.md in the
// folder of its seed index. What cannot be read is not listed.
func Handoffs(sessionPath, id string) []Handoff {
	dir := filepath.Dir(SeedIndexPath(sessionPath, id))
	entries, _ := os.ReadDir(dir) // mostly there is no such folder
	var list []Handoff
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, "handoff-") || !strings.HasSuffix(name, ".md") || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil {
			list = append(list, Handoff{filepath.Join(dir, e.Name()), info.ModTime().UnixMilli()})
		}
	}
	slices.SortStableFunc(list, func(a, b Handoff) int { return cmp.Compare(a.At, b.At) })
	return list
}

// WatchHandoffs delivers the handoff seeds of a session each time they have
// changed, and at first where there are any. The channel closes when ctx ends.
func WatchHandoffs(ctx context.Context, sessionPath, id string, opts folder.Options) <-chan []Handoff {
	out := make(chan []Handoff)
	dir := filepath.Dir(SeedIndexPath(sessionPath, id))
	w := folder.Start(ctx, opts, folder.Target{Path: dir, Children: true})
	go func() {
		defer close(out)
		var last []Handoff
		for wake := range w.C() {
			now := Handoffs(sessionPath, id)
			changed := !slices.Equal(now, last)
			w.Report(wake, changed)
			if !changed {
				continue
			}
			last = now
			select {
			case out <- now:
			case <-ctx.Done():
			}
		}
	}()
	return out
}
