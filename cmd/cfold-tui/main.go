package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	_ "cfold/cmd/cfold-tui/pin" // before Bubble Tea asks the terminal
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "" // relative names fail then, each with its own message
	}
	code := run(ctx, env{
		args: os.Args[1:], in: os.Stdin, out: os.Stdout, err: os.Stderr,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())), errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		lookup: os.LookupEnv, cwd: cwd,
	})
	stop()
	os.Exit(code)
}
