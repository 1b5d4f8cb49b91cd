package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"cfold/cmd/cfold-tui/shape"
	"cfold/tui/sanitize"
)

// note says something beside the output: as a line on stderr, under --json in the
// object that is printed next.
func (a *app) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	a.log.Warn(text)
	if a.json {
		a.notices = append(a.notices, shape.Text(text))
		return
	}
	fmt.Fprintln(a.err, "cfold-tui: "+string(sanitize.Line(text)))
}

// taken are the notices so far, for an object to carry; never nil.
func (a *app) taken() []shape.Text {
	list := append([]shape.Text{}, a.notices...)
	a.notices = nil
	return list
}

// leftOver writes the notices that no object carried, since lists and the objects
// of the fold format have no place for them.
func (a *app) leftOver() {
	w := shape.Writer{W: a.err, Terminal: a.errTerminal}
	for _, text := range a.taken() {
		_ = w.Write(shape.Notice{Notice: text}) // nowhere left to say it
	}
}

// output is where the program prints to; what fails there is said in one way.
type output struct{ io.Writer }

func (o output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("the output cannot be written: %w", cause(err))
	}
	return n, err
}

// plain is an error of the system as "path: reason", others as they are.
func plain(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}

// cause is what the system said, without the path that the line names already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
