package feed

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"cfold/engine/jsjson"
	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/watch/config"
	"cfold/watch/host"
	"cfold/watch/sessions"
	"cfold/watch/tail"
)

// Load reads a session once and leaves no goroutine behind. Options.Session
// empty means the newest of Cwd. The session's file stays open until the Update is
// closed. Where there is no session to read the error is a *sessions.Error.
func Load(o Options) (Update, error) {
	place := o.place()
	u := Update{Phase: Following, Path: o.Session, Cwd: o.Cwd, SettingsPath: config.Path(place.Agent)}
	u.setSettings(o, config.Read(u.SettingsPath))
	info, err := load(place, &u)
	if err != nil {
		return Update{}, err
	}
	u.Path, u.Generation = info.Path, 1
	u.Size, u.Read = info.Size, info.Size
	if u.Index, err = LoadIndex(info, o.SeedIndex); err != nil {
		u.Notices = append(u.Notices, Notice{Warning, err.Error(), time.Now()})
	}
	u.Link = o.greet(u.Path)
	if beside(u.Path, info.ID) != "" {
		u.Handoffs = sessions.Handoffs(u.Path, info.ID)
	}
	u.Snapshot, _ = newWindows(o).snapshot(u.State, &u, host.Window{})
	u.Active = lastActive(u.Snapshot, info.Modified)
	seen := o.look(u.Snapshot.Header.CWD)
	u.Pi, u.LinkHint = seen.state, o.linkHint(u.Link, "", seen)
	if text := oddity(u.Snapshot); text != "" {
		u.Notices = append(u.Notices, Notice{Warning, u.Path + ": " + text, time.Now()})
	}
	return u, nil
}

// load finds the session and reads it.
func load(place sessions.Place, u *Update) (info sessions.Info, err error) {
	if u.Path == "" {
		info, err = place.NewestFor(u.Cwd)
	} else {
		info, err = sessions.Describe(u.Path)
	}
	if err != nil {
		return info, err
	}
	file := new(late)
	u.State = live.New(file)
	if u.file, err = file.read(info.Path, u.State.Ingest); err != nil {
		return info, &sessions.Error{Kind: sessions.ErrUnreadable, Subject: info.Path, Cause: err}
	}
	if err := u.State.Settle(); err != nil {
		u.Close()
		return info, &sessions.Error{Kind: sessions.ErrUnreadable, Subject: info.Path, Cause: err, Hint: "it is being rewritten: try again"}
	}
	return info, nil
}

// late is a file that is opened after what reads from it was made.
type late struct{ io.ReaderAt }

// read reads the session at path and hands its lines to each, the last one too
// where it parses though its line end is missing: Pi takes it for an entry when it
// opens the file.
func (l *late) read(path string, each func(base int64, data []byte)) (*tail.File, error) {
	var end int64
	file, rest, err := tail.Read(path, func(base int64, data []byte) error {
		each(base, data)
		end = base + int64(len(data))
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.ReaderAt = file
	if _, ok := jsjson.Scan(rest); ok {
		each(end, rest)
	}
	return file, nil
}

// LoadIndex reads the seed index of a session: the one at path, else the one
// beside the session. Without one beside it the Log is nil; one that was named has
// to be there.
func LoadIndex(of sessions.Info, path string) (*seed.Log, error) {
	named := path != ""
	if !named {
		if path = beside(of.Path, of.ID); path == "" {
			return nil, nil
		}
	}
	var data []byte
	file, rest, err := tail.Read(path, func(_ int64, lines []byte) error {
		data = append(data, lines...)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the seed index cannot be read: %s", path, reason(err))
	}
	return readIndex(append(data, rest...)), file.Close()
}
