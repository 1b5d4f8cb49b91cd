package tui

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// painting is a painter and what it has written.
type painting struct {
	*painter
	t    *testing.T
	from *os.File
}

func newPainting(t *testing.T) *painting {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close(); to.Close() })
	return &painting{newPainter(&terminal{File: to}), t, from}
}

// wrote is all that was written since the last time, ended by a mark of its own.
func (p *painting) wrote() string {
	p.t.Helper()
	const end = "\x00"
	if _, err := p.terminal.WriteString(end); err != nil {
		p.t.Fatal(err)
	}
	var all []byte
	for buf := make([]byte, 4096); !strings.HasSuffix(string(all), end); {
		n, err := p.from.Read(buf)
		if err != nil {
			p.t.Fatal(err)
		}
		all = append(all, buf[:n]...)
	}
	return strings.TrimSuffix(string(all), end)
}

// frame shows a frame and gives what is written for it.
func (p *painting) frame(lines ...string) string {
	p.t.Helper()
	p.show(strings.Join(lines, "\n"))
	p.draw()
	return p.wrote()
}

func (p *painting) says(sequence string) {
	p.t.Helper()
	if _, err := io.WriteString(p.painter, sequence); err != nil {
		p.t.Fatal(err)
	}
	if got := p.wrote(); got != sequence {
		p.t.Errorf("%q came out as %q", sequence, got)
	}
}

func TestPainterWritesWhatHasChanged(t *testing.T) {
	p := newPainting(t)
	if got := p.frame("early"); got != "" {
		t.Errorf("before there is a screen: %q", got)
	}
	p.says(ansi.SetAltScreenSaveCursorMode)
	if got := p.frame("a", "b", "c"); got != "\x1b[Ha\x1b[2;1Hb\x1b[3;1Hc\x1b[3;1H" {
		t.Errorf("the first frame: %q", got)
	}
	if got := p.frame("a", "b", "c"); got != "" {
		t.Errorf("the same frame: %q", got)
	}
	if got := p.frame("a", "B", "c"); got != "\x1b[2;1HB\x1b[3;1H" {
		t.Errorf("another line: %q", got)
	}
	all := "\x1b[Ha\x1b[2;1HB\x1b[3;1Hc\x1b[3;1H"
	for name, spoil := range map[string]func(){
		"another size": func() {
			painted{New(Options{Theme: plainTheme()}, ports{}, epoch), p.painter}.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		},
		"a cleared screen":     func() { p.says(ansi.EraseEntireScreen); p.says(ansi.CursorHomePosition) },
		"the way out and back": func() { p.says(ansi.ResetAltScreenSaveCursorMode); p.says(ansi.SetAltScreenSaveCursorMode) },
	} {
		spoil()
		if got := p.frame("a", "B", "c"); got != all {
			t.Errorf("after %s: %q", name, got)
		}
	}
	p.says(ansi.ResetAltScreenSaveCursorMode)
	if got := p.frame("x"); got != "" {
		t.Errorf("while another program has the terminal: %q", got)
	}
}

// Bubble Tea's own frames go nowhere, all else that it writes does.
func TestPainterTakesBubbleTeasSequences(t *testing.T) {
	p := newPainting(t)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	m := painted{New(Options{Theme: plainTheme()}, ports{now: time.Now}, epoch), p.painter}
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithOutput(p.painter), tea.WithInput(nil), tea.WithAltScreen(),
		tea.WithMouseCellMotion(), tea.WithFPS(120), tea.WithoutSignalHandler())
	go func() {
		program.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
		program.Quit()
	}()
	if _, err := program.Run(); err != nil {
		t.Fatal(err)
	}
	out := p.wrote()
	for _, part := range []string{ansi.SetAltScreenSaveCursorMode, ansi.ResetAltScreenSaveCursorMode, ansi.SetButtonEventMouseMode, ansi.ResetButtonEventMouseMode} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in %q", part, out)
		}
	}
	if strings.Contains(out, ansi.CursorHomePosition+"\r") || strings.Contains(out, ansi.CursorHomePosition+" ") {
		t.Errorf("an empty frame was drawn: %q", out)
	}
}

// Frames that come faster than they are drawn give way to the newest.
func TestPainterDrawsTheNewest(t *testing.T) {
	p := newPainting(t)
	p.says(ansi.SetAltScreenSaveCursorMode)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	for _, frame := range []string{"one", "two", "three"} {
		p.show(frame)
	}
	go func() {
		defer close(ended)
		p.run(ctx)
	}()
	var all []byte
	for buf := make([]byte, 4096); !strings.Contains(string(all), "three"); {
		n, err := p.from.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, buf[:n]...)
	}
	if strings.Contains(string(all), "one") {
		t.Errorf("an old frame was drawn: %q", all)
	}
	cancel()
	<-ended
}
