package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "cfold-tui")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "cfold-tui")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: "go build: " + string(out), Err: err}
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := build(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// result is what one run of the program did.
type result struct {
	out, err string
	code     int
}

// program runs the built program as a person would, in an empty agent folder, its
// output going to a pipe.
func program(t *testing.T, args ...string) result {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm-256color"}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return result{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// call runs the program in this process.
func call(t *testing.T, e env, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	e.args, e.out, e.err, e.in = args, &out, &errs, bytes.NewReader(nil)
	if e.lookup == nil {
		e.lookup = func(string) (string, bool) { return "", false }
	}
	code := run(context.Background(), e)
	return result{out.String(), errs.String(), code}
}
