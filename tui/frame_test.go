package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"cfold/theme"
	"cfold/watch/feed"
)

var update = flag.Bool("frames", false, "write the golden frames anew")

// scenes are places and states of the screen by name, and the keys that lead there.
var scenes = []struct{ name, keys string }{
	{"blocks", ""},
	{"blocks-folded", "F g"},
	{"blocks-search", "/ h a n d l e 8 9 enter"},
	{"detail-both", "F g enter v v"},
	{"layers", "2"},
	{"layer", "2 enter"},
	{"ladder", "3"},
	{"cache", "4"},
	{"index", "5"},
	{"events", "6"},
	{"settings", "7"},
	{"notices", "8"},
	{"help", "?"},
}

func TestGoldenFrames(t *testing.T) {
	u := made(t)
	for _, size := range [][2]int{{140, 40}, {80, 24}, {48, 30}, {40, 10}} {
		for _, scene := range scenes {
			name := fmt.Sprintf("%s-%dx%d", scene.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				m := opened(t, u, plain(), size[0], size[1])
				m.press(scene.keys)
				var got strings.Builder
				for line := range strings.Lines(m.View()) {
					got.WriteString(strings.TrimRight(line, " \n") + "\n")
				}
				golden(t, filepath.Join("testdata", "frames", name+".txt"), got.String())
			})
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the frame is another one than %s (-want +got); -frames writes it anew:\n%s", path, diff)
	}
}

// check fails unless the frame is exactly as large as the screen and holds no
// control but colours.
func check(t *testing.T, m *Model, what string) {
	t.Helper()
	if fault := fault(m.View(), m.width, m.height); fault != "" {
		t.Fatalf("%s at %dx%d: %s", what, m.width, m.height, fault)
	}
}

func fault(frame string, width, height int) string {
	lines := strings.Split(frame, "\n")
	if len(lines) != height {
		return fmt.Sprintf("%d lines", len(lines))
	}
	for y, line := range lines {
		plain := ansi.Strip(line)
		if w := ansi.StringWidth(plain); w != width {
			return fmt.Sprintf("line %d is %d wide: %q", y, w, plain)
		}
		for _, r := range plain {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				return fmt.Sprintf("line %d holds %q", y, r)
			}
		}
	}
	return ""
}

// Frames are exact at every size, whatever size came before: the scenes share the
// sizes out among themselves, each with all widths and all heights.
func TestEverySize(t *testing.T) {
	u := made(t)
	widths, heights := 200, 60
	if testing.Short() {
		widths, heights = 60, 24
	}
	for n, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			t.Parallel()
			m := opened(t, u, plain(), 120, 40)
			m.press(scene.keys)
			for w := 1; w <= widths; w++ {
				for h := 1 + (w+n)%len(scenes); h <= heights; h += len(scenes) {
					m.sized(w, h)
					check(t, m, scene.name)
				}
			}
		})
	}
}

// What is styled holds nothing but colours beside the text.
func TestColouredFramesHoldOnlyColours(t *testing.T) {
	u := made(t)
	m := opened(t, u, theme.New(theme.Options{Depth: theme.TrueColor}), 140, 40)
	for _, scene := range scenes {
		m.press(scene.keys)
		check(t, m, scene.name)
		for _, sequence := range strings.Split(m.View(), "\x1b")[1:] {
			if !strings.HasPrefix(sequence, "[") || strings.TrimLeft(sequence[1:], "0123456789;:")[0] != 'm' {
				t.Fatalf("%s: a sequence that is no colour: %q", scene.name, sequence)
			}
		}
		m.press("esc esc")
	}
}

// Every phase of following has its frame, with nothing read yet too.
func TestPhases(t *testing.T) {
	read := made(t)
	gone := read
	gone.Phase = feed.Gone
	for _, c := range []struct {
		name   string
		update feed.Update
		want   string
	}{
		{"waiting", feed.Update{Phase: feed.Waiting, Cwd: "/home/dev"}, "waiting for a session"},
		{"loading", feed.Update{Phase: feed.Loading, Path: "/x.jsonl", Read: 43, Size: 100}, "reading 43 %"},
		{"following", read, "closed?"},
		{"gone", gone, "file is gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := opened(t, c.update, plain(), 80, 24)
			if !strings.Contains(m.View(), c.want) {
				t.Errorf("no %q in\n%s", c.want, m.View())
			}
			for _, scene := range scenes {
				m.press(scene.keys)
				check(t, m, scene.name)
				m.press("esc esc esc")
			}
		})
	}
}
