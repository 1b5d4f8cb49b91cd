package pi

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
)

// Args is the command line of Pi with the home's model and the flags given.
func (h *Home) Args(flags ...string) []string {
	return append([]string{h.Node, h.CLI, "--provider", Provider, "--model", Model}, flags...)
}

// Run gives Pi one prompt (-p) and returns what it prints. flags stand before the prompt: -c goes on with the newest
// session, -e loads an extension. An exit status other than 0 is an error with what Pi said.
func (h *Home) Run(ctx context.Context, prompt string, flags ...string) (string, error) {
	args := append(h.Args(flags...), "-p", prompt)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = h.Cwd
	cmd.Env = h.Env("TERM=dumb")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("pi: %w\n%s%s", err, &out, &msg)
	}
	return out.String(), nil
}

// MustRun is [Home.Run] in the time that a test waits for anything; an error fails the test.
func (h *Home) MustRun(prompt string, flags ...string) string {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
	defer cancel()
	out, err := h.Run(ctx, prompt, flags...)
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.TrimSuffix(out, "\n")
}

// Interactive is Pi as a pane runs it: in the home's project, with the flags given.
func (h *Home) Interactive(flags ...string) term.Command { return h.Beside(h.Args(flags...)...) }

// Beside is any other program as a pane beside Pi runs it: in the same folder and environment.
func (h *Home) Beside(args ...string) term.Command {
	return term.Command{Args: args, Dir: h.Cwd, Env: h.Env()}
}
