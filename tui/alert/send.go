package alert

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"cfold/tui/clip"
	"cfold/tui/sanitize"
)

// showFor is how long tmux shows a notice, in milliseconds.
const showFor = "8000"

// Send rings the terminal's bell and, in tmux, shows a text on its status line. It
// blocks for as long as tmux takes, which ctx bounds.
func Send(ctx context.Context, text sanitize.Safe, to clip.Target) error {
	if _, err := io.WriteString(to.Terminal, "\a"); err != nil {
		return fmt.Errorf("ring the bell: %w", err)
	}
	if to.Getenv("TMUX") == "" {
		return nil
	}
	command := to.Tmux
	if command == "" {
		command = "tmux"
	}
	said := literal("cfold: " + string(text))
	err := exec.CommandContext(ctx, command, "display-message", "-d", showFor, "--", said).Run()
	if err != nil && ctx.Err() == nil {
		// tmux before 3.2 has no -d.
		err = exec.CommandContext(ctx, command, "display-message", "--", said).Run()
	}
	if err != nil {
		return fmt.Errorf("show a notice in tmux: %w", err)
	}
	return nil
}

// literal is a text as tmux expands it to itself: it takes formats, which may run
// commands, and times of day.
func literal(s string) string { return strings.NewReplacer("#", "##", "%", "%%").Replace(s) }
