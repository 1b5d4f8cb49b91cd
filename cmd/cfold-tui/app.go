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
	"cfold/watch/feed"
	"cfold/watch/sessions"
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
	lookup                               func(string) (string, bool)
	cwd                                  string
}

func (e env) getenv(key string) string {
	value, _ := e.lookup(key)
	return value
}

// app is one run of the program: its surroundings and what the flags say.
type app struct {
	env
	buffered *bufio.Writer

	session, seedIndex, background, logFile string
	window                                  int
	json                                    bool

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
	a := &app{env: e, buffered: bufio.NewWriterSize(e.out, 64<<10), log: slog.New(slog.DiscardHandler)}
	root := a.root()
	root.SetArgs(e.args)
	root.SetIn(e.in)
	root.SetOut(a.buffered)
	root.SetErr(e.err)
	err := root.ExecuteContext(ctx)
	if flushed := a.buffered.Flush(); err == nil && flushed != nil {
		err = fmt.Errorf("writing the output: %w", flushed)
	}
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

// place is where sessions are looked for.
func (a *app) place() sessions.Place { return sessions.Locate(a.getenv, a.getenv("HOME"), a.cwd) }

// find is the session that is meant: arg, else --session, else the newest of the
// directory.
func (a *app) find(arg string) (sessions.Info, error) {
	if arg == "" {
		arg = a.session
	}
	if arg == "" {
		return a.place().NewestFor(a.cwd)
	}
	return a.place().Resolve(arg)
}

// options are those of a feed for a session; its path may be empty.
func (a *app) options(path string) feed.Options {
	return feed.Options{
		Session: path, Cwd: a.cwd, Agent: a.place().Agent,
		Window: a.window, SeedIndex: a.seedIndex, Version: version(), Environ: a.lookup,
	}
}

// load reads the session that is meant, once.
func (a *app) load(arg string) (feed.Update, error) {
	info, err := a.find(arg)
	if err != nil {
		return feed.Update{}, err
	}
	u, err := feed.Load(a.options(info.Path))
	for _, n := range u.Notices {
		a.note("%s", n.Text)
	}
	return u, err
}

// note writes a line beside the output.
func (a *app) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	a.log.Warn(text)
	if !a.json {
		fmt.Fprintln(a.err, "cfold-tui: "+string(sanitize.Line(text)))
	}
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
	return theme.New(theme.Options{Background: background, Depth: theme.DetectDepth(a.getenv, a.outTerminal)})
}

// openLog begins the log that --log asks for.
func (a *app) openLog(version string) error {
	if a.logFile == "" {
		return nil
	}
	f, err := os.OpenFile(a.logFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	a.log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	a.log.Info("started", "version", version, "args", strings.Join(a.args, " "), "cwd", a.cwd)
	return nil
}
