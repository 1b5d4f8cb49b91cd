package term

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"

	"cfold/cmd/e2e"
)

// Stream is what a pane's program writes to its terminal, escape sequences included, as tmux takes it up. Waiting for it
// costs much less than capturing the screen over and over, so that times can be measured by it.
type Stream struct {
	p    *Pane
	file *os.File
	held []byte // read and not passed yet
}

// Stream begins with what the program writes from now on. A pane has one at a time; it ends with the test.
func (p *Pane) Stream() *Stream {
	p.s.t.Helper()
	path := p.files + ".stream"
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		p.s.t.Fatal(err)
	}
	// Open for writing too, the pipe has no end before its writer comes and after it goes.
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		p.s.t.Fatal(err)
	}
	p.s.t.Cleanup(func() { file.Close() })
	p.s.Tmux("pipe-pane", "-O", "-t", p.id, "exec cat >'"+path+"'")
	return &Stream{p: p, file: file}
}

// Await returns once text has come by, and passes what stands up to its end. The text has to be written in one piece: a
// change of colour within it, or a move of the cursor, makes it another text.
func (s *Stream) Await(text string) {
	s.p.s.t.Helper()
	if err := s.file.SetReadDeadline(time.Now().Add(e2e.Patience)); err != nil {
		s.p.s.t.Fatal(err)
	}
	buf := make([]byte, 64<<10)
	for {
		if _, after, ok := bytes.Cut(s.held, []byte(text)); ok {
			s.held = after
			return
		}
		s.held = s.held[max(0, len(s.held)-len(text)):]
		n, err := s.file.Read(buf)
		if err != nil {
			s.p.s.t.Fatalf("waiting for %s to be written: %v\n%s", strconv.Quote(text), err, frame(s.p.Capture()))
		}
		s.held = append(s.held, buf[:n]...)
	}
}
