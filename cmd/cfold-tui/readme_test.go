package main

import (
	"os"
	"strings"
	"testing"

	"cfold/tui"
)

const readmePath = "../../README.md"

// keyTable is every binding as the README shows them.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| place | key | does |\n|---|---|---|\n")
	for _, s := range tui.Keys() {
		for _, k := range s.Keys {
			b.WriteString("| " + s.Title + " | `" + strings.ReplaceAll(k.Help().Key, "|", "\\|") + "` | " + k.Help().Desc + " |\n")
		}
	}
	return b.String()
}

func TestREADMEHoldsTheKeysAsBound(t *testing.T) {
	data, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), "<!-- keys:")
	if !found {
		t.Fatal("the README marks no place for the keys")
	}
	mark, rest, _ := strings.Cut(rest, "-->\n")
	have, after, found := strings.Cut(rest, "<!-- /keys -->")
	if !found {
		t.Fatal("the README does not end the keys")
	}
	if want := keyTable(); have != want {
		if os.Getenv("CFOLD_UPDATE") == "" {
			t.Fatalf("the README's keys are not those bound; CFOLD_UPDATE=1 writes them\n%s", want)
		}
		updated := before + "<!-- keys:" + mark + "-->\n" + want + "<!-- /keys -->" + after
		if err := os.WriteFile(readmePath, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The README's table of settings is the table the program reads.
func TestREADMENamesEveryCommand(t *testing.T) {
	data, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sessions", "status", "blocks", "recall", "search", "unfold", "hold", "settings", "handoff", "replay", "link", "doctor", "vectors"} {
		if !strings.Contains(string(data), "`"+name) {
			t.Errorf("the README does not name the command %s", name)
		}
	}
}
