package link

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/renameio/v2"

	"cfold/engine/jsjson"
)

//go:embed extension/index.ts
var extension string

// The lines of the extension that name the program it runs and the version it
// came with.
var (
	binaryLine  = regexp.MustCompile(`(?m)^const BINARY = ("(?:[^"\\]|\\.)*"); // @binary$`)
	versionLine = regexp.MustCompile(`(?m)^const RELEASE = ("(?:[^"\\]|\\.)*"); // @version$`)
)

// Name is the program as it is looked for on PATH.
const Name = "cfold-tui"

// Source is the extension for a program of that version at the path binary.
func Source(binary, version string) string {
	text := setLine(extension, binaryLine, binary)
	return setLine(text, versionLine, version)
}

func setLine(text string, line *regexp.Regexp, value string) string {
	at := line.FindStringSubmatchIndex(text)
	return text[:at[2]] + string(jsjson.AppendQuote(nil, value)) + text[at[3]:]
}

// ExtensionPath is where the extension lies in an agent folder.
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
}

// FindExtension reads the extension that is installed in an agent folder; ok is false
// where there is none.
func FindExtension(agent, version string) (e Extension, ok bool, err error) {
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
	e.Current = string(data) == Source(e.Binary, version)
	return e, true, nil
}

func unquote(data []byte) string {
	raw, _ := jsjson.Scan(data)
	return raw.Text()
}

// ErrForeign says that another file lies where the extension belongs.
var ErrForeign = errors.New("it is not the extension of cfold-tui; move it away first")

// Install writes the extension into an agent folder, for the program at binary.
// It replaces an extension of ours and no other file.
func Install(agent, binary, version string) (string, error) {
	e, there, err := FindExtension(agent, version)
	if err != nil {
		return e.Path, err
	}
	if there && !e.Ours {
		return e.Path, fmt.Errorf("%s: %w", e.Path, ErrForeign)
	}
	if err := os.MkdirAll(filepath.Dir(e.Path), 0o755); err != nil {
		return e.Path, err
	}
	return e.Path, renameio.WriteFile(e.Path, []byte(Source(binary, version)), 0o644, renameio.WithTempDir(filepath.Dir(e.Path)))
}

// Uninstall removes the extension, and its folder once that is empty; done is
// false where there was none.
func Uninstall(agent, version string) (path string, done bool, err error) {
	e, there, err := FindExtension(agent, version)
	if err != nil || !there {
		return e.Path, false, err
	}
	if !e.Ours {
		return e.Path, false, fmt.Errorf("%s: %w", e.Path, ErrForeign)
	}
	if err := os.Remove(e.Path); err != nil {
		return e.Path, false, err
	}
	_ = os.Remove(filepath.Dir(e.Path)) // other files in it keep it
	return e.Path, true, nil
}

// Program is how an extension is to run this program: by the path of exe, links
// resolved, or by its name on PATH where exe is a temporary build that will be
// gone. temporary are folders of such builds.
func Program(exe string, temporary ...string) string {
	real, err := filepath.EvalSymlinks(exe)
	if err != nil {
		return Name
	}
	for _, dir := range append(temporary, os.TempDir()) {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			dir = resolved
		}
		if dir != "" && strings.HasPrefix(real, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator)) {
			return Name
		}
	}
	if strings.Contains(filepath.ToSlash(real), "/go-build") {
		return Name
	}
	return real
}
