package folder

import (
	"os"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// listener holds the file system watches. It is used by one goroutine.
type listener struct {
	source *fsnotify.Watcher
	dirs   map[string]os.FileInfo // watched folders as they were when added
	failed error                  // why events are not to be relied on
	told   bool                   // the user knows
}

func newListener(none bool) *listener {
	l := &listener{dirs: make(map[string]os.FileInfo)}
	if none {
		return l
	}
	l.source, l.failed = fsnotify.NewWatcher()
	return l
}

func (l *listener) events() chan fsnotify.Event {
	if l.source == nil {
		return nil
	}
	return l.source.Events
}

func (l *listener) errors() chan error {
	if l.source == nil {
		return nil
	}
	return l.source.Errors
}

// covers reports whether name is a watched folder or lies directly in one that
// stands for a folder which does not exist yet.
func (l *listener) covers(name string) bool {
	if _, ok := l.dirs[name]; ok {
		return true
	}
	_, ok := l.dirs[filepath.Dir(name)]
	return ok
}

// watch makes the watched folders those of want. A folder that was removed and
// made again under the same name is another folder and is added anew. It
// reports whether a folder was added.
func (l *listener) watch(want map[string]bool) bool {
	if l.source == nil {
		return false
	}
	added := false
	for dir, was := range l.dirs {
		now, err := os.Stat(dir)
		if want[dir] && err == nil && os.SameFile(was, now) {
			continue
		}
		// The watch may be gone with its folder already, which is what we want.
		_ = l.source.Remove(dir)
		delete(l.dirs, dir)
	}
	for dir := range want {
		if _, ok := l.dirs[dir]; ok {
			continue
		}
		info, err := os.Stat(dir)
		if err != nil {
			continue
		}
		if err := l.source.Add(dir); err != nil {
			if _, gone := os.Stat(dir); gone == nil {
				l.fail(err)
				return added
			}
			continue
		}
		l.dirs[dir] = info
		added = true
	}
	return added
}

// fail gives events up for good.
func (l *listener) fail(err error) {
	l.failed = err
	l.close()
}

func (l *listener) close() {
	if l.source != nil {
		l.source.Close()
		l.source = nil
	}
}
