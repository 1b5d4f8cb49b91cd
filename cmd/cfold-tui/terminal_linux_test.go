package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is a program on a terminal of its own, the other end of which is here.
type terminal struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd
	temp   string // its folder for temporary files

	mu     sync.Mutex
	output []byte
	news   chan struct{} // something was written
	ended  chan struct{}
}

const (
	columns, rows = 100, 30
	patience      = 20 * time.Second
)

// onTerminal starts the built program on a new terminal.
func onTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	master, slave := openTerminal(t)
	p := &terminal{t: t, master: master, temp: t.TempDir(), news: make(chan struct{}, 1), ended: make(chan struct{})}
	p.cmd = exec.Command(path, args...)
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm-256color", "TMPDIR=" + p.temp}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	go p.read()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		<-p.ended
		p.cmd.Wait()
		master.Close()
	})
	return p
}

func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// read collects what is written until the terminal is given up.
func (p *terminal) read() {
	defer close(p.ended)
	buf := make([]byte, 4096)
	for {
		n, err := p.master.Read(buf)
		if err != nil {
			return
		}
		p.mu.Lock()
		p.output = append(p.output, buf[:n]...)
		p.mu.Unlock()
		select {
		case p.news <- struct{}{}:
		default:
		}
	}
}

func (p *terminal) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.output)
}

// until waits for something to be written after what came before from.
func (p *terminal) until(part string, from int) {
	p.t.Helper()
	give := time.After(patience)
	for !strings.Contains(p.text()[from:], part) {
		select {
		case <-p.news:
		case <-p.ended:
			if !strings.Contains(p.text()[from:], part) {
				p.t.Fatalf("ended without %q: %q", part, p.text()[from:])
			}
		case <-give:
			p.t.Fatalf("no %q in %q", part, p.text()[from:])
		}
	}
}

func (p *terminal) typed(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// over waits for the end of the program.
func (p *terminal) over() {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Fatalf("still running: %q", p.text())
	}
	p.cmd.Wait()
	if left, _ := filepath.Glob(filepath.Join(p.temp, "*")); len(left) > 0 {
		p.t.Errorf("left behind: %q", left)
	}
}

// Where nobody looks at a screen the terminal is asked nothing.
func TestTerminalIsAskedNothing(t *testing.T) {
	session := sample("demo")
	for _, args := range [][]string{
		{"--version"}, {"--help"}, {"--once", "80x24", session}, {"--demo", "--once", "80x24"},
		{"status", "-s", session}, {"status", "--line", "-s", session}, {"blocks", "-s", session},
		{"sessions"}, {"settings"}, {"doctor"}, {"man"}, {"--nonsense"}, {"recall", "zzzzzz", "-s", session},
	} {
		t.Run(strings.Join(args[:1], " "), func(t *testing.T) {
			p := onTerminal(t, args...)
			p.over()
			for _, question := range []string{"\x1b]", "\x1b[c", "\x1b[6n", "\x1b[?u", "\x1bP", "\x1b[>"} {
				if strings.Contains(p.text(), question) {
					t.Errorf("%q asks %q", args, question)
				}
			}
			if p.text() == "" {
				t.Error("nothing was printed")
			}
		})
	}
}

const (
	question    = "\x1b]11;?\x1b\\\x1b[c"
	answerLight = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;4c"
	leaveScreen = "\x1b[?1049l"
)

func TestScreenAsksOnceAndSwallowsALateAnswer(t *testing.T) {
	p := onTerminal(t, "--demo")
	p.until("taxes in the checkout", 0) // without an answer the screen comes all the same
	p.typed(answerLight)
	seen := len(p.text())
	p.typed("/")            // a search: what is typed by mistake would stand in it
	p.until("/\x1b[", seen) // the prompt
	p.typed("zqz")
	p.until("not found", seen)
	if strings.Contains(p.text(), "rgb:") {
		t.Errorf("the answer was taken for keys: %q", p.text())
	}
	p.typed("\x1b")
	p.cmd.Process.Signal(syscall.SIGTERM)
	p.over()
	if n := strings.Count(p.text(), question); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if !strings.Contains(p.text(), leaveScreen) {
		t.Error("the screen was not given back")
	}
}

func TestScreenQuits(t *testing.T) {
	for name, end := range map[string]func(p *terminal){
		"by key":     func(p *terminal) { p.typed("q") },
		"by SIGTERM": func(p *terminal) { p.cmd.Process.Signal(syscall.SIGTERM) },
		"by SIGHUP":  func(p *terminal) { p.cmd.Process.Signal(syscall.SIGHUP) },
		"by SIGQUIT": func(p *terminal) { p.cmd.Process.Signal(syscall.SIGQUIT) },
		"by SIGINT":  func(p *terminal) { p.cmd.Process.Signal(syscall.SIGINT) },
	} {
		t.Run(name, func(t *testing.T) {
			p := onTerminal(t, "--demo", "--background", "light")
			p.until("taxes in the checkout", 0)
			if strings.Contains(p.text(), question) {
				t.Error("asked in spite of --background")
			}
			end(p)
			p.over()
			if !strings.Contains(p.text(), leaveScreen) {
				t.Error("the screen was not given back")
			}
		})
	}
}

// The answer rules: a light page gives other colours than a dark one.
func TestAnswerChoosesTheTheme(t *testing.T) {
	frames := map[string]string{}
	for name, answer := range map[string]string{"light": answerLight, "dark": strings.ReplaceAll(answerLight, "ffff", "1010")} {
		p := onTerminal(t, "--demo")
		p.until(question, 0)
		p.typed(answer)
		p.until("taxes in the checkout", 0)
		frame := []byte(p.text())
		frames[name] = string(frame[bytes.Index(frame, []byte("taxes")):])
		p.typed("q")
		p.over()
	}
	if styles(frames["light"]) == styles(frames["dark"]) {
		t.Error("both pages have the same colours")
	}
}

// A colour map rules over the shades of the fold bar, in one frame and on the screen.
func TestColormapColoursTheBar(t *testing.T) {
	session := sample("demo")
	once := func(args ...string) string {
		p := onTerminal(t, append(args, "--once", fmt.Sprintf("%dx%d", columns, rows), "--background", "dark")...)
		p.over()
		return styles(p.text())
	}
	plain, of := once(session), map[string]string{}
	for _, name := range colormaps() {
		shades := once("--colormap", name, session)
		if other := of[shades]; other != "" || shades == "" {
			t.Errorf("%s looks like %s: %q", name, other, shades)
		}
		of[shades] = name
	}
	if of[plain] != colormaps()[0] {
		t.Errorf("without the flag the colours are those of %q", of[plain])
	}
	if once("--demo") == once("--demo", "--colormap", "magma") {
		t.Error("the demo looks alike in both")
	}
	p := onTerminal(t, "--colormap", "magma", "--background", "dark", session)
	for _, shade := range strings.Fields(once("--colormap", "magma", session)) {
		if !strings.Contains(plain, shade) {
			p.until("\x1b["+shade+"m", 0)
		}
	}
	p.typed("q")
	p.over()
}

// styles are the colour sequences of a frame, in order.
func styles(frame string) string {
	var b strings.Builder
	for _, part := range strings.Split(frame, "\x1b[") {
		if end := strings.IndexByte(part, 'm'); end >= 0 && strings.Contains(part[:end], "38;5") {
			b.WriteString(part[:end] + " ")
		}
	}
	return b.String()
}

func TestStatusWatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	data := readFile(t, sample("v2"))
	put(t, path, data)
	p := onTerminal(t, "status", "--line", "--watch", "--window", "10000", "-s", path)
	p.until("\n", 0)
	seen := len(p.text())
	lines := bytes.SplitAfter(readFile(t, sample("demo")), []byte("\n"))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(bytes.Join(lines[8:12], nil)); err != nil {
		t.Fatal(err)
	}
	p.until("\n", seen)
	p.cmd.Process.Signal(syscall.SIGINT)
	p.over()
}
