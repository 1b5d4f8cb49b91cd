package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"golang.org/x/term"

	_ "cfold/cmd/cfold-tui/pin" // before Bubble Tea asks the terminal
)

// heapGrowth is how much the heap may grow between collections, in per cent. The
// program stays open all day beside others; reading a long session makes much
// garbage for a moment, and collecting it a little sooner costs no time that one
// notices.
const heapGrowth = 50

// memoryLimit, in bytes, is from where on what the program holds is collected as
// often as it takes. Only a session of more than 100 000 blocks comes near it.
const memoryLimit = 100 << 20

func main() {
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(heapGrowth)
	}
	if _, set := os.LookupEnv("GOMEMLIMIT"); !set {
		debug.SetMemoryLimit(memoryLimit)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "" // relative names fail then, each with its own message
	}
	width, _, _ := term.GetSize(int(os.Stdout.Fd())) // 0 where it is no terminal
	code := run(ctx, env{
		args: os.Args[1:], in: os.Stdin, out: os.Stdout, err: os.Stderr,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())), errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		width: width, lookup: os.LookupEnv, cwd: cwd,
	})
	stop()
	os.Exit(code)
}
