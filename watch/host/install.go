package host

import (
	"os"
	"path/filepath"
	"strings"

	"cfold/engine/jsjson"
)

// Install is an installed package of Pi.
type Install struct {
	// Dir is the package's folder, symbolic links resolved.
	Dir string
	// Version is as its package.json gives it.
	Version string
}

// FindPi looks for Pi's package: behind the command "pi" of each PATH given, then
// among the global packages of the Node found there. The first one wins.
func FindPi(paths ...string) (Install, bool) {
	var dirs []string
	for _, path := range paths {
		dirs = append(dirs, filepath.SplitList(path)...)
	}
	for _, dir := range dirs {
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, "pi")); err == nil {
			if found, ok := above(real); ok {
				return found, true
			}
		}
	}
	for _, dir := range dirs {
		node, err := filepath.EvalSymlinks(filepath.Join(dir, "node"))
		if err != nil {
			continue
		}
		global := filepath.Join(filepath.Dir(node), "..", "lib", "node_modules", "@*", "pi-coding-agent")
		matches, _ := filepath.Glob(global) // the pattern is well-formed
		for _, match := range matches {
			if found, ok := packageIn(match); ok {
				return found, true
			}
		}
	}
	return Install{}, false
}

// above finds Pi's package around one of its files.
func above(file string) (Install, bool) {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if found, ok := packageIn(dir); ok {
			return found, true
		}
		if dir == filepath.Dir(dir) {
			return Install{}, false
		}
	}
}

// packageIn reads the package in dir if it is Pi's.
func packageIn(dir string) (Install, bool) {
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return Install{}, false
	}
	manifest, ok := jsjson.Scan(data)
	if !ok || !strings.HasSuffix(manifest.Get("name").Text(), "/pi-coding-agent") {
		return Install{}, false
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return Install{Dir: dir, Version: manifest.Get("version").Text()}, true
}

// OddPart is the version of the package pi-ai that the install runs with where that
// is another than its own. Both come out together, and Pi asks for a range only:
// 0.80.6 does not start with the newest of it.
func (i Install) OddPart() (version string, odd bool) {
	providers, ok := i.providers()
	if !ok {
		return "", false
	}
	data, err := os.ReadFile(filepath.Join(providers, "..", "..", "package.json"))
	if err != nil {
		return "", false
	}
	manifest, ok := jsjson.Scan(data)
	version = manifest.Get("version").Text()
	return version, ok && version != "" && version != i.Version
}

// providers is the folder of the model catalogue that belongs to the install: in
// the package pi-ai as Node would resolve it from there.
func (i Install) providers() (string, bool) {
	if i.Dir == "" {
		return "", false
	}
	scope := filepath.Base(filepath.Dir(i.Dir))
	for dir := i.Dir; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "node_modules", scope, "pi-ai", "dist", "providers")
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}
