package journal

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// newest reports whether the session was modified last of all in its folder.
// Where several share the time none is: their order is kept by keeping the time.
func newest(path string, info fs.FileInfo) bool {
	others, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return true
	}
	for _, other := range others {
		if filepath.Ext(other.Name()) != ".jsonl" {
			continue
		}
		// Symbolic links are followed, as Pi does.
		have, err := os.Stat(filepath.Join(filepath.Dir(path), other.Name()))
		if err == nil && !os.SameFile(have, info) && !have.ModTime().Before(info.ModTime()) {
			return false
		}
	}
	return true
}

// keepTime gives the file its old time back, unless it is longer than size: then
// another writer has it open, and its time is the newer one's.
func keepTime(f *os.File, path string, size int64, old time.Time, now func() time.Time) (kept bool, err error) {
	if info, err := f.Stat(); err != nil || info.Size() != size {
		return false, err
	}
	if err := os.Chtimes(path, time.Time{}, old); err != nil {
		return false, err
	}
	info, err := f.Stat()
	if err != nil || info.Size() == size {
		return err == nil, err
	}
	// Somebody wrote in between; the time of that must not be lost.
	return false, os.Chtimes(path, time.Time{}, now())
}
