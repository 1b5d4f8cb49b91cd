package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Require skips the test unless end-to-end tests are turned on (CFOLD_E2E=1), and fails it when one of the programs it
// runs is not found on PATH.
func Require(t testing.TB, programs ...string) {
	t.Helper()
	if os.Getenv("CFOLD_E2E") != "1" {
		t.Skip("end to end: runs real programs; set CFOLD_E2E=1 to turn it on")
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("end to end: %s is needed: %v", name, err)
		}
	}
}

// CacheDir is the folder kept between runs: CFOLD_E2E_CACHE, else cfold-e2e in the user's cache folder. It is created.
func CacheDir() (string, error) {
	dir := os.Getenv("CFOLD_E2E_CACHE")
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no cache folder, set CFOLD_E2E_CACHE: %w", err)
		}
		dir = filepath.Join(base, "cfold-e2e")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return filepath.Abs(dir)
}

// ShortDir makes a folder that is removed with the test. Unlike [testing.T.TempDir] its path does not hold the test's
// name: Unix sockets are put below it, and their paths may have 104 bytes at most.
func ShortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "cf")
	if err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("removing the scratch folder: %v", err)
		}
	})
	return dir
}
