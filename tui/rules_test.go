package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inks are the folders that may turn text into styled output themselves: the
// pen, the choke point whose text it is, and what draws glyphs of its own.
var inks = []string{"pane", "sanitize", "bar", "chart"}

// Text reaches a style only as sanitize.Safe: outside the pen nothing is
// rendered, and nothing but a constant is declared safe.
func TestOnlySafeTextIsDrawn(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		folder, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		if folder == "sanitize" {
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selects(call.Fun, "", "Render") && !slices.Contains(inks, folder) && !selects(call.Fun, "bar", "Render") && !selects(call.Fun, "chart", "Render") {
				t.Errorf("%s: text is rendered outside the pen", set.Position(call.Pos()))
			}
			if selects(call.Fun, "sanitize", "Safe") && !constant(call.Args[0]) {
				t.Errorf("%s: something that is no constant is declared safe", set.Position(call.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("only %d files were looked at", files)
	}
}

// selects reports whether e is x.name; an empty x stands for anything.
func selects(e ast.Expr, x, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	id, ok := s.X.(*ast.Ident)
	return x == "" || ok && id.Name == x
}

// constant accepts a literal, and one that strings.Repeat repeats.
func constant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.CallExpr:
		return selects(e.Fun, "strings", "Repeat") && constant(e.Args[0])
	}
	return false
}

// Update and View do nothing but compute: no file, clock or environment outside
// of commands.
func TestNoClockOrEnvironment(t *testing.T) {
	banned := map[string][]string{
		"time": {"Now", "Since", "Until", "Sleep", "After"},
		"os":   {"Getenv", "LookupEnv", "Environ"},
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				for pkg, names := range banned {
					for _, name := range names {
						if selects(call.Fun, pkg, name) {
							t.Errorf("%s: %s.%s in a pane", set.Position(call.Pos()), pkg, name)
						}
					}
				}
			}
			return true
		})
	}
}
