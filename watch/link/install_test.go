package link

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstallingAndRemoving(t *testing.T) {
	agent := t.TempDir()
	if _, there, err := FindExtension(agent, "v1"); there || err != nil {
		t.Fatalf("found in an empty folder: %t, %v", there, err)
	}
	binary := `/home/a "b"\c/cfold-tui`
	path, err := Install(agent, binary, "v1")
	if err != nil || path != filepath.Join(agent, "extensions", "cfold", "index.ts") {
		t.Fatalf("%q, %v", path, err)
	}
	e, there, err := FindExtension(agent, "v1")
	if !there || err != nil || e != (Extension{Path: path, Binary: binary, Version: "v1", Current: true, Ours: true}) {
		t.Errorf("%+v, %t, %v", e, there, err)
	}
	if e, _, _ := FindExtension(agent, "v2"); e.Current {
		t.Error("an extension of another version passes for this one's")
	}
	if _, err := Install(agent, "cfold-tui", "v2"); err != nil {
		t.Fatal(err)
	}
	if e, _, _ := FindExtension(agent, "v2"); !e.Current || e.Binary != "cfold-tui" {
		t.Errorf("after another installation: %+v", e)
	}
	if _, done, err := Uninstall(agent, "v2"); !done || err != nil {
		t.Errorf("removing: %t, %v", done, err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
	if _, done, err := Uninstall(agent, "v2"); done || err != nil {
		t.Errorf("removing again: %t, %v", done, err)
	}
}

func TestAnotherFileIsLeftAlone(t *testing.T) {
	agent := t.TempDir()
	path := ExtensionPath(agent)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(agent, "x", "v1"); !errors.Is(err, ErrForeign) {
		t.Errorf("installing over it: %v", err)
	}
	if _, _, err := Uninstall(agent, "v1"); !errors.Is(err, ErrForeign) {
		t.Errorf("removing it: %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "mine" {
		t.Errorf("it now holds %.40q", data)
	}
}

func TestTemporaryBuildsAreNotRecorded(t *testing.T) {
	dir := t.TempDir() // below the temporary folder
	exe := filepath.Join(dir, "cfold-tui")
	if err := os.WriteFile(exe, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := Program(exe); got != Name {
		t.Errorf("a build in the temporary folder is recorded as %q", got)
	}
	if got := Program(filepath.Join(dir, "gone")); got != Name {
		t.Errorf("a build that is gone is recorded as %q", got)
	}
	self, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Skip(err)
	}
	if got := Program("/bin/sh"); got != self {
		t.Errorf("/bin/sh is recorded as %q, want %q", got, self)
	}
	if got := Program("/bin/sh", filepath.Dir(self)); got != Name {
		t.Errorf("a build in a cache is recorded as %q", got)
	}
}

// The extension keeps what the installer and the reader of an installed one look for.
func TestTheExtensionNamesItsProgram(t *testing.T) {
	source := Source("/opt/x", "v9")
	for _, want := range []string{`const BINARY = "/opt/x"; // @binary`, `const RELEASE = "v9"; // @version`, "const PROTOCOL = 1;"} {
		if !strings.Contains(source, want) {
			t.Errorf("no line %q", want)
		}
	}
	if Protocol != 1 {
		t.Errorf("the extension speaks protocol 1, the program %d", Protocol)
	}
}
