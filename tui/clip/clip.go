package clip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"

	"cfold/engine/text"
	"cfold/tui/format"
	"cfold/tui/sanitize"
)

// Limits in bytes of text. Terminals cut off or drop a longer OSC 52; xterm
// takes 100000 bytes of base64. tmux keeps any size, the limit keeps a slip
// from filling its memory.
const (
	MaxOSC52 = 74_994
	MaxTmux  = 16 << 20
)

// ErrEmpty is returned for no text: sending it would clear the clipboard.
var ErrEmpty = errors.New("nothing to copy")

// TooLongError is a text longer than the way to the clipboard takes.
type TooLongError struct{ Size, Max int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("%s is more than can be copied here (%s)", format.Bytes(int64(e.Size)), format.Bytes(int64(e.Max)))
}

// Target is where a copy goes.
type Target struct {
	// Getenv reads the environment: TMUX tells that the program runs in
	// tmux, STY that it runs in screen.
	Getenv func(string) string
	// Terminal takes OSC 52. It must be written to by nobody else during
	// the call.
	Terminal io.Writer
	// Tmux is the command tmux, "tmux" when empty.
	Tmux string
}

// Sent is a text on its way. Via names the way in words.
type Sent struct {
	Bytes int
	Via   string
}

func (s Sent) String() string {
	return fmt.Sprintf("sent %s to %s", format.Bytes(int64(s.Bytes)), s.Via)
}

// Copy sends s, which is WTF-8; lone surrogates become U+FFFD. In tmux it goes
// into the newest buffer, and from there to the terminal's clipboard if tmux's
// set-clipboard allows; elsewhere through OSC 52. It blocks for as long as tmux
// takes, which ctx bounds.
func Copy(ctx context.Context, s string, to Target) (Sent, error) {
	s = text.UTF8(s)
	if s == "" {
		return Sent{}, ErrEmpty
	}
	if to.Getenv("TMUX") != "" {
		return toTmux(ctx, s, to.Tmux)
	}
	if len(s) > MaxOSC52 {
		return Sent{}, &TooLongError{len(s), MaxOSC52}
	}
	sequence := osc52.New(s)
	if to.Getenv("STY") != "" {
		sequence = sequence.Screen()
	}
	if _, err := sequence.WriteTo(to.Terminal); err != nil {
		return Sent{}, fmt.Errorf("copy through the terminal: %w", err)
	}
	return Sent{len(s), "the terminal (OSC 52)"}, nil
}

func toTmux(ctx context.Context, s, command string) (Sent, error) {
	if len(s) > MaxTmux {
		return Sent{}, &TooLongError{len(s), MaxTmux}
	}
	if command == "" {
		command = "tmux"
	}
	err := load(ctx, s, command, "-w")
	if err == nil {
		return Sent{len(s), "tmux's buffer and its clipboard"}, nil
	}
	// tmux before 3.2 has no -w.
	if ctx.Err() == nil && load(ctx, s, command) == nil {
		return Sent{len(s), "tmux's buffer"}, nil
	}
	return Sent{}, fmt.Errorf("copy through tmux: %w", err)
}

func load(ctx context.Context, s, command string, flags ...string) error {
	args := append(append([]string{"load-buffer"}, flags...), "-")
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Stdin = strings.NewReader(s)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" {
			return fmt.Errorf("%w: %s", err, sanitize.Head(said, 200))
		}
		return err
	}
	return nil
}
