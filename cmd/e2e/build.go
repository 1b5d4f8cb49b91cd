package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var built struct {
	once sync.Once
	path string
	err  error
}

// Build builds the program once for each test binary and returns its path. A test binary with the race detector builds
// the program with it too; a race that the program then reports fails the test that called Build.
func Build(t testing.TB) string {
	t.Helper()
	Require(t, "go")
	built.once.Do(func() { built.path, built.err = buildPackage("./cmd/cfold-tui", raceEnabled) })
	if built.err != nil {
		t.Fatal(built.err)
	}
	if raceEnabled {
		watchRaces(t)
	}
	return built.path
}

// buildPackage builds a main package of this module, named relative to the module's root, into the cache folder. The go
// command leaves a file that is up to date as it is, so test binaries that run at once do not disturb each other.
func buildPackage(pkg string, race bool) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	cache, err := CacheDir()
	if err != nil {
		return "", err
	}
	kind := "plain"
	if race {
		kind = "race"
	}
	// Checkouts share the cache folder, but not what is built from them.
	dir := filepath.Join(cache, "bin", fmt.Sprintf("%x", sha256.Sum256([]byte(root)))[:12], kind)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(dir, filepath.Base(pkg))
	args := []string{"build", "-o", path}
	if race {
		args = append(args, "-race")
	}
	err = Locked(filepath.Join(dir, "lock"), func() error {
		cmd := exec.Command("go", append(args, pkg)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
		}
		return nil
	})
	return path, err
}

// moduleRoot is the folder of this module's go.mod.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
