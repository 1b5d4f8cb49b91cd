package pi

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"cfold/cmd/e2e"
)

// The versions that are tested: what is current, an earlier one, and the oldest that is supported.
const (
	Current = "1.6.0"
	Earlier = "0.84.4"
	Oldest  = "0.80.6"
)

// nodeVersion is of the Node that runs Pi on Linux, whatever Node the machine has. Elsewhere no package carries one, and
// the machine's own has to be 22.19 or newer, as Pi needs.
const nodeVersion = "22.23.3"

// piPackages are Pi, first, and those of its parts whose versions go with it in all its versions. They are named since
// Pi asks for them by a range, and 0.80.6 does not start with the newest of its range.
var piPackages = []string{
	"@earendil-works/pi-coding-agent", "@earendil-works/pi-agent-core", "@earendil-works/pi-ai", "@earendil-works/pi-tui",
}

// Install is an installed Pi.
type Install struct {
	Version string
	Node    string // path of the Node program
	CLI     string // path of Pi's main script
	Package string // path of Pi's package folder, with its docs and dist
}

// Get returns Pi of the version given, installing it unless the cache folder has it.
func Get(t testing.TB, version string) Install {
	t.Helper()
	e2e.Require(t, "npm")
	in, err := get(version)
	if err != nil {
		t.Fatalf("installing Pi %s: %v", version, err)
	}
	return in
}

func get(version string) (Install, error) {
	cache, err := e2e.CacheDir()
	if err != nil {
		return Install{}, err
	}
	dir := filepath.Join(cache, fmt.Sprintf("pi-%s-node-%s", version, nodeVersion))
	err = e2e.Locked(dir+".lock", func() error {
		if _, err := os.Stat(dir); err == nil {
			return nil
		}
		return install(dir, version)
	})
	if err != nil {
		return Install{}, err
	}
	return installed(dir, version)
}

// install puts the packages into a folder beside dir and gives it that name once all are there.
func install(dir, version string) error {
	part := dir + ".part"
	if err := os.RemoveAll(part); err != nil { // of an installation that was broken off
		return err
	}
	if err := os.MkdirAll(part, 0o755); err != nil {
		return err
	}
	// Without it npm would look for a package in the folders above.
	if err := os.WriteFile(filepath.Join(part, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		return err
	}
	args := []string{"install", "--prefix", part, "--no-package-lock", "--no-save", "--no-audit", "--no-fund",
		"--ignore-scripts", "--loglevel=error"}
	for _, name := range piPackages {
		args = append(args, name+"@"+version)
	}
	if carriesNode {
		args = append(args, nodePackage()+"@"+nodeVersion)
	}
	cmd := exec.Command("npm", args...)
	cmd.Dir = part
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install: %w\n%s", err, out)
	}
	return os.Rename(part, dir)
}

// carriesNode tells whether a package carries Node for this machine.
const carriesNode = runtime.GOOS == "linux"

// nodePackage is the npm package that carries Node for this machine.
func nodePackage() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return "node-" + runtime.GOOS + "-" + arch
}

// installed finds the programs in an installation and checks its version.
func installed(dir, version string) (Install, error) {
	in := Install{
		Version: version,
		Node:    "node",
		Package: filepath.Join(dir, "node_modules", filepath.FromSlash(piPackages[0])),
	}
	if carriesNode {
		in.Node = filepath.Join(dir, "node_modules", nodePackage(), "bin", "node")
	}
	text, err := os.ReadFile(filepath.Join(in.Package, "package.json"))
	if err != nil {
		return Install{}, err
	}
	var manifest struct {
		Version string            `json:"version"`
		Bin     map[string]string `json:"bin"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return Install{}, err
	}
	if manifest.Version != version || manifest.Bin["pi"] == "" {
		return Install{}, fmt.Errorf("%s holds version %q with bin %q", in.Package, manifest.Version, manifest.Bin["pi"])
	}
	in.CLI = filepath.Join(in.Package, filepath.FromSlash(manifest.Bin["pi"]))
	if in.Node, err = exec.LookPath(in.Node); err != nil {
		return Install{}, err
	}
	return in, nil
}
