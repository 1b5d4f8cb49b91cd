package term_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
)

// shell is an interactive shell with a short prompt in a scratch folder.
func shell(t *testing.T, env ...string) term.Command {
	return term.Command{Args: []string{"sh"}, Dir: e2e.ShortDir(t), Env: append([]string{"PS1=$ "}, env...)}
}

// prompt waits for the prompt: what is typed before it is echoed out of place.
func prompt(p *term.Pane) *term.Pane {
	p.WaitFor(func(s term.Screen) bool { return s.Lines()[0] == "$" }, "a prompt")
	return p
}

func TestShellOutputIsOnTheScreen(t *testing.T) {
	p := prompt(term.Start(t, "").Open(shell(t), 60, 10))
	p.Type("printf '%s-%s\\n' café 日本;")
	p.SendKeys("Enter")
	s := p.WaitForText("\ncafé-日本\n")
	if got := len(s.Lines()); got != 10 {
		t.Errorf("a screen 10 high has %d lines", got)
	}
}

func TestScreenKeepsColours(t *testing.T) {
	p := prompt(term.Start(t, "").Open(shell(t), 40, 5))
	p.Type(`printf '\033[31mre''d\033[0m\n'`)
	p.SendKeys("Enter")
	p.WaitForText("\nred\n")
	if s := p.CaptureStyled(); !s.Contains("\x1b[31mred") {
		t.Errorf("no red text in %q", s)
	}
	if s := p.Capture(); strings.Contains(string(s), "\x1b") {
		t.Errorf("an escape sequence in the plain screen %q", s)
	}
}

func TestResizeReachesTheProgram(t *testing.T) {
	p := prompt(term.Start(t, "").Open(shell(t), 80, 24))
	for _, size := range []struct {
		w, h int
		stty string
	}{{80, 24, "24 80"}, {48, 30, "30 48"}, {120, 10, "10 120"}} {
		p.Resize(size.w, size.h)
		if w, h := p.Size(); w != size.w || h != size.h {
			t.Fatalf("size is %d×%d after a resize to %d×%d", w, h, size.w, size.h)
		}
		p.Type("clear; stty size")
		p.SendKeys("Enter")
		p.WaitFor(func(s term.Screen) bool { return s.Lines()[0] == size.stty }, size.stty+" in the first row")
	}
}

func TestSplitRunsTwoPrograms(t *testing.T) {
	left := prompt(term.Start(t, "").Open(shell(t, "NAME=left"), 80, 12))
	right := prompt(left.Split(30, shell(t, "NAME=right")))
	if w, _ := right.Size(); w != 30 {
		t.Errorf("the right pane is %d wide, want 30", w)
	}
	if w, _ := left.Size(); w != 49 {
		t.Errorf("the left pane is %d wide, want 49", w)
	}
	for name, p := range map[string]*term.Pane{"left": left, "right": right} {
		p.Type("echo this is $NAME.")
		p.SendKeys("Enter")
		p.WaitForText("\nthis is " + name + ".")
	}
}

func TestTerminalTypeAndEnvironment(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	for _, name := range []string{"", "screen-256color", "xterm-256color", "dumb"} {
		t.Run("TERM="+name, func(t *testing.T) {
			want := name
			if want == "" {
				want = term.DefaultTERM
			}
			p := prompt(term.Start(t, name).Open(shell(t, "MINE=a b"), 60, 6))
			p.Type(`echo "<$TERM|$MINE|$NO_COLOR|$LANG>"`)
			p.SendKeys("Enter")
			p.WaitForText("\n<" + want + "|a b||C.UTF-8>")
		})
	}
}

func TestStreamIsWhatIsWritten(t *testing.T) {
	p := prompt(term.Start(t, "").Open(shell(t), 60, 10))
	s := p.Stream()
	for i := range 3 { // each time another one: what has come by is passed
		p.Type(fmt.Sprintf(`printf '\033[31mre''d %d\033[0m\n'`, i))
		p.SendKeys("Enter")
		s.Await(fmt.Sprintf("\x1b[31mred %d\x1b[0m", i))
		if !p.Capture().Contains(fmt.Sprintf("\nred %d", i)) {
			t.Errorf("%d is written and not on the screen", i)
		}
	}
}

func TestExitStatusAndLastScreen(t *testing.T) {
	s := term.Start(t, "")
	dir := e2e.ShortDir(t)
	p := s.Open(term.Command{Args: []string{"sh", "-c", "pwd; exit 7;"}, Dir: dir}, 80, 5)
	if got := p.WaitForExit(); got != 7 {
		t.Errorf("exit status %d, want 7", got)
	}
	p.WaitForText(filepath.Base(dir))
	if got := s.Open(term.Command{Args: []string{"true"}, Dir: dir}, 80, 5).WaitForExit(); got != 0 {
		t.Errorf("exit status %d, want 0", got)
	}
}

func TestSignalsReachTheProgram(t *testing.T) {
	s := term.Start(t, "")
	cat := term.Command{Args: []string{"cat"}, Dir: e2e.ShortDir(t)}
	p := s.Open(cat, 80, 5)
	if err := syscall.Kill(p.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := p.WaitForExit(); got != 128+9 {
		t.Errorf("exit status %d after SIGKILL, want 137", got)
	}
	p = s.Open(cat, 80, 5)
	p.PID() // it runs
	p.SendKeys("C-c")
	if got := p.WaitForExit(); got != 128+2 {
		t.Errorf("exit status %d after Ctrl+C, want 130", got)
	}
}
