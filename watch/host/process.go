package host

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"cfold/watch/sessions"
)

// State is whether Pi runs somewhere.
type State int

const (
	// Unknown: processes cannot be seen here.
	Unknown State = iota
	// None: no Pi process was seen.
	None
	// Running: at least one was.
	Running
)

// Process is a running Pi.
type Process struct {
	PID int
	// Cwd is its working directory.
	Cwd string
	// Path is the PATH it was started with, empty when that cannot be read.
	Path string
}

// Processes sees the running processes of a machine.
type Processes struct{ root string }

// Here is this machine's processes. Only Linux shows them to programs that do not
// ask for rights.
func Here() Processes {
	if runtime.GOOS == "linux" {
		return Processes{root: "/proc"}
	}
	return Processes{}
}

// Under reads the processes from another folder laid out like Linux's /proc.
func Under(root string) Processes { return Processes{root: root} }

// PiIn reports whether a Pi runs with dir as its working directory, and which. A
// Pi of another user is not seen.
func (p Processes) PiIn(dir string) (State, []Process) {
	all, known := p.pis()
	if !known {
		return Unknown, nil
	}
	all = slices.DeleteFunc(all, func(q Process) bool { return !sessions.SameDir(q.Cwd, dir) })
	if len(all) == 0 {
		return None, nil
	}
	return Running, all
}

// pis lists the Pi processes. known is false when the folder of processes does
// not show even this program.
func (p Processes) pis() (list []Process, known bool) {
	if p.root == "" {
		return nil, false
	}
	if _, err := os.Stat(filepath.Join(p.root, "self")); err != nil {
		return nil, false
	}
	entries, err := os.ReadDir(p.root)
	if err != nil {
		return nil, false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join(p.root, e.Name())
		if !isPi(dir) {
			continue
		}
		// It may end at any moment, or belong to someone else.
		if cwd, err := os.Readlink(filepath.Join(dir, "cwd")); err == nil {
			list = append(list, Process{PID: pid, Cwd: cwd, Path: pathOf(dir)})
		}
	}
	return list, true
}

// isPi recognises Pi: a JavaScript runtime, or Pi's own compiled binary, which has
// set its title to "pi" or "pi-rpc"; or, while it starts and has not yet, one that
// was given Pi's command line program to run.
func isPi(dir string) bool {
	exe, err := os.Readlink(filepath.Join(dir, "exe"))
	if err != nil {
		return false
	}
	// The kernel marks a program file that was replaced since, as an update does.
	name := filepath.Base(strings.TrimSuffix(exe, " (deleted)"))
	if name != "node" && name != "bun" && name != "pi" {
		return false
	}
	line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	if err != nil {
		return false
	}
	args := strings.Split(strings.TrimRight(string(line), "\x00"), "\x00")
	switch args[0] {
	case "pi", "pi-rpc":
		return true
	}
	return name == "pi" || slices.ContainsFunc(args[1:min(len(args), maxScriptArg)], isCommand)
}

// maxScriptArg bounds where, after flags of the runtime, the program may stand.
const maxScriptArg = 6

// isCommand reports whether an argument names Pi's command line program.
func isCommand(arg string) bool {
	arg = filepath.ToSlash(arg)
	if strings.Contains(arg, "/pi-coding-agent/dist/") {
		switch filepath.Base(arg) {
		case "cli.js", "rpc-entry.js":
			return true
		}
	}
	return filepath.IsAbs(arg) && filepath.Base(arg) == "pi"
}

func pathOf(dir string) string {
	env, err := os.ReadFile(filepath.Join(dir, "environ"))
	if err != nil {
		return ""
	}
	for entry := range bytes.SplitSeq(env, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte("PATH=")); ok {
			return string(value)
		}
	}
	return ""
}
