package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"cfold/cmd/cfold-tui/background"
	"cfold/cmd/cfold-tui/demo"
	"cfold/theme"
	"cfold/tui"
	"cfold/watch/feed"
	"cfold/watch/sessions"
)

// view shows a session on the screen, or one frame of it.
func (a *app) view(ctx context.Context, f rootFlags, arg string) error {
	if f.demo && (arg != "" || a.session != "") {
		return wrong("--demo shows a session of its own: leave SESSION out")
	}
	if arg != "" && a.session != "" {
		return wrong("%q and --session %q: name one session", arg, a.session)
	}
	if a.json {
		return wrong("the screen has no JSON; see: cfold-tui status --json")
	}
	if f.once != "" {
		return a.once(f, arg)
	}
	o := a.options("")
	if arg != "" || a.session != "" {
		info, err := a.find(arg)
		if err != nil {
			return err
		}
		o.Session = info.Path
	}
	if !a.outTerminal || a.getenv("TERM") == "dumb" {
		return errors.New("the screen needs a terminal; for one frame give --once 120x40, for text: cfold-tui status")
	}
	if f.demo {
		return a.demo(ctx, f)
	}
	return a.screen(ctx, o, f)
}

// once prints one frame. The terminal is asked nothing.
func (a *app) once(f rootFlags, arg string) error {
	width, height, err := parseSize(f.once)
	if err != nil {
		return err
	}
	if f.demo {
		file, err := demo.Create(demo.New(time.Now()))
		if err != nil {
			return fmt.Errorf("the demo session cannot be written: %w", err)
		}
		defer func() { _ = file.Remove() }() // it lies among temporary files
		if err := file.Finish(); err != nil {
			return fmt.Errorf("the demo session cannot be written: %w", err)
		}
		arg = file.Path
	}
	u, err := a.load(arg)
	if err != nil {
		return err
	}
	defer u.Close()
	if u.Snapshot.Foreign() {
		return &sessions.Error{Kind: sessions.ErrNotSession, Subject: u.Path}
	}
	o := tui.Options{Theme: a.theme(a.environBackground())}
	if f.demo {
		o.Demo = u.Path
	}
	frame := tui.Once(u, o, time.Now(), width, height)
	fmt.Fprintln(a.buffered, strings.TrimSuffix(frame, "\n"))
	return nil
}

// demo replays the built-in session as if live.
func (a *app) demo(ctx context.Context, f rootFlags) error {
	file, err := demo.Create(demo.New(time.Now().Add(demo.Length())))
	if err != nil {
		return fmt.Errorf("the demo session cannot be written: %w", err)
	}
	defer func() { _ = file.Remove() }() // it lies among temporary files
	ctx, cancel := context.WithCancel(ctx)
	played := make(chan struct{})
	go func() {
		defer close(played)
		if err := file.Play(ctx); err != nil {
			a.log.Error("playing the demo", "error", err)
		}
	}()
	defer func() { cancel(); <-played }()
	return a.screen(ctx, a.options(file.Path), f)
}

// screen runs the interactive program on what the feed delivers.
func (a *app) screen(ctx context.Context, o feed.Options, f rootFlags) error {
	ctx, cancel := context.WithCancel(ctx)
	following := feed.Start(ctx, o) // reads while the terminal is asked
	page, input := a.askBackground()
	prefs, remember := a.preferences()
	played := ""
	if f.demo { // a newcomer's first look is not another session's filter
		prefs, remember, played = tui.Prefs{}, nil, o.Session
	}
	if f.alertGiven {
		prefs.Alert = f.alert
	}
	err := tui.Run(ctx, tui.Options{
		Feed: a.logged(ctx, following), Theme: a.theme(page), Input: input,
		Sessions: func() ([]sessions.Info, error) { return a.place().List() },
		Desk:     a.desk(), ReadFile: readOutput, Remember: remember, Prefs: prefs, Version: version(), Demo: played,
	})
	cancel()
	for range following.Updates() { // closes once all that was opened is closed
	}
	return err
}

// environBackground is the background as flag and environment have it.
func (a *app) environBackground() theme.Background {
	if b, err := theme.ParseBackground(a.background); err == nil {
		return b
	}
	b, _ := theme.BackgroundFromColorFGBG(a.getenv("COLORFGBG"))
	return b
}

// askBackground is the background by flag, else by what the terminal answers,
// else by the environment; and the terminal to read keys from, which keeps a late
// answer from being taken for some.
func (a *app) askBackground() (theme.Background, io.Reader) {
	if a.background != "auto" || !theme.DetectDepth(a.getenv, true).Colored() || !term.IsTerminal(int(os.Stdin.Fd())) {
		return a.environBackground(), nil
	}
	b, known, done := background.Ask(os.Stdin, os.Stdout, background.Budget)
	a.log.Debug("background", "answer", b.String(), "known", known, "in time", done)
	if !known {
		b = a.environBackground()
	}
	if done {
		return b, nil
	}
	return b, &background.Swallow{File: os.Stdin}
}
