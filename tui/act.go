package tui

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/live"
	jstext "cfold/engine/text"
	"cfold/tui/clip"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/watch/route"
)

// ports is the outside world as commands reach it.
type ports struct {
	now    func() time.Time
	getenv func(string) string
	// terminal takes what is copied through it; in and out are what a program
	// that is given the terminal reads and writes.
	terminal io.Writer
	in, out  *os.File
	// away is set while such a program has the terminal.
	away *atomic.Bool
}

// clipboard is where a copy goes.
func (p ports) clipboard() clip.Target { return clip.Target{Getenv: p.getenv, Terminal: p.terminal} }

// act is the one place where an action on blocks takes its route.
func (m *Model) act(msg pane.ActionAskedMsg) tea.Cmd {
	s := m.scene.Snapshot
	if s == nil || len(msg.Blocks) == 0 {
		return nil
	}
	switch msg.Verb {
	case pane.Unfold, pane.Hold:
		if m.at == blocksPlace {
			m.blocks.Stay()
		}
		return m.askHold(msg.Verb == pane.Hold, msg)
	}
	return m.deliver(msg.Verb, originals(s, msg.Blocks), m.fileName(msg.Blocks))
}

// actOnText does with a text what is done with blocks.
func (m *Model) actOnText(msg pane.TextAskedMsg) tea.Cmd {
	return m.deliver(msg.Verb, func() (string, error) { return msg.Text, nil }, plainName(msg.Name))
}

// text is what is copied, opened or written, read when it is needed.
type text func() (string, error)

// deliver copies, opens or writes a text; name is proposed for a file.
func (m *Model) deliver(verb pane.Verb, body text, name string) tea.Cmd {
	switch verb {
	case pane.Copy:
		return copyText(body, m.ports.clipboard())
	case pane.Open:
		return prepare(body)
	case pane.Write:
		m.writing = &writing{prompt.New("write to ", name), body}
	}
	return nil
}

// originals is blocks whole, one after the other.
func originals(s *live.Snapshot, blocks []int) text {
	return func() (string, error) {
		var parts []string
		for _, i := range blocks {
			body, err := s.Text(i)
			if err != nil {
				return "", err
			}
			parts = append(parts, body)
		}
		return strings.Join(parts, "\n"), nil
	}
}

// copyFor bounds how long a copy may take.
const copyFor = 5 * time.Second

func copyText(read text, to clip.Target) tea.Cmd {
	return func() tea.Msg {
		body, err := read()
		if err != nil {
			return failed("nothing copied", err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), copyFor)
		defer cancel()
		sent, err := clip.Copy(ctx, body, to)
		if err != nil {
			return failed("nothing copied", err)
		}
		return pane.NoticedMsg{Level: pane.Info, Text: pane.Say("%s", sent)}
	}
}

func failed(what string, err error) tea.Msg {
	return pane.NoticedMsg{Level: pane.Failure, Text: pane.Say("%s: %v", what, err)}
}

// openableMsg is a sanitised copy that is ready to be opened.
type openableMsg struct{ path string }

// prepare writes a sanitised copy of a text to a temporary file.
func prepare(read text) tea.Cmd {
	return func() tea.Msg {
		body, err := read()
		if err != nil {
			return failed("nothing opened", err)
		}
		f, err := os.CreateTemp("", "cfold-*.txt")
		if err != nil {
			return failed("nothing opened", err)
		}
		err = writeLines(f, sanitize.NewDoc(body))
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(f.Name())
			return failed("nothing opened", err)
		}
		return openableMsg{f.Name()}
	}
}

func writeLines(w io.StringWriter, doc *sanitize.Doc) error {
	for i := range doc.Len() {
		end := "\n"
		if i+1 < doc.Len() && doc.Continues(i+1) {
			end = ""
		}
		if _, err := w.WriteString(string(doc.Line(i)) + end); err != nil {
			return err
		}
	}
	return nil
}

// open gives the terminal to the person's pager or editor until it ends.
func (m *Model) open(msg openableMsg) tea.Cmd {
	program := "less"
	for _, name := range []string{"PAGER", "EDITOR"} {
		if v := m.ports.getenv(name); v != "" {
			program = v
			break
		}
	}
	// The shell splits what the variable holds, as every program that honours it
	// lets it; the file's name is an argument and never part of the script.
	cmd := exec.Command("sh", "-c", program+` "$1"`, "sh", msg.path)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = m.ports.in, m.ports.out, m.ports.out
	return tea.Exec(&visitor{cmd, m.ports.away}, func(err error) tea.Msg {
		if err = errors.Join(unstarted(err), os.Remove(msg.path)); err != nil {
			return failed("opening with "+program, err)
		}
		return nil
	})
}

// unstarted is the error of a program that could not be run. How one that ran
// ended is its own affair.
func unstarted(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() != 126 && exit.ExitCode() != 127 {
		return nil
	}
	return err
}

// visitor is a program that has the terminal until it ends. An interrupt typed
// there is the visitor's.
type visitor struct {
	cmd  *exec.Cmd
	away *atomic.Bool
}

// Run runs the program.
func (v *visitor) Run() error {
	v.away.Store(true)
	defer v.away.Store(false)
	return v.cmd.Run()
}

// SetStdin, SetStdout and SetStderr change nothing: the program has the terminal
// itself, not what this one reads and writes it through.
func (v *visitor) SetStdin(io.Reader)  {}
func (v *visitor) SetStdout(io.Writer) {}
func (v *visitor) SetStderr(io.Writer) {}

// fileName is the name proposed for a file to write blocks to.
func (m *Model) fileName(blocks []int) string {
	if len(blocks) > 1 {
		return format.Count(len(blocks), "block") + ".txt"
	}
	code := "block"
	if m.scene.State != nil {
		code = m.scene.State.CodeOf(m.scene.Snapshot.Blocks[blocks[0]].ID)
	}
	return plainName(code)
}

// plainName is the name of a file after a code, which may hold anything.
func plainName(code string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, code) + ".txt"
}

// named takes a key while the name of a new file is typed.
func (m *Model) named(msg tea.KeyMsg) tea.Cmd {
	switch m.writing.prompt.Key(msg) {
	case prompt.Cancelled:
		m.writing = nil
		return pane.Notice(pane.Info, "nothing written")
	case prompt.Done:
		w := m.writing
		m.writing = nil
		return writeText(w.text, homed(w.prompt.Value(), m.ports.getenv))
	}
	return nil
}

// homed is a path with a leading ~ led home.
func homed(path string, getenv func(string) string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && getenv("HOME") != "" {
		return filepath.Join(getenv("HOME"), rest)
	}
	return path
}

// writeText writes a text exactly to a file that must not exist.
func writeText(read text, path string) tea.Cmd {
	return func() tea.Msg {
		if path == "" {
			return pane.NoticedMsg{Level: pane.Warning, Text: "nothing written: a name is needed"}
		}
		body, err := read()
		if err != nil {
			return failed("nothing written", err)
		}
		err = route.WriteNew(path, []byte(jstext.UTF8(body)))
		if errors.Is(err, fs.ErrExist) {
			return pane.NoticedMsg{Level: pane.Warning, Text: pane.Say("nothing written: %s exists already", path)}
		}
		if err != nil {
			return failed("nothing written", err)
		}
		return pane.NoticedMsg{Level: pane.Info, Text: pane.Say("wrote %s", path)}
	}
}
