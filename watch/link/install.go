package link

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"

	"cfold/engine/jsjson"
)

// ExtensionPath is where the extension lies in an agent folder: the file that Pi
// loads. Its parts lie in a folder beside it.
func ExtensionPath(agent string) string {
	return filepath.Join(agent, "extensions", "cfold", "index.ts")
}

// Extension is an installed extension.
type Extension struct {
	Path string
	// Binary is the program it runs, Version the one it came with.
	Binary, Version string
	// Current says that it is, to the letter, what this program installs.
	Current bool
	// Ours is false for a file that is not the extension at all.
	Ours bool

	parts string // name of the folder it imports from; empty in versions of one file
}

// FindExtension reads the extension that is installed in an agent folder; ok is false
// where there is none.
func FindExtension(agent, version string) (e Extension, ok bool, err error) {
	return find(agent, version, parts())
}

func find(agent, version string, list []part) (e Extension, ok bool, err error) {
	e.Path = ExtensionPath(agent)
	data, err := os.ReadFile(e.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return e, false, nil
	}
	if err != nil {
		return e, false, err
	}
	binary, release := binaryLine.FindSubmatch(data), versionLine.FindSubmatch(data)
	if binary == nil || release == nil {
		return e, true, nil
	}
	e.Ours = true
	e.Binary, e.Version = unquote(binary[1]), unquote(release[1])
	if from := partsImport.FindSubmatch(data); from != nil {
		e.parts = string(from[1])
	}
	e.Current = string(data) == entry(list, e.Binary, version) && whole(filepath.Join(filepath.Dir(e.Path), e.parts), list)
	return e, true, nil
}

// whole reports whether a folder holds the parts, to the letter.
func whole(dir string, list []part) bool {
	return !slices.ContainsFunc(list, func(p part) bool {
		data, err := os.ReadFile(filepath.Join(dir, p.name))
		return err != nil || string(data) != p.text
	})
}

func unquote(data []byte) string {
	raw, _ := jsjson.Scan(data)
	return raw.Text()
}

// ErrForeign says that another file lies where the extension belongs.
var ErrForeign = errors.New("it is not the extension of cfold-tui; move it away first")

// Install writes the extension, for a program at the path binary, into an agent
// folder and returns its path. One that is there is replaced. A Pi that loads it
// meanwhile gets the one or the other: the new parts lie in a folder of their own
// before index.ts, which names it, is replaced in one step, and the parts that were
// replaced stay until the next installation.
func Install(agent, binary, version string) (string, error) {
	return install(agent, binary, version, parts())
}

func install(agent, binary, version string, list []part) (string, error) {
	path := ExtensionPath(agent)
	dir := filepath.Dir(path)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return path, err
	}
	return path, locked(filepath.Dir(dir), func() error {
		e, there, err := find(agent, version, list)
		if err != nil {
			return err
		}
		if there && !e.Ours {
			return fmt.Errorf("%s: %w", path, ErrForeign)
		}
		folder := folderOf(list)
		if err := writeParts(filepath.Join(dir, folder), list); err != nil {
			return err
		}
		if err := replace(path, entry(list, binary, version)); err != nil {
			return err
		}
		return removeParts(dir, folder, e.parts)
	})
}

func writeParts(dir string, list []part) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range list {
		path := filepath.Join(dir, p.name)
		if data, err := os.ReadFile(path); err == nil && string(data) == p.text {
			continue // somebody may be loading it
		}
		if err := replace(path, p.text); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file that is there whole or not at all.
func replace(path, text string) error {
	return renameio.WriteFile(path, []byte(text), 0o644, renameio.WithTempDir(filepath.Dir(path)))
}

// Uninstall removes the extension and its parts, and their folders once they are
// empty; done is false where there was none.
func Uninstall(agent, version string) (path string, done bool, err error) {
	path = ExtensionPath(agent)
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return path, false, nil
	}
	err = locked(filepath.Dir(dir), func() error {
		e, there, err := FindExtension(agent, version)
		if err != nil {
			return err
		}
		if there && !e.Ours {
			return fmt.Errorf("%s: %w", path, ErrForeign)
		}
		if there {
			// First: without it Pi loads none of the rest.
			if err := os.Remove(path); err != nil {
				return err
			}
		}
		done = there
		if err := removeParts(dir); err != nil {
			return err
		}
		_ = os.Remove(dir) // other files in it keep it
		return nil
	})
	return path, done, err
}

// partsFolder matches the names of folders of parts.
var partsFolder = regexp.MustCompile(`^parts-[0-9a-f]{12}$`)

// removeParts removes the parts of the extension in dir, of all versions, but the
// folders to keep. Files that are not parts stay, and so do their folders.
func removeParts(dir string, keep ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !partsFolder.MatchString(e.Name()) || slices.Contains(keep, e.Name()) {
			continue
		}
		folder := filepath.Join(dir, e.Name())
		files, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, f := range files {
			path := filepath.Join(folder, f.Name())
			if data, err := os.ReadFile(path); !f.Type().IsRegular() || err != nil || !strings.HasPrefix(string(data), mark) {
				continue
			}
			if err := os.Remove(path); err != nil {
				return err
			}
		}
		_ = os.Remove(folder)
	}
	return nil
}

// locked runs f while no other program installs or removes an extension. Where the
// file system has no locks it runs all the same.
func locked(dir string, f func() error) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close() // closing lets the lock go
	_ = syscall.Flock(int(d.Fd()), syscall.LOCK_EX)
	return f()
}
