package folder

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

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

// lost forgets the watch of a folder that was removed or renamed: it went with
// the folder. A new folder of that name may even have the old one's inode.
func (l *listener) lost(dir string) {
	if _, ok := l.dirs[dir]; ok {
		// Usually it is gone already, which is what we want.
		_ = l.source.Remove(dir)
		delete(l.dirs, dir)
	}
}

// forget drops all watches, to be added anew after events were lost.
func (l *listener) forget() {
	for dir := range l.dirs {
		l.lost(dir)
	}
}

// watch makes the watched folders those of want. A folder that was removed and
// made again under the same name is another folder and is added anew. moved
// reports that a folder was added or has gone meanwhile: then want may be out of
// date already and is to be made again.
func (l *listener) watch(want map[string]bool) (moved bool) {
	if l.source == nil {
		return false
	}
	for dir, was := range l.dirs {
		now, err := os.Stat(dir)
		if want[dir] && err == nil && os.SameFile(was, now) {
			continue
		}
		l.lost(dir)
	}
	for dir := range want {
		if _, ok := l.dirs[dir]; ok {
			continue
		}
		info, err := os.Stat(dir)
		if err == nil {
			err = l.source.Add(dir)
		}
		switch {
		case err == nil:
			l.dirs[dir] = info
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			l.fail(err)
			return moved
		}
		moved = true
	}
	return moved
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
