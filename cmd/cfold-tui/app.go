package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"cfold/cmd/cfold-tui/shape"
	"cfold/theme"
	"cfold/tui/sanitize"
)

// Exit codes.
const (
	exitDone     = 0
	exitFailed   = 1
	exitWrongUse = 2
)

// env is the process as the commands see it.
type env struct {
	args     []string
	in       io.Reader
	out, err io.Writer
	// inTerminal, outTerminal and errTerminal say which of them is a terminal.
	inTerminal, outTerminal, errTerminal bool
	// width is that of the terminal the output goes to, in cells, 0 where unknown.
	width  int
	lookup func(string) (string, bool)
	cwd    string
}

func (e env) getenv(key string) string {
	value, _ := e.lookup(key)
	return value
}

// app is one run of the program: its surroundings and what the flags say.
type app struct {
	env
	buffered *bufio.Writer

	session, seedIndex, background, colormap, logFile string
	windowArg                                         string
	window                                            int // in tokens, 0 where --window is not given
	json                                              bool
	// notices wait for the JSON that carries them.
	notices []shape.Text

	log *slog.Logger
}

// wrongUse is a mistake in how the program was called.
type wrongUse struct{ error }

func (e wrongUse) Unwrap() error { return e.error }

func wrong(format string, args ...any) error { return wrongUse{fmt.Errorf(format, args...)} }

// errSaid ends a command as failed without another word: what there was to say
// stands in its output.
var errSaid = errors.New("failed")

// run runs the program and gives its exit code.
func run(ctx context.Context, e env) int {
	a := &app{env: e, buffered: bufio.NewWriterSize(output{e.out}, 64<<10), log: slog.New(slog.DiscardHandler)}
	root := a.root()
	root.SetArgs(e.args)
	root.SetIn(e.in)
	root.SetOut(a.buffered)
	root.SetErr(e.err)
	err := root.ExecuteContext(ctx)
	if flushed := a.buffered.Flush(); flushed != nil && (err == nil || errors.Is(err, errSaid)) {
		err = flushed
	}
	a.leftOver()
	return a.report(err)
}

// report says what went wrong and gives the exit code.
func (a *app) report(err error) int {
	if err == nil {
		return exitDone
	}
	var use wrongUse
	code := exitFailed
	if errors.As(err, &use) {
		code = exitWrongUse
	}
	a.log.Error("ended", "error", err, "code", code)
	if errors.Is(err, errSaid) {
		return code
	}
	if a.asksJSON() {
		w := shape.Writer{W: a.err, Terminal: a.errTerminal}
		_ = w.Write(shape.Failure{Error: shape.Text(err.Error()), WrongUse: code == exitWrongUse}) // nowhere left to say it
		return code
	}
	fmt.Fprintln(a.err, "cfold-tui: "+string(sanitize.Line(err.Error())))
	return code
}

// asksJSON reports whether --json was given, also where reading the flags failed.
func (a *app) asksJSON() bool {
	if a.json {
		return true
	}
	for _, arg := range a.args {
		if arg == "--" {
			break
		}
		if arg == "--json" || arg == "--json=true" {
			return true
		}
	}
	return false
}

// lines writes JSON values to the output.
func (a *app) lines() shape.Writer { return shape.Writer{W: a.buffered, Terminal: a.outTerminal} }

// print writes a line for people, made safe to show.
func (a *app) print(format string, args ...any) {
	fmt.Fprintln(a.buffered, string(sanitize.Line(fmt.Sprintf(format, args...))))
}

// exact writes a text as it is to a pipe or a file, and made safe to show to a
// terminal. It ends with a line end on a terminal only if it has one, as in a file.
func (a *app) exact(s string) {
	if !a.outTerminal {
		io.WriteString(a.buffered, s)
		return
	}
	for _, line := range sanitize.Text(s) {
		fmt.Fprintln(a.buffered, string(line))
	}
}

// theme is made for the output.
func (a *app) theme(background theme.Background) *theme.Theme {
	return theme.New(theme.Options{
		Background: background, Map: theme.Map(a.colormap), Depth: theme.DetectDepth(a.getenv, a.outTerminal),
	})
}

// openLog begins the log that --log asks for.
func (a *app) openLog(version string) error {
	if a.logFile == "" {
		return nil
	}
	f, err := os.OpenFile(a.logFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("%s: the log cannot be written: %w", a.logFile, cause(err))
	}
	a.log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	a.log.Info("started", "version", version, "args", strings.Join(a.args, " "), "cwd", a.cwd)
	return nil
}
