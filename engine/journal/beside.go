package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"cfold/engine/seed"
)

// ErrSessionID says that a session's id cannot name a folder.
var ErrSessionID = errors.New("the session's id cannot name a folder")

// plainID are the ids Pi itself accepts. The id comes out of the session file, so
// that anything else might lead to another place.
var plainID = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// folderOf makes the folder for what lies beside a session,
// context-fold/<session id> in the session's own, and returns its path.
func folderOf(session, id string) (string, error) {
	if !plainID.MatchString(id) {
		return "", fmt.Errorf("%w: %q", ErrSessionID, id)
	}
	dir := filepath.Join(filepath.Dir(session), "context-fold", id)
	return dir, os.MkdirAll(dir, 0o700)
}

// AppendIndex appends one record to the seed index of the session with that id at
// the path session, making file and folders where they are missing.
func AppendIndex(session, id string, r seed.Record) error {
	return appendIndex(session, id, seed.AppendLine(nil, r))
}

// RetractIndex appends the line that voids the earlier records of a seq. at is
// the time as seed.Time writes it.
func RetractIndex(session, id string, seq int, at string) error {
	return appendIndex(session, id, seed.AppendRetraction(nil, seq, at))
}

// appendIndex appends one line to a seed index by one write, synced. A line that
// an earlier writer has left torn is ended first.
func appendIndex(session, id string, line []byte) error {
	dir, err := folderOf(session, id)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "seed-index.jsonl")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return failed(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return failed(path, err)
	}
	if size := info.Size(); size > 0 && unterminated(f, size) {
		line = append([]byte{'\n'}, line...)
	}
	if err := checkRoom(f, info.Size(), len(line)); err != nil {
		return fail(path, ErrNoRoom, err)
	}
	if _, err := appendOnce(f, line); errors.Is(err, errTorn) {
		return fail(path, ErrTorn, nil)
	} else if err != nil {
		return failed(path, err)
	}
	if err := f.Sync(); err != nil {
		return fail(path, ErrNotSynced, err)
	}
	return nil
}
