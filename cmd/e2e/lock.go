package e2e

import (
	"os"
	"syscall"
)

// Locked runs f while holding the lock file at path, which is created and stays. Test binaries of several packages run
// at once and share the cache folder; whoever comes second waits and finds the work done. A holder that dies lets go.
func Locked(path string, f func() error) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer file.Close() // closing lets the lock go
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return f()
}
