package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// A pipe gets the exact bytes, a terminal a text that commands nothing.
func TestHostileTextIsExactInAPipeAndHarmlessOnATerminal(t *testing.T) {
	e := home(t)
	var hostile string
	for _, v := range parsed(t, call(t, e, "search", "--json", "--full", "owned")) {
		for _, hit := range v["hits"].([]any) {
			hostile = hit.(map[string]any)["code"].(string)
		}
	}
	if hostile == "" {
		t.Fatal("the demo's hostile output was not found among the folded")
	}
	if got := done(t, call(t, e, "recall", "--full", hostile)).out; !strings.Contains(got, "\x1b]0;you have been owned\x07") {
		t.Errorf("not exact: %q", got)
	}
	e.outTerminal, e.errTerminal = true, true
	for _, args := range [][]string{
		{"recall", "--full", hostile}, {"recall", "--json", "--full", hostile}, {"search", "owned"}, {"search", "--json", "owned"},
		{"blocks"}, {"blocks", "--json"}, {"blocks", "--ledger"}, {"blocks", "--ledger", "--json"},
		{"status", "-s", sample("hostile")}, {"status", "--json", "-s", sample("hostile")}, {"status", "--line", "-s", sample("hostile")},
		{"blocks", "-s", sample("hostile")}, {"blocks", "--json", "-s", sample("hostile")}, {"blocks", "--ledger", "-s", sample("hostile")},
		{"replay", "--json", "--window", "5000", "-s", sample("hostile")}, {"handoff", "--print", "--goal", "\x1b[2J", "-s", sample("hostile")},
		{"recall", "\x1b]0;x\x07", "-s", sample("hostile")}, {"sessions"}, {"doctor"}, {"settings"},
	} {
		r := call(t, e, args...)
		for _, c := range r.out + r.err {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Errorf("%q prints %U", args, c)
				break
			}
		}
	}
}

func TestOnce(t *testing.T) {
	e := home(t)
	for _, size := range [][2]int{{120, 40}, {80, 24}, {48, 30}, {40, 10}, {20, 3}, {1, 1}} {
		for _, name := range []string{"demo", "v1", "v2", "newer", "torn", "hostile"} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				r := done(t, call(t, e, "--once", fmt.Sprintf("%dx%d", size[0], size[1]), sample(name)))
				lines := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
				if len(lines) != size[1] {
					t.Errorf("%d lines", len(lines))
				}
				for n, line := range lines {
					if w := ansi.StringWidth(line); w > size[0] {
						t.Errorf("line %d is %d wide: %q", n+1, w, line)
					}
					if strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }) {
						t.Errorf("line %d holds a control: %q", n+1, line)
					}
				}
			})
		}
	}
	if r := done(t, call(t, elsewhere(t), "--demo", "--once", "100x30")); !strings.Contains(r.out, "taxes in the checkout") || !strings.Contains(r.out, " demo ") || strings.Contains(r.out, "just now") {
		t.Errorf("%s", r.out)
	}
}

func TestScreenNeedsATerminal(t *testing.T) {
	if r := call(t, home(t)); r.code != exitFailed || !strings.Contains(r.err, "--once") {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
}

func TestManCompletionVersionHelp(t *testing.T) {
	e := elsewhere(t)
	for _, c := range []struct{ args, part string }{
		{"help status", "--watch"}, {"completion zsh", "compdef"}, {"--help", "--background dark|light|auto"},
		{"man", ".TH CFOLD-TUI 1"}, {"man", "cfold-tui - show what"}, {"man", "--once WxH"}, {"man", "settings set KEY VALUE"}, {"completion bash", "__start_cfold-tui"}, {"completion fish", "cfold-tui"}, {"--version", "cfold-tui "},
		{"--help", "sessions"}, {"recall --help", "--grep"}, {"vectors --help", "slices"},
	} {
		if r := done(t, call(t, e, strings.Fields(c.args)...)); !strings.Contains(r.out, c.part) || r.err != "" {
			t.Errorf("%s: no %q in %.300q, %q", c.args, c.part, r.out, r.err)
		}
	}
}

func TestLog(t *testing.T) {
	e := home(t)
	path := filepath.Join(t.TempDir(), "log")
	done(t, call(t, e, "status", "--log", path))
	call(t, e, "recall", "zzzzzz", "--log", path)
	log := string(readFile(t, path))
	for _, part := range []string{"started", "args=", "zzzzzz", "code=1"} {
		if !strings.Contains(log, part) {
			t.Errorf("no %q in %s", part, log)
		}
	}
	if r := call(t, e, "status", "--log", "/no/such/folder/log"); r.code != exitFailed {
		t.Errorf("exit %d", r.code)
	}
}
