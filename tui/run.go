package tui

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/theme"
	"cfold/watch/feed"
)

// terminal is the terminal shared by the screen and what is copied through it:
// one write at a time.
type terminal struct {
	*os.File
	mu sync.Mutex
}

func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.File.Write(p)
}

// WriteString keeps File's own from passing the lock by.
func (t *terminal) WriteString(s string) (int, error) { return t.Write([]byte(s)) }

// framesPerSecond is how often Bubble Tea looks whether there is a new frame, all day:
// half as often as it would, which halves what an idle viewer costs and is no later to
// the eye.
const framesPerSecond = 30

// Run shows the program until the person quits, a signal ends it or ctx does. The
// terminal is as it was afterwards, also after a panic.
func Run(ctx context.Context, o Options) error {
	if o.Now == nil {
		o.Now = time.Now
	}
	out := &terminal{File: os.Stdout}
	p := ports{now: o.Now, getenv: os.Getenv, terminal: out, in: os.Stdin, out: os.Stdout, away: new(atomic.Bool)}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGTERM)
	defer stop()
	ctx, stop = interrupted(ctx, p.away)
	defer stop()
	m := New(o, p, o.Now())
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithOutput(out), tea.WithAltScreen(), tea.WithMouseCellMotion(),
		tea.WithFPS(framesPerSecond),
		// Signals end ctx. Bubble Tea's own handler would hang where that is noticed before its message.
		tea.WithoutSignalHandler(),
	}
	if o.Input != nil {
		options = append(options, tea.WithInput(o.Input))
	}
	_, err := tea.NewProgram(m, options...).Run()
	if o.Remember != nil && !errors.Is(err, tea.ErrProgramPanic) {
		o.Remember(m.Prefs())
	}
	if ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}

// interrupted is a context that an interrupt ends, unless another program has the
// terminal: then it was meant for that one.
func interrupted(ctx context.Context, away *atomic.Bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-ctx.Done():
				return
			case <-signals:
				if !away.Load() {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// epoch is a time for models that are never shown one.
var epoch = time.Unix(0, 0)

func plainTheme() *theme.Theme { return theme.New(theme.Options{}) }

// Once is one frame of what an update holds: exactly height lines, none wider
// than width.
func Once(u feed.Update, o Options, now time.Time, width, height int) string {
	m := New(o, ports{now: func() time.Time { return now }, getenv: func(string) string { return "" }}, now)
	u.Notices = nil
	settle(m, func() tea.Msg { return tea.WindowSizeMsg{Width: width, Height: height} })
	settle(m, func() tea.Msg { return updatedMsg{u} })
	return m.View()
}

// settle runs a command and all that follow from it, in order, until there is
// nothing left to read.
func settle(m *Model, cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		next := queue[0]
		queue = queue[1:]
		if next == nil {
			continue
		}
		switch msg := next().(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, follow := m.Update(msg)
			queue = append(queue, follow)
		}
	}
}
