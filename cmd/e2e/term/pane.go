package term

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	xterm "golang.org/x/term"

	"cfold/cmd/e2e"
)

// Pane is a terminal with a program in it.
type Pane struct {
	s     *Server
	id    string // tmux's, such as %3
	files string // the path that the names of its files begin with
}

// Screen is what a pane shows: one line for each row, without trailing blanks.
type Screen string

// Lines gives the rows, as many as the pane is high.
func (s Screen) Lines() []string { return strings.Split(string(s), "\n") }

// Contains tells whether text stands on the screen, within a row or across rows joined by newlines.
func (s Screen) Contains(text string) bool { return strings.Contains(string(s), text) }

// Capture gives the screen as plain text.
func (p *Pane) Capture() Screen {
	p.s.t.Helper()
	return screen(p.s.Tmux("capture-pane", "-p", "-t", p.id))
}

// CaptureStyled gives the screen with the escape sequences of colours and attributes.
func (p *Pane) CaptureStyled() Screen {
	p.s.t.Helper()
	return screen(p.s.Tmux("capture-pane", "-p", "-e", "-t", p.id))
}

func screen(out string) Screen { return Screen(strings.TrimSuffix(out, "\n")) }

// WaitFor returns the first screen of which met is true. When none comes in time the test fails, naming what was waited
// for and showing the last screen.
func (p *Pane) WaitFor(met func(Screen) bool, what string) Screen {
	p.s.t.Helper()
	var last Screen
	e2e.Await(p.s.t, what, func() bool {
		last = p.Capture()
		return met(last)
	}, func() string { return frame(last) })
	return last
}

// WaitForText waits until text stands on the screen.
func (p *Pane) WaitForText(text string) Screen {
	p.s.t.Helper()
	return p.WaitFor(func(s Screen) bool { return s.Contains(text) }, strconv.Quote(text)+" on the screen")
}

// WaitForExit waits for the end of the pane's program and returns its exit status, which is 128 and the signal's number
// when a signal ended it. The last output may reach the screen a little later.
func (p *Pane) WaitForExit() int {
	p.s.t.Helper()
	return p.awaitNumber("status", "the end of the pane's program")
}

// PID is the process id of the pane's program, known from its start on.
func (p *Pane) PID() int {
	p.s.t.Helper()
	return p.awaitNumber("pid", "the start of the pane's program")
}

// awaitNumber waits for a whole line in one of the pane's files and returns its number.
func (p *Pane) awaitNumber(file, what string) int {
	p.s.t.Helper()
	var line string
	e2e.Await(p.s.t, what, func() bool {
		text, err := os.ReadFile(p.files + "." + file)
		line = string(text)
		return err == nil && strings.HasSuffix(line, "\n")
	}, func() string { return frame(p.Capture()) })
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		p.s.t.Fatal(err)
	}
	return n
}

// frame draws a border round a screen, so that its blanks show.
func frame(s Screen) string {
	var b strings.Builder
	for i, line := range s.Lines() {
		fmt.Fprintf(&b, "%3d|%s|\n", i+1, line)
	}
	return b.String()
}

// SendKeys sends keys by their tmux names (Enter, Escape, C-c, Up, PPage) or as single characters.
func (p *Pane) SendKeys(keys ...string) {
	p.s.t.Helper()
	for i, k := range keys {
		keys[i] = escape(k)
	}
	p.s.Tmux(append([]string{"send-keys", "-t", p.id, "--"}, keys...)...)
}

// Type sends text as it is. With escape sequences in it the program gets what a terminal sends: mouse reports, answers.
func (p *Pane) Type(text string) {
	p.s.t.Helper()
	p.s.Tmux("send-keys", "-l", "-t", p.id, "--", escape(text))
}

// Resize gives the pane's window a new size and waits until the pane's terminal has it: tmux tells it a little later.
func (p *Pane) Resize(width, height int) {
	p.s.t.Helper()
	p.s.Tmux("resize-window", "-t", p.id, "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
	wantW, wantH := p.Size()
	tty, err := os.OpenFile(p.Format("#{pane_tty}"), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		p.s.t.Fatal(err)
	}
	defer tty.Close()
	e2e.Await(p.s.t, fmt.Sprintf("a terminal of %d×%d", wantW, wantH), func() bool {
		w, h, err := xterm.GetSize(int(tty.Fd()))
		if err != nil {
			p.s.t.Fatal(err)
		}
		return w == wantW && h == wantH
	})
}

// Split runs a command in a new pane at the right of this one, of the width given; a border takes one cell.
func (p *Pane) Split(width int, cmd Command) *Pane {
	p.s.t.Helper()
	args := []string{"split-window", "-d", "-P", "-F", "#{pane_id}", "-h", "-l", strconv.Itoa(width), "-t", p.id}
	return p.s.pane(args, cmd)
}

// Format gives what tmux knows of the pane in the words of its FORMATS, such as #{pane_title} or #{alternate_on}.
func (p *Pane) Format(format string) string {
	p.s.t.Helper()
	return strings.TrimSuffix(p.s.Tmux("display-message", "-p", "-t", p.id, format), "\n")
}

// Size is the pane's size in cells.
func (p *Pane) Size() (width, height int) {
	p.s.t.Helper()
	text := p.Format("#{pane_width} #{pane_height}")
	if _, err := fmt.Sscan(text, &width, &height); err != nil {
		p.s.t.Fatalf("the pane's size %q: %v", text, err)
	}
	return width, height
}
