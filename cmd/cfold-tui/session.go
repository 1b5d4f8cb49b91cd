package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"cfold/watch/feed"
	"cfold/watch/sessions"
)

// place is where sessions are looked for.
func (a *app) place() sessions.Place { return sessions.Locate(a.getenv, a.getenv("HOME"), a.cwd) }

// find is the session that is meant: arg, else --session, else the newest of the
// directory.
func (a *app) find(arg string) (sessions.Info, error) {
	if arg == "" {
		arg = a.session
	}
	var info sessions.Info
	var err error
	if arg == "" {
		info, err = a.place().NewestFor(a.cwd)
	} else {
		info, err = a.place().Resolve(arg)
	}
	if errors.Is(err, sessions.ErrNone) {
		if why := a.unlisted(); why != nil {
			err = why
		}
	}
	return info, explained(err)
}

// unlisted says why the folder of the sessions cannot be listed; nil where it can, or
// is not there yet.
func (a *app) unlisted() error {
	_, err := os.ReadDir(a.place().Roots[0].Path)
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("the sessions cannot be listed: %w", plain(err))
}

// explained adds to an error what helps here: that a byte order mark keeps Pi from
// reading a file, and which files have one id.
func explained(err error) error {
	var e *sessions.Error
	if !errors.As(err, &e) {
		return err
	}
	more := *e
	switch {
	case errors.Is(err, sessions.ErrNotSession) && marked(e.Subject):
		more.Hint = "it begins with a byte order mark, which Pi does not read past: save it without one"
	case errors.Is(err, sessions.ErrAmbiguous):
		more.Candidates = told(e.Candidates)
	}
	return &more
}

// marked reports whether a file begins with a byte order mark.
func marked(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	bom := []byte("\xEF\xBB\xBF")
	head := make([]byte, len(bom))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, bom)
}

// told are sessions as an error names them: those with one id by their files, for
// no more of the id would tell them apart.
func told(list []sessions.Info) []sessions.Info {
	count := map[string]int{}
	for _, i := range list {
		count[i.ID]++
	}
	out := append([]sessions.Info(nil), list...)
	for i := range out {
		if count[out[i].ID] > 1 {
			out[i].Cwd = out[i].Path
		}
	}
	return out
}

// options are those of a feed for a session; its path may be empty.
func (a *app) options(path string) feed.Options {
	return feed.Options{
		Session: path, Cwd: a.cwd, Agent: a.place().Agent,
		Window: a.window, SeedIndex: a.seedIndex, Version: version(), Environ: a.lookup,
	}
}

// load reads the session that is meant, once, and says where the settings file is
// passed over.
func (a *app) load(arg string) (feed.Update, error) {
	u, err := a.open(arg)
	if err == nil && u.SettingsErr != nil {
		a.note("%s: %v; it is passed over", u.SettingsPath, cause(u.SettingsErr))
	}
	return u, err
}

// open reads the session that is meant, once.
func (a *app) open(arg string) (feed.Update, error) {
	info, err := a.find(arg)
	if err != nil {
		return feed.Update{}, err
	}
	u, err := feed.Load(a.options(info.Path))
	for _, n := range u.Notices {
		a.note("%s", n.Text)
	}
	return u, explained(err)
}

// checkSeedIndex fails for a --seed-index that is no file to read.
func (a *app) checkSeedIndex() error {
	f, err := os.OpenFile(a.seedIndex, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err == nil {
		defer f.Close()
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
			err = errors.New("not a file")
		}
	}
	if err != nil {
		return fmt.Errorf("%s: the seed index cannot be read: %w", a.seedIndex, cause(err))
	}
	return nil
}
