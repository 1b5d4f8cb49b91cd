package tui

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// pace is the least time between two frames.
const pace = time.Second / 60

// painter is the output of the Bubble Tea program. It draws the frames itself, when
// there is one: Bubble Tea looks sixty times a second whether there is, all day. Of
// Bubble Tea it takes everything else (the alternate screen, the mouse, what comes
// with another program and back), and drops its frames, which are empty.
type painter struct {
	*terminal
	news chan struct{} // next was set

	mu    sync.Mutex
	on    bool     // the alternate screen is shown
	next  []string // the newest frame, nil once it is drawn
	drawn []string // what stands on the screen, nil where that is not known
}

func newPainter(out *terminal) *painter { return &painter{terminal: out, news: make(chan struct{}, 1)} }

// Write takes what Bubble Tea writes: a sequence at a time, or a frame, which alone
// goes on after moving home.
func (p *painter) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	home := []byte(ansi.CursorHomePosition)
	switch {
	case bytes.HasPrefix(b, home) && len(b) > len(home):
		return len(b), nil
	case bytes.Contains(b, []byte(ansi.SetAltScreenSaveCursorMode)):
		p.on, p.drawn = true, nil
	case bytes.Contains(b, []byte(ansi.ResetAltScreenSaveCursorMode)):
		p.on = false
	case bytes.Contains(b, []byte(ansi.EraseEntireScreen)):
		p.drawn = nil
	}
	return p.terminal.Write(b)
}

// WriteString keeps the terminal's own from passing Write by.
func (p *painter) WriteString(s string) (int, error) { return p.Write([]byte(s)) }

// show has a frame drawn instead of any that still waits.
func (p *painter) show(frame string) {
	if frame == "" { // the size is not known yet
		return
	}
	p.mu.Lock()
	p.next = strings.Split(frame, "\n")
	p.mu.Unlock()
	select {
	case p.news <- struct{}{}:
	default:
	}
}

// spoil forgets what stands on the screen, and a frame of the size before.
func (p *painter) spoil() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next, p.drawn = nil, nil
}

// run draws frames as they come, until ctx ends.
func (p *painter) run(ctx context.Context) {
	var last time.Time // of drawing
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.news:
		}
		if wait := pace - time.Since(last); wait > 0 && !rest(ctx, wait) {
			return
		}
		last = time.Now()
		p.draw()
	}
}

// rest waits, and reports whether ctx still goes on.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// draw writes the lines of the newest frame that are not on the screen yet, at once,
// and leaves the cursor at the foot. A write that fails is one to a terminal that is
// gone, whose end is told by a signal.
func (p *painter) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.next
	if p.next = nil; next == nil || !p.on {
		return
	}
	var b bytes.Buffer
	for i, line := range next {
		if i >= len(p.drawn) || line != p.drawn[i] {
			b.WriteString(ansi.CursorPosition(1, i+1))
			b.WriteString(line)
		}
	}
	if p.drawn = next; b.Len() > 0 {
		b.WriteString(ansi.CursorPosition(1, len(next)))
		_, _ = p.terminal.Write(b.Bytes())
	}
}

// painted is the root model with its frames going to a painter.
type painted struct {
	*Model
	painter *painter
}

// Update hands a message on. Another size spoils what is on the screen.
func (m painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		m.painter.spoil()
	}
	_, cmd := m.Model.Update(msg)
	return m, cmd
}

// View has the frame drawn, and is empty for Bubble Tea.
func (m painted) View() string {
	m.painter.show(m.Model.View())
	return ""
}
