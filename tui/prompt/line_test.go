package prompt

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"cfold/theme"
)

func TestLine(t *testing.T) {
	l := New("/", "ab")
	for _, k := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("c")}, {Type: tea.KeyLeft}, {Type: tea.KeyLeft}, {Type: tea.KeyRunes, Runes: []rune("X")},
	} {
		if l.Key(k) != Editing {
			t.Fatalf("%v ends the prompt", k)
		}
	}
	if l.Value() != "aXbc" {
		t.Errorf("%q", l.Value())
	}
	if l.Key(tea.KeyMsg{Type: tea.KeyEnter}) != Done || l.Key(tea.KeyMsg{Type: tea.KeyEsc}) != Cancelled {
		t.Error("enter is not done, or esc does not cancel")
	}
}

// What is pasted is drawn sanitised, and the cursor stays in sight.
func TestViewIsExact(t *testing.T) {
	th := theme.New(theme.Options{})
	for _, text := range []string{"", "short", "\x1b[31mred\u202e", "日本語日本語日本語日本語日本語日本語", "a long text that is longer than any of the lines it stands in, by far"} {
		for width := 1; width < 60; width++ {
			got := New("/", text).View(th, width, "12 found")
			if w := ansi.StringWidth(got); w != width || ansi.Strip(got) != got {
				t.Fatalf("%q at %d: %d wide: %q", text, width, w, got)
			}
		}
	}
}
