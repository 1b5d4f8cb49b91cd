package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cfold/tui/sanitize"
	"cfold/watch/config"
	"cfold/watch/host"
	"cfold/watch/link"
	"cfold/watch/route"
)

// desk is where what is decided here takes its way.
func (a *app) desk() *route.Desk {
	return &route.Desk{Now: time.Now, Processes: host.Here(), Settings: config.Path(a.place().Agent), Links: link.Folders(a.lookup)}
}

// interactive reports whether there is a person to ask.
func (a *app) interactive() bool { return a.inTerminal && a.errTerminal }

// confirm asks the person at the terminal.
func (a *app) confirm(ctx context.Context, question string) error {
	fmt.Fprintf(a.err, "%s [y/N] ", sanitize.Line(question))
	answered := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.in).ReadString('\n') // the end of input is no yes
		answered <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.err)
		return errors.New("interrupted: nothing was written")
	case answer := <-answered:
		if answer != "y" && answer != "yes" {
			return errors.New("nothing was written")
		}
		return nil
	}
}
