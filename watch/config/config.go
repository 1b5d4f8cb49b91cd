package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"

	"cfold/watch/folder"
)

// Name is the settings file's name in the agent folder.
const Name = "context-fold.json"

// sizeLimit is the most a settings file may hold, in bytes.
const sizeLimit = 4 << 20

// Path is the settings file of an agent folder.
func Path(agent string) string { return filepath.Join(agent, Name) }

// File is the settings file at one moment.
type File struct {
	// Exists is false when there is none; then Data is nil.
	Exists bool
	// Data is what it holds.
	Data []byte
	// Err says why it could not be read, without the path; Data is nil then.
	Err error
}

// Read reads the settings file at path.
func Read(path string) File {
	// Opening must not wait should something else than a file be there.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return File{}
	}
	if err != nil {
		return failed(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return failed(err)
	}
	data, err := io.ReadAll(io.LimitReader(f, sizeLimit+1))
	if err == nil && len(data) > sizeLimit {
		err = fmt.Errorf("larger than %d bytes", sizeLimit)
	}
	if err != nil {
		return failed(err)
	}
	return File{Exists: true, Data: data}
}

// failed is a file that could not be read.
func failed(err error) File {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return File{Exists: true, Err: err}
}

func (f File) equal(g File) bool {
	return f.Exists == g.Exists && bytes.Equal(f.Data, g.Data) &&
		(f.Err == nil) == (g.Err == nil) && (f.Err == nil || f.Err.Error() == g.Err.Error())
}

// Watch delivers the settings file as it is and then each time it has changed.
// Neither the file nor its folder need exist. The channel closes when ctx ends.
func Watch(ctx context.Context, path string, opts folder.Options) <-chan File {
	out := make(chan File)
	w := folder.Start(ctx, opts, folder.Target{Path: path})
	go func() {
		defer close(out)
		var last File
		first := true
		for wake := range w.C() {
			now := Read(path)
			changed := first || !now.equal(last)
			w.Report(wake, changed && !first)
			if !changed {
				continue
			}
			first, last = false, now
			select {
			case out <- now:
			case <-ctx.Done():
			}
		}
	}()
	return out
}

// attempts is how often Update starts again because another writer came between.
const attempts = 5

// newFileMode is the mode of a settings file that was not there, before umask.
const newFileMode = 0o644

// Update reads the file at path, lets change make the new contents from it, and
// puts these in its place: atomically, keeping its mode, behind a symbolic link
// where it is one, in a folder that is made if need be. The file is read once more
// before it is replaced, and where another writer has changed it meanwhile change
// is asked again; a write in the instant between that look and the rename is lost.
// An error of change ends it without a write and is returned as it is.
func Update(path string, change func(File) ([]byte, error)) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	for range attempts {
		before := Read(path)
		if before.Err != nil {
			return before.Err
		}
		data, err := change(before)
		if err != nil {
			return err
		}
		done, err := replace(path, before, data)
		if done || err != nil {
			return err
		}
	}
	return fmt.Errorf("%s keeps being changed by another program; try again", path)
}

// replace puts data in the place of the file unless it is no longer as before.
func replace(path string, before File, data []byte) (done bool, err error) {
	t, err := renameio.NewPendingFile(path,
		renameio.WithPermissions(newFileMode), renameio.WithExistingPermissions(),
		// Beside the file, so that the rename stays within one file system.
		renameio.WithTempDir(filepath.Dir(path)))
	if err != nil {
		return false, err
	}
	defer t.Cleanup()
	if _, err := t.Write(data); err != nil {
		return false, err
	}
	if !Read(path).equal(before) {
		return false, nil
	}
	if err := t.CloseAtomicallyReplace(); err != nil {
		return false, err
	}
	return true, nil
}
