package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"cfold/engine/jsjson"
)

// Environment variables of Pi that move its folders.
const (
	envAgentDir   = "PI_CODING_AGENT_DIR"
	envSessionDir = "PI_CODING_AGENT_SESSION_DIR"
)

// AgentDir is Pi's folder of settings, extensions and sessions:
// PI_CODING_AGENT_DIR with a leading ~ expanded, else .pi/agent in home.
func AgentDir(getenv func(string) string, home string) string {
	if dir := getenv(envAgentDir); dir != "" {
		return expand(dir, home)
	}
	return filepath.Join(home, ".pi", "agent")
}

// expand replaces a leading "~" or "~/" by home.
func expand(path, home string) string {
	if path == "~" {
		return home
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}

// A Root is a folder in which sessions are looked for.
type Root struct {
	Path string
	// Nested: the sessions lie in folders inside Path, one per working directory.
	// Otherwise they lie in Path itself, those of all directories mixed.
	Nested bool
	// Source names what chose the folder: an environment variable, a settings
	// file, or "default".
	Source string
}

// Place is where sessions are looked for on behalf of one working directory.
type Place struct {
	// Agent is the agent folder, absolute.
	Agent string
	// Cwd is the working directory, absolute.
	Cwd string
	// Roots holds the folder that Pi uses when started in Cwd and, if that is not
	// the default one, the default one after it.
	Roots []Root
	// Notices are one line each for the user, such as a settings file that does
	// not parse and was passed over.
	Notices []string
}

// Locate finds the place for cwd. Pi takes the session folder from its
// --session-dir flag, which cannot be seen from outside, from
// PI_CODING_AGENT_SESSION_DIR, from sessionDir in <cwd>/.pi/settings.json and
// then <agent folder>/settings.json, else <agent folder>/sessions. Relative
// folders are relative to cwd.
func Locate(getenv func(string) string, home, cwd string) Place {
	p := Place{Cwd: absolute(cwd, ""), Agent: absolute(AgentDir(getenv, home), cwd)}
	if dir := getenv(envSessionDir); dir != "" {
		p.addFlat(expand(dir, home), envSessionDir)
	} else {
		p.addFromSettings(home)
	}
	standard := filepath.Join(p.Agent, "sessions")
	p.Roots = append(p.Roots, Root{Path: standard, Nested: true, Source: "default"})
	return p
}

func (p *Place) addFlat(dir, source string) {
	p.Roots = append(p.Roots, Root{Path: absolute(dir, p.Cwd), Source: source})
}

// addFromSettings adds the folder that Pi's settings name, those of the project
// before the person's own. Where the project's sets an empty one, the default
// folder rules, as in Pi.
func (p *Place) addFromSettings(home string) {
	for _, dir := range []string{filepath.Join(p.Cwd, ".pi"), p.Agent} {
		path := filepath.Join(dir, "settings.json")
		folder, found, err := sessionDirIn(path)
		if err != nil {
			p.Notices = append(p.Notices, fmt.Sprintf("%s was passed over: %v", quote(path), cause(err)))
		}
		if !found {
			continue
		}
		if folder != "" {
			p.addFlat(expand(folder, home), path)
		}
		return
	}
}

// sessionDirIn reads sessionDir from a settings file of Pi.
func sessionDirIn(path string) (dir string, found bool, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", false, present(err)
	}
	settings, ok := jsjson.Scan(bytes.TrimPrefix(data, []byte("\uFEFF")))
	if !ok || settings.Kind() != jsjson.Object {
		return "", false, errors.New("it is not a JSON object")
	}
	value := settings.Get("sessionDir")
	return value.Text(), value != nil, nil
}

// present is err unless it says that something does not exist.
func present(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	return err
}

// absolute resolves path against base, or against the process's own directory.
func absolute(path, base string) string {
	if !filepath.IsAbs(path) && base != "" {
		path = filepath.Join(base, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return abs
}

// SameDir reports whether two directories are the same: by their names, or, where
// both exist, by where their symbolic links lead. An empty name is no directory.
func SameDir(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	a, b = filepath.Clean(a), filepath.Clean(b)
	if a == b {
		return true
	}
	realA, errA := filepath.EvalSymlinks(a)
	realB, errB := filepath.EvalSymlinks(b)
	return errA == nil && errB == nil && realA == realB
}

// SeedIndexPath is where the seed index of a session lies:
// context-fold/<id>/seed-index.jsonl in the session's own folder.
func SeedIndexPath(sessionPath, id string) string {
	return filepath.Join(filepath.Dir(sessionPath), "context-fold", id, "seed-index.jsonl")
}
