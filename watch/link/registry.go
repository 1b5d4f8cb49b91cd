package link

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Mode is what the extension does in a Pi.
type Mode string

// The modes.
const (
	Engine    Mode = "engine"    // this program folds
	Companion Mode = "companion" // another extension folds
)

// Entry is one running Pi, as its registry file tells.
type Entry struct {
	PID         int       `json:"pid"`
	Socket      string    `json:"socket"`
	SessionFile string    `json:"session_file"` // empty for a session that keeps none
	SessionID   string    `json:"session_id"`
	Cwd         string    `json:"cwd"`
	Provider    string    `json:"provider"`
	Model       string    `json:"model"`
	Window      int       `json:"window"` // tokens
	Mode        Mode      `json:"mode"`
	Started     time.Time `json:"started"`
	Protocol    int       `json:"protocol"`
	Version     string    `json:"version"` // of the extension
	Pi          string    `json:"pi"`      // Pi's version
	// Fault is why the engine does not run; nil while it does, and in companion mode.
	Fault *Fault `json:"fault,omitempty"`
}

// Reason is why an engine does not run.
type Reason string

// The reasons.
const (
	Missing   Reason = "missing"  // there is no such program
	Unstarted Reason = "failed"   // it could not be started
	Ended     Reason = "ended"    // it ended; a later call starts it again
	Mismatch  Reason = "protocol" // it speaks another version of the frames
)

// Fault is an engine that does not run: nothing new is folded meanwhile.
type Fault struct {
	Reason Reason `json:"reason"`
	// Program is the engine's program as Pi's side runs it: a path, or a name on
	// PATH.
	Program string `json:"program"`
	// Message is what Pi's side told the person.
	Message Text `json:"message"`
}

// Mend is what to do about an extension or a program of it that is not as it should
// be.
const Mend = "cfold-tui link install, then /reload in Pi"

// Hint says what does not work and what to do, in a line.
func (f Fault) Hint() string {
	switch f.Reason {
	case Missing:
		if !strings.ContainsRune(f.Program, filepath.Separator) {
			return "nothing folds: Pi finds no " + f.Program + " on its PATH: " + Mend
		}
		return "nothing folds: there is no " + f.Program + ": " + Mend
	case Mismatch:
		return "nothing folds: " + f.Program + " is of another version: " + Mend
	case Unstarted:
		return "nothing folds: " + f.Program + " does not start: mend it, then /reload in Pi"
	}
	return "nothing new folds: " + f.Program + " has ended; Pi starts it again within a minute, or with /reload"
}

// Folders lists where sockets may lie, best first: cfold in XDG_RUNTIME_DIR, then
// a folder of this user's in the temporary directory.
func Folders(environ func(string) (string, bool)) []string {
	var list []string
	if dir, _ := environ("XDG_RUNTIME_DIR"); dir != "" {
		list = append(list, filepath.Join(dir, "cfold"))
	}
	temporary, _ := environ("TMPDIR")
	if temporary == "" {
		temporary = "/tmp"
	}
	return append(list, filepath.Join(temporary, fmt.Sprintf("cfold-%d", os.Getuid())))
}

// List finds the running Pi's with the extension, newest first, and removes what
// processes have left that are no more. A folder that is not this user's alone is
// passed over, and the error names it.
func List(folders []string) ([]Entry, error) {
	var list []Entry
	var failed error
	for _, dir := range folders {
		if err := ours(dir); err != nil {
			if !errors.Is(err, os.ErrNotExist) {
				failed = errors.Join(failed, err)
			}
			continue
		}
		names, err := os.ReadDir(dir)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		for _, f := range names {
			if e, ok := read(dir, f.Name()); ok {
				list = append(list, e)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Or(b.Started.Compare(a.Started), b.PID-a.PID) })
	return list, failed
}

// ours fails unless dir is a folder that this user alone can enter.
func ours(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(stat.Uid) != os.Getuid() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a folder of this user's alone: sockets in it are not trusted", dir)
	}
	return nil
}

// read reads one file of a folder: the entry of a process that runs. What a
// process has left that does not is removed.
func read(dir, name string) (Entry, bool) {
	stem, end, _ := strings.Cut(name, ".")
	pid, err := strconv.Atoi(stem)
	if err != nil || pid <= 0 || (end != "json" && end != "sock" && end != "part") {
		return Entry{}, false
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		_ = os.Remove(filepath.Join(dir, name)) // or somebody else has
		return Entry{}, false
	}
	if end != "json" {
		return Entry{}, false
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	var e Entry
	if err != nil || json.Unmarshal(data, &e) != nil || e.PID != pid {
		return Entry{}, false
	}
	e.Socket = filepath.Join(dir, stem+".sock")
	return e, true
}

// Serves reports whether the entry's Pi has that session open. The session is
// named by its file, or by its id where either side has no file.
func (e Entry) Serves(sessionFile, sessionID string) bool {
	if sessionFile == "" || e.SessionFile == "" {
		return sessionID != "" && e.SessionID == sessionID
	}
	if filepath.Clean(e.SessionFile) == filepath.Clean(sessionFile) {
		return true
	}
	a, errA := filepath.EvalSymlinks(e.SessionFile)
	b, errB := filepath.EvalSymlinks(sessionFile)
	return errA == nil && errB == nil && a == b
}

// Find is the newest running Pi that has the session file open.
func Find(folders []string, sessionFile string) (Entry, bool, error) {
	list, err := List(folders)
	i := slices.IndexFunc(list, func(e Entry) bool { return e.Serves(sessionFile, "") })
	if i < 0 {
		return Entry{}, false, err
	}
	return list[i], true, nil
}
