package term

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cfold/cmd/e2e"
)

// Server is one tmux server with sessions of one window each.
type Server struct {
	t     testing.TB
	dir   string   // holds the socket and the files of the panes
	env   []string // of the tmux commands, and so of the server and all its panes
	term  string
	up    bool // the server has been started, with its first pane
	panes int  // made so far
}

// DefaultTERM is what programs in a pane are told of their terminal unless a test wants another.
const DefaultTERM = "tmux-256color"

// Start prepares a server whose panes have TERM set to term ([DefaultTERM] when empty), such as screen-256color,
// xterm-256color or dumb. tmux itself starts with the first pane, and ends with the test.
func Start(t testing.TB, term string) *Server {
	t.Helper()
	e2e.Require(t, "tmux")
	if term == "" {
		term = DefaultTERM
	}
	dir := e2e.ShortDir(t)
	s := &Server{t: t, dir: dir, env: e2e.Environ(dir), term: term}
	t.Cleanup(func() {
		if s.up {
			s.stop()
		}
	})
	return s
}

// stop ends the server and waits until it is gone: the programs in its panes get a hangup.
func (s *Server) stop() {
	if _, err := s.run("kill-server"); err != nil {
		s.t.Errorf("%v", err)
		return
	}
	e2e.Await(s.t, "the end of the tmux server", func() bool {
		_, err := s.run("list-sessions")
		return err != nil
	})
}

// Command is a program to run in a pane.
type Command struct {
	Args []string // program and arguments, never seen by a shell
	Dir  string   // the working directory; needed
	Env  []string // NAME=value, in addition to a bare environment
}

// Open runs a command in a new session's pane of the size given.
func (s *Server) Open(cmd Command, width, height int) *Pane {
	s.t.Helper()
	var args []string
	if !s.up {
		args = []string{
			"start-server", ";",
			"set-option", "-g", "default-terminal", s.term, ";",
			"set-option", "-g", "status", "off", ";",
			"set-option", "-s", "escape-time", "0", ";",
		}
	}
	args = append(args, "new-session", "-d", "-P", "-F", "#{pane_id}",
		"-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
	p := s.pane(args, cmd)
	s.up = true
	return p
}

// leader is what runs in a pane: a shell that runs the command ($@), writes its process id and then its exit status
// into files beginning with $0, and keeps the pane. The command cannot lead the terminal's session itself: at a leader's
// end the kernel hangs the terminal up, and the last output and now and then tmux's note of the exit status are lost.
const leader = `trap : INT QUIT
sh -c 'echo $$ >"$0.pid"; exec "$@"' "$0" "$@"
echo $? >"$0.ended"; mv "$0.ended" "$0.status"
exec tail -f /dev/null`

// pane makes a pane for the command with opener, the tmux command that makes one and prints its id.
func (s *Server) pane(opener []string, cmd Command) *Pane {
	s.t.Helper()
	s.panes++
	p := &Pane{s: s, files: filepath.Join(s.dir, strconv.Itoa(s.panes))}
	args := append(opener, "-c", cmd.Dir)
	for _, e := range cmd.Env {
		args = append(args, "-e", e)
	}
	args = append(args, "--", "sh", "-c", leader, p.files)
	for _, a := range cmd.Args {
		args = append(args, escape(a))
	}
	p.id = strings.TrimSpace(s.Tmux(args...))
	return p
}

// escape keeps tmux from taking a last semicolon for the end of its command.
func escape(arg string) string {
	if strings.HasSuffix(arg, ";") {
		return strings.TrimSuffix(arg, ";") + `\;`
	}
	return arg
}

// Tmux runs a tmux command on this server and returns what it prints; a command that fails fails the test.
func (s *Server) Tmux(args ...string) string {
	s.t.Helper()
	out, err := s.run(args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s *Server) run(args ...string) (string, error) {
	cmd := exec.Command("tmux", append([]string{"-S", filepath.Join(s.dir, "tmux"), "-f", "/dev/null"}, args...)...)
	cmd.Env = s.env
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", strings.Join(args, " "), err, msg.String())
	}
	return out.String(), nil
}
