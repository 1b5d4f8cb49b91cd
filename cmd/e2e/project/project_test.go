package project_test

import (
	"bytes"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e/project"
)

// contents reads a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func filled(t *testing.T, seed uint64) (project.Project, map[string]string) {
	t.Helper()
	p, err := project.Make(t.TempDir(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return p, contents(t, p.Dir)
}

func TestSeedDecidesAllFilesAndCalls(t *testing.T) {
	p1, files1 := filled(t, 1)
	p2, files2 := filled(t, 1)
	if diff := cmp.Diff(files1, files2); diff != "" {
		t.Errorf("two projects of a seed differ:\n%s", diff)
	}
	if diff := cmp.Diff(p1.Steps(4, 20), p2.Steps(4, 20)); diff != "" {
		t.Errorf("two plans of a seed differ:\n%s", diff)
	}
	p3, files3 := filled(t, 2)
	if cmp.Equal(files1, files3) || cmp.Equal(p1.Steps(4, 20), p3.Steps(5, 20)) {
		t.Error("the seed makes no difference")
	}
}

func TestFilesAreWhatTheyAreFor(t *testing.T) {
	p, files := filled(t, 3)
	for _, path := range append(p.Sources, project.Notes, project.Unicode, project.Hostile, project.Bundle, project.Shot, project.Failing) {
		if files[path] == "" {
			t.Errorf("%s is missing or empty", path)
		}
		delete(files, path)
	}
	for path := range files {
		t.Errorf("%s is not told of", path)
	}
	_, files = filled(t, 3)
	if !utf8.ValidString(files[project.Unicode]) || utf8.ValidString(files[project.Hostile]) {
		t.Error("the unicode file must be valid, the hostile one must not")
	}
	if n := len(files[project.Bundle]); n < 30_000 || bytes.ContainsRune([]byte(files[project.Bundle]), '\n') {
		t.Errorf("the bundle is %d bytes long or has several lines", n)
	}
	if _, err := png.Decode(bytes.NewReader([]byte(files[project.Shot]))); err != nil {
		t.Errorf("the image: %v", err)
	}
	cmd := exec.Command("sh", project.Failing)
	cmd.Dir = p.Dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !bytes.Contains(out, []byte("AssertionError")) {
		t.Errorf("the failing test run ends with %v:\n%s", err, out)
	}
}

func TestPlanCallsEveryKind(t *testing.T) {
	p, _ := filled(t, 1)
	steps := p.Steps(1, project.Kinds)
	seen := map[string]int{}
	for _, s := range steps[:project.Kinds] {
		if len(s.Tools) == 0 {
			t.Error("a step without a call before the end of the turn")
		}
		for _, tool := range s.Tools {
			seen[tool.Name]++
		}
	}
	if seen["bash"] < 4 || seen["read"] < 4 || seen["edit"] < 2 {
		t.Errorf("calls by tool: %v", seen)
	}
	if last := steps[project.Kinds]; len(last.Tools) > 0 || last.Text == "" {
		t.Errorf("the turn does not end with a text: %+v", last)
	}
}
