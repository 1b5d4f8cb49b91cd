package sessions

import (
	"context"
	"errors"
	"os"
	"time"

	"cfold/watch/folder"
)

// Found says that the newest session of a directory is another one than before.
type Found struct {
	Info
	// Created: its file was not there when the watch began. Otherwise an older
	// session was appended to.
	Created bool
}

// Watch announces the newest session of directory cwd: first the present one, if
// there is one, then each time another becomes the newest by modification time.
// Neither the folders nor any session need exist yet. A file counts once its
// header is there. notice, if not nil, is called from the watch's goroutine with
// lines for the user. The channel closes when ctx ends.
func (p Place) Watch(ctx context.Context, cwd string, opts folder.Options, notice func(string)) <-chan Found {
	s := &spotter{
		place: p, cwd: cwd, out: make(chan Found), notice: notice,
		headers: make(map[string]known),
	}
	if opts.Fast <= 0 {
		opts.Fast = listPoll
	}
	if opts.Slow <= 0 {
		opts.Slow = 2 * listPoll
	}
	w := folder.Start(ctx, opts, s.targets()...)
	go s.run(ctx, w)
	return s.out
}

// listPoll is the interval of the timer: a look reads whole folders, and a new
// session is not awaited by the blink.
const listPoll = time.Second

type spotter struct {
	place   Place
	cwd     string
	out     chan Found
	notice  func(string)
	headers map[string]known // by path
	newest  string           // path last announced
	old     map[string]bool  // paths that were there at the first look
}

// known is what was learnt of a file. A header does not change under one inode
// but for its version, so it is read again only while the file has none, or
// when the file is another one.
type known struct {
	file    os.FileInfo
	ours    bool
	settled bool
}

func (s *spotter) run(ctx context.Context, w *folder.Watch) {
	defer close(s.out)
	for wake := range w.C() {
		if wake.Notice != "" && s.notice != nil {
			s.notice(wake.Notice)
		}
		w.Report(wake, s.look(ctx))
		w.Set(s.targets()...)
	}
}

// targets are the folders of the first root, which come and go.
func (s *spotter) targets() []folder.Target {
	root := s.place.Roots[0]
	list := []folder.Target{{Path: root.Path, Children: true}}
	if root.Nested {
		folders, _ := root.folders() // one that cannot be read has nothing to watch
		for _, dir := range folders {
			list = append(list, folder.Target{Path: dir, Children: true})
		}
	}
	return list
}

func (s *spotter) look(ctx context.Context) (found bool) {
	files, _ := s.place.files(s.place.Roots[:1]) // what cannot be read is not there yet
	if s.old == nil {
		s.old = make(map[string]bool)
		for _, file := range files {
			s.old[file.path] = true
		}
	}
	for _, file := range files {
		if !s.ours(file.path) {
			continue
		}
		if file.path == s.newest {
			break
		}
		info, err := Describe(file.path)
		if err != nil {
			continue
		}
		s.newest, found = file.path, true
		select {
		case s.out <- Found{info, !s.old[file.path]}:
		case <-ctx.Done():
		}
		break
	}
	return found
}

// ours reports whether the file at path is a session of the directory.
func (s *spotter) ours(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		delete(s.headers, path)
		return false
	}
	k, ok := s.headers[path]
	if ok && k.settled && os.SameFile(k.file, info) {
		return k.ours
	}
	header, err := ReadHeader(path)
	k = known{
		file: info, ours: err == nil && SameDir(header.Cwd, s.cwd),
		settled: err == nil || errors.Is(err, ErrNotSession) || errors.Is(err, ErrNotRegular),
	}
	s.headers[path] = k
	return k.ours
}
