package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/cfold-tui/demo"
	"cfold/watch/sessions"
)

// samples is where the small sessions shared by the packages lie.
var samples, _ = filepath.Abs("../../testdata")

// shop is the directory the demo session belongs to.
const shop = "/home/you/shop"

func sample(name string) string { return filepath.Join(samples, name+".jsonl") }

// home is a home with an agent folder that holds the demo session and its seed
// index.
func home(t *testing.T) env {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, ".pi", "agent", "sessions", "--home-you-shop--", "2026-03-14_demo.jsonl")
	put(t, path, readFile(t, sample("demo")))
	put(t, sessions.SeedIndexPath(path, demo.ID), readFile(t, sample("demo.seed-index")))
	return env{cwd: shop, lookup: variables(map[string]string{"HOME": dir})}
}

// elsewhere is the same home, in a directory that has no session.
func elsewhere(t *testing.T) env {
	e := home(t)
	e.cwd = t.TempDir()
	return e
}

func variables(set map[string]string) func(string) (string, bool) {
	return func(key string) (string, bool) {
		value, ok := set[key]
		return value, ok
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// everything is what lies under a folder: names and contents.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		b.WriteString(path + "\n")
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// done fails unless a run ended well.
func done(t *testing.T, r result) result {
	t.Helper()
	if r.code != exitDone {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	return r
}
