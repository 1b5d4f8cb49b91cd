package tail

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
)

// ErrNotRegular says that a path leads to something other than a regular file.
var ErrNotRegular = errors.New("not a regular file")

// ErrDirectory says that a path leads to a folder.
var ErrDirectory = errors.New("is a directory")

// File is a handle on the bytes of one generation. It implements io.ReaderAt
// and may be used from any goroutine.
type File struct {
	shared *handle
	closed sync.Once
}

// handle is an open file counted by the Files that share it.
type handle struct {
	*os.File
	refs atomic.Int32
}

// ReadAt reads from the file as it is now; see the package comment for what that
// means after a rewrite in place.
func (f *File) ReadAt(p []byte, off int64) (int, error) { return f.shared.ReadAt(p, off) }

// Stat describes the open file, whatever the path leads to by now.
func (f *File) Stat() (fs.FileInfo, error) { return f.shared.Stat() }

// Close gives this handle up; a second call does nothing.
func (f *File) Close() error {
	var err error
	f.closed.Do(func() {
		if f.shared.refs.Add(-1) == 0 {
			err = f.shared.File.Close()
		}
	})
	return err
}

// share makes another File on the same bytes.
func (f *File) share() *File {
	f.shared.refs.Add(1)
	return &File{shared: f.shared}
}

// open opens a regular file for reading. Opening never waits, even if something
// else, such as a pipe, takes the path at the last moment.
func open(path string) (*File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	h := &handle{File: f}
	h.refs.Store(1)
	return &File{shared: h}, info, nil
}

func regular(path string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return &fs.PathError{Op: "open", Path: path, Err: ErrDirectory}
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	return nil
}
