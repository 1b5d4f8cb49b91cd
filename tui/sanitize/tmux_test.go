package sanitize

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/term"
)

// terminal is a pane of a real tmux server of this test's own, spoken to through
// its tty.
type terminal struct {
	*os.File
	tmux    func(args ...string) string
	pending []byte
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("no tmux here")
	}
	socket := filepath.Join(t.TempDir(), "tmux")
	tmux := func(args ...string) string {
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", os.DevNull, "-u"}, args...)...)
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=xterm-256color")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("tmux %s: %v", args[0], err)
		}
		return strings.TrimSpace(string(out))
	}
	tty := tmux("start-server", ";", "set", "-s", "set-clipboard", "on", ";", "new-session", "-d", "-x", "200", "-y", "10", "-P", "-F", "#{pane_tty}", "exec sleep 600")
	t.Cleanup(func() { tmux("kill-server") })
	f, err := os.OpenFile(tty, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := term.MakeRaw(int(f.Fd())); err != nil {
		t.Fatal(err)
	}
	return &terminal{File: f, tmux: tmux}
}

// column prints s on an empty row and returns the column the terminal then has
// its cursor in, from 0.
func (p *terminal) column(t *testing.T, s string) int {
	t.Helper()
	if _, err := fmt.Fprintf(p, "\r\x1b[2K%s\x1b[6n", s); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 256)
	for {
		if i := bytes.IndexByte(p.pending, 'R'); i >= 0 {
			var row, col int
			report := p.pending[bytes.IndexByte(p.pending, '\x1b') : i+1]
			if _, err := fmt.Sscanf(string(report), "\x1b[%d;%dR", &row, &col); err != nil {
				t.Fatalf("report %q: %v", report, err)
			}
			p.pending = p.pending[i+1:]
			return col - 1
		}
		n, err := p.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		p.pending = append(p.pending, buf[:n]...)
	}
}

// A real terminal that counts code points puts its cursor where Width says.
func TestTmuxAgreesAboutWidth(t *testing.T) {
	pane := newTerminal(t)
	var lines []string
	lines = append(lines, hostile...)
	for r := rune(0x20); r < 0x20000; r++ {
		if r%61 != 0 && alike(r) {
			continue
		}
		lines = append(lines, "a"+string(r)+"b", "日"+string(r)+string(r))
	}
	bad := 0
	for i := 0; i < len(lines); {
		// A row takes as many of them as fit; only one that is off is taken apart.
		var row Safe
		from := i
		for ; i < len(lines) && (i == from || Width(row)+Width(Line(lines[i])) < 190); i++ {
			row += Line(lines[i])
		}
		if pane.column(t, string(row)) == Width(row) {
			continue
		}
		for _, in := range lines[from:i] {
			s := Line(in)
			if col := pane.column(t, string(s)); col != Width(s) {
				t.Errorf("%q drawn as %q: tmux %d cells, Width %d", in, s, col, Width(s))
				bad++
			}
		}
		if bad > 20 {
			t.Fatal("too many")
		}
	}
}

// What text of a session could do to a terminal it cannot do through Line: the
// screen holds the line and nothing else, title and clipboard stay.
func TestTmuxShowsOnlyTheLine(t *testing.T) {
	pane := newTerminal(t)
	title := pane.tmux("display", "-p", "#{pane_title}")
	for _, s := range hostile {
		safe := Line(s)
		pane.column(t, "\x1b[H"+string(safe))
		if got := pane.tmux("capture-pane", "-p"); got != strings.TrimSpace(string(safe)) {
			t.Errorf("%q: the screen shows %q, want %q", s, got, safe)
		}
	}
	if got := pane.tmux("display", "-p", "#{pane_title}"); got != title {
		t.Errorf("the title became %q", got)
	}
	if got := pane.tmux("list-buffers"); got != "" {
		t.Errorf("the clipboard was set: %s", got)
	}

	// The same text raw does both, so the silence above means something.
	pane.column(t, hostile[1])
	if pane.tmux("display", "-p", "#{pane_title}") != "title" || pane.tmux("list-buffers") == "" {
		t.Error("raw text had no effect: this terminal proves nothing")
	}
}
