package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the import path of this module; root its folder, seen from here.
const (
	module = "cfold/"
	root   = ".."
)

// sourceFile is one Go file that is no test.
type sourceFile struct {
	dir  string // of the package, with slashes, relative to root
	path string
	*ast.File
}

// sources parses every Go file below the folder that is no test.
func sources(t *testing.T, folder string) []sourceFile {
	t.Helper()
	var list []sourceFile
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		list = append(list, sourceFile{filepath.ToSlash(dir), path, file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatalf("no sources below %s", folder)
	}
	return list
}

func (f sourceFile) importPaths() []string {
	var paths []string
	for _, i := range f.Imports {
		paths = append(paths, strings.Trim(i.Path.Value, "`\""))
	}
	return paths
}

// below reports whether an import path is that of folder or inside it.
func below(path, folder string) bool {
	return path == module+folder || strings.HasPrefix(path, module+folder+"/")
}

// standard reports whether an import path belongs to the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != strings.TrimSuffix(module, "/")
}

// journal is the one package of the engine that may open files.
const journal = "engine/journal"

// banned are the imports that reach out of the engine's values.
var banned = []string{"os", "net", "syscall", "math/rand"}

func bannedImport(path string) bool {
	return slices.ContainsFunc(banned, func(b string) bool { return path == b || strings.HasPrefix(path, b+"/") })
}

func TestEngineImportsOnlyStandardLibraryAndItself(t *testing.T) {
	for _, f := range sources(t, "engine") {
		if f.dir == journal {
			continue
		}
		for _, path := range f.importPaths() {
			if !standard(path) && !below(path, "engine") {
				t.Errorf("%s imports %s", f.path, path)
			}
			if bannedImport(path) {
				t.Errorf("%s imports %s: readers and openers come in as arguments", f.path, path)
			}
		}
	}
}

func TestEngineReadsNoClock(t *testing.T) {
	clock := []string{"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Tick", "NewTimer", "NewTicker"}
	for _, f := range sources(t, "engine") {
		name := ""
		for _, i := range f.Imports {
			if i.Path.Value == `"time"` {
				name = "time"
				if i.Name != nil {
					name = i.Name.Name
				}
			}
		}
		if name == "" || f.dir == journal {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == name && slices.Contains(clock, s.Sel.Name) {
					t.Errorf("%s uses time.%s: times come in as arguments", f.path, s.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestFoldersKeepApart(t *testing.T) {
	for _, rule := range []struct {
		folder string
		never  []string
	}{
		{"theme", []string{"engine", "watch", "tui", "cmd"}},
		{"engine", []string{"theme", "watch", "tui", "cmd"}},
		{"watch", []string{"theme", "tui", "cmd"}},
		{"tui", []string{"cmd"}},
	} {
		for _, f := range sources(t, rule.folder) {
			for _, path := range f.importPaths() {
				for _, other := range rule.never {
					if below(path, other) {
						t.Errorf("%s imports %s: %s knows nothing of %s", f.path, path, rule.folder, other)
					}
				}
			}
		}
	}
}

func TestPackagesSayWhatTheyOwn(t *testing.T) {
	for _, folder := range []string{"engine", "watch", "theme", "tui"} {
		documented := map[string]bool{}
		for _, f := range sources(t, folder) {
			documented[f.dir] = documented[f.dir] || filepath.Base(f.path) == "doc.go" && f.Doc != nil
		}
		for dir, ok := range documented {
			if !ok {
				t.Errorf("%s has no doc.go with a package comment", dir)
			}
		}
	}
}

// TestTopLevelHoldsOnlyTheseFolders looks at Go packages only, so that what a
// build or an editor leaves at the top does not matter.
func TestTopLevelHoldsOnlyTheseFolders(t *testing.T) {
	allowed := []string{"cmd", "engine", "testdata", "theme", "tui", "watch"}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case e.IsDir() && !slices.Contains(allowed, name):
			if holdsGo(t, filepath.Join(root, name)) {
				t.Errorf("package folder %s at the top level", name)
			}
		case strings.HasSuffix(name, ".go"):
			t.Errorf("Go file %s at the top level", name)
		}
	}
}

func holdsGo(t *testing.T, folder string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		found = found || strings.HasSuffix(path, ".go")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
