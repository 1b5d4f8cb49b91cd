package folder

import (
	"os"
	"path/filepath"
	"strings"
)

// A Target is one path to be woken for.
type Target struct {
	// Path is the file or folder, absolute or relative to the process.
	Path string
	// Children asks for wakes when anything directly inside the folder Path
	// changes; without it only Path itself counts.
	Children bool
}

type target struct {
	path     string // absolute, clean
	children bool
	real     string // where path leads when it is a symbolic link, else empty
}

// follow finds out where the target leads now.
func (t *target) follow() {
	t.real = ""
	if real, err := filepath.EvalSymlinks(t.path); err == nil && real != t.path {
		t.real = real
	}
}

// concerns reports whether a change at name is one of the target. Names arrive
// below the folder as it was added, so a target behind a link is known by both.
func (t *target) concerns(name string) bool {
	return name == t.path || name == t.real || t.children && filepath.Dir(name) == t.path
}

// over reports whether name is the target or a folder that it lies in, on the way
// that was named or the one it leads to.
func (t *target) over(name string) bool {
	in := func(path string) bool {
		return path == name || strings.HasPrefix(path, name) && os.IsPathSeparator(path[len(name)])
	}
	return in(t.path) || in(t.real)
}

// folders lists what has to be watched to notice changes of the target: the
// folder that holds it, the folder a symbolic link leads to and, for children,
// the target itself. A folder that does not exist is replaced by its nearest
// existing ancestor.
func (t *target) folders() []string {
	list := []string{nearest(filepath.Dir(t.path))}
	if t.children {
		return append(list, nearest(t.path))
	}
	if t.real != "" {
		list = append(list, filepath.Dir(t.real))
	}
	return list
}

// nearest is dir, or the closest folder above it that exists.
func nearest(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}
