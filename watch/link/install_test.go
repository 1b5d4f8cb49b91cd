package link

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	if want := (Extension{Path: path, Binary: binary, Version: "v1", Current: true, Ours: true, parts: folderOf(parts())}); !there || err != nil || e != want {
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
	put(t, path, "mine")
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

// put writes a file, and the folders it lies in.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tree is the files below a folder, by their paths from there.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// older is what another version of the extension has installed: index.ts and a folder of parts.
func older(t *testing.T, agent, folder string) {
	t.Helper()
	dir := filepath.Dir(ExtensionPath(agent))
	put(t, filepath.Join(dir, "index.ts"), fmt.Sprintf("import {} from \"./%s/a.ts\";\nconst BINARY = \"b\"; // @binary\nconst RELEASE = \"v0\"; // @version\n", folder))
	put(t, filepath.Join(dir, folder, "a.ts"), mark+"export {};\n")
}

func TestAnExtensionOfOneFileIsReplaced(t *testing.T) {
	agent := t.TempDir()
	put(t, ExtensionPath(agent), "const BINARY = \"/old\"; // @binary\nconst RELEASE = \"v0\"; // @version\n")
	if e, there, err := FindExtension(agent, "v1"); !there || err != nil || !e.Ours || e.Current || e.Binary != "/old" || e.Version != "v0" {
		t.Fatalf("%+v, %t, %v", e, there, err)
	}
	if _, err := Install(agent, "/new", "v1"); err != nil {
		t.Fatal(err)
	}
	if e, _, err := FindExtension(agent, "v1"); err != nil || !e.Current || e.Binary != "/new" {
		t.Errorf("%+v, %v", e, err)
	}
}

// The parts that were replaced stay until the next installation, and nobody else's files go at all.
func TestPartsOfOtherVersions(t *testing.T) {
	agent := t.TempDir()
	dir := filepath.Dir(ExtensionPath(agent))
	older(t, agent, "parts-00000000000a") // and index.ts goes on to the next
	older(t, agent, "parts-00000000000b")
	mine := []string{"notes.md", "parts-00000000000a/mine.ts", "parts-00000000000c/mine.ts", "parts/mine.ts"}
	for _, name := range mine {
		put(t, filepath.Join(dir, name), "// mine")
	}
	var now []string
	for _, p := range parts() {
		now = append(now, folderOf(parts())+"/"+p.name)
	}
	for step, before := range [][]string{{"parts-00000000000b/a.ts"}, nil} {
		if _, err := Install(agent, "b", "v1"); err != nil {
			t.Fatal(err)
		}
		want := slices.Concat([]string{"index.ts"}, mine, now, before)
		slices.Sort(want)
		if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
			t.Errorf("installation %d (-want +got):\n%s", step, diff)
		}
	}
	if _, done, err := Uninstall(agent, "v1"); !done || err != nil {
		t.Fatalf("%t, %v", done, err)
	}
	if diff := cmp.Diff(mine, tree(t, dir)); diff != "" {
		t.Errorf("after removing (-want +got):\n%s", diff)
	}
}

func TestAPartThatWasChangedIsMended(t *testing.T) {
	agent := t.TempDir()
	path, err := Install(agent, "b", "v1")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(filepath.Dir(path), folderOf(parts()), parts()[0].name)
	for what, spoil := range map[string]func() error{
		"gone":    func() error { return os.Remove(name) },
		"changed": func() error { return os.WriteFile(name, []byte(mark+"// and more"), 0o644) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if e, _, err := FindExtension(agent, "v1"); err != nil || e.Current {
			t.Errorf("a part is %s: %+v, %v", what, e, err)
		}
		if _, err := Install(agent, "b", "v1"); err != nil {
			t.Fatal(err)
		}
		if e, _, err := FindExtension(agent, "v1"); err != nil || !e.Current {
			t.Errorf("a part was %s, after installing: %+v, %v", what, e, err)
		}
	}
}

// Whoever reads index.ts while versions come and go finds its parts whole, as they were written with it.
func TestNobodyLoadsAMixOfVersions(t *testing.T) {
	agent := t.TempDir()
	dir := filepath.Dir(ExtensionPath(agent))
	release := func(n int) []part {
		return []part{{"a.ts", mark + strconv.Itoa(n)}, {"b.ts", mark + strconv.Itoa(n)}}
	}
	const versions = 60
	if _, err := install(agent, "b", "0", release(0)); err != nil {
		t.Fatal(err)
	}
	read := func() (Extension, int) {
		e, there, err := find(agent, "", nil)
		if !there || err != nil || !e.Ours {
			t.Fatalf("%+v, %t, %v", e, there, err)
		}
		n, err := strconv.Atoi(e.Version)
		if err != nil {
			t.Fatal(err)
		}
		return e, n
	}
	failed := make(chan error, 1)
	go func() {
		defer close(failed)
		for n := 1; n < versions; n++ {
			if _, err := install(agent, "b", strconv.Itoa(n), release(n)); err != nil {
				failed <- err
				return
			}
		}
	}()
	for n := 0; n < versions-1; {
		var e Extension
		e, n = read()
		if whole(filepath.Join(dir, e.parts), release(n)) {
			continue
		}
		if _, by := read(); by < n+2 {
			t.Fatalf("version %d was loaded while %d stood there, and is not whole", n, by)
		}
		select {
		case err := <-failed:
			if err != nil {
				t.Fatal(err)
			}
		default:
		}
	}
	if err := <-failed; err != nil {
		t.Error(err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 3 {
		t.Errorf("index.ts, its parts and those before it: %v, %v", names, err)
	}
}
