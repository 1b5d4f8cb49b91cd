package sessions

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// NewestFor is the session of directory cwd that was modified last, as "pi -c"
// would take it: only in the first root, by the cwd of the headers. It fails with
// ErrNone when there is none.
func (p Place) NewestFor(cwd string) (Info, error) {
	files, err := p.files(p.Roots[:1])
	for _, file := range files {
		if header, err := ReadHeader(file.path); err != nil || !SameDir(header.Cwd, cwd) {
			continue
		}
		if info, err := Describe(file.path); err == nil {
			return info, nil
		}
	}
	return Info{}, &Error{
		Kind: ErrNone, Subject: cwd, Cause: err,
		Hint: "start pi here and send a first message, or name a session (list them with: cfold-tui sessions)",
	}
}

// Resolve finds the session a person means by arg: a file where arg names one or
// looks like a path (holds a slash or ends in .jsonl), else an id, else the
// beginning of an id, over all roots. An exact id goes before beginnings. It
// never falls back to another session: errors are of type *Error, with the kinds
// of Describe for a file and ErrUnknownID or ErrAmbiguous for an id.
func (p Place) Resolve(arg string) (Info, error) {
	path := absolute(arg, p.Cwd)
	if strings.ContainsRune(arg, filepath.Separator) || strings.HasSuffix(arg, ".jsonl") {
		return Describe(path)
	}
	matches, unread, err := p.byID(arg)
	switch {
	case len(matches) == 1:
		return Describe(matches[0].Path)
	case len(matches) > 1:
		return Info{}, &Error{
			Kind: ErrAmbiguous, Subject: arg, Candidates: matches,
			Hint: "give more of the id, or the file",
		}
	}
	if _, statErr := os.Stat(path); statErr == nil && arg != "" {
		return Describe(path)
	}
	e := &Error{
		Kind: ErrUnknownID, Subject: arg, Cause: err,
		Hint: "looked in " + p.where() + "; list what there is with: cfold-tui sessions",
	}
	if unread != nil && e.Cause == nil {
		e.Cause = unread
	}
	return Info{}, e
}

// byID lists the sessions whose id is arg or, when there are none, begins with
// it. unread is the first file that could not be read, which may have been it.
func (p Place) byID(arg string) (matches []Info, unread, err error) {
	files, err := p.files(p.Roots)
	if arg == "" {
		return nil, nil, err
	}
	var exact, begin []Info
	for _, file := range files {
		header, err := ReadHeader(file.path)
		if errors.Is(err, ErrUnreadable) && unread == nil {
			unread = err
		}
		if err != nil || !strings.HasPrefix(header.ID, arg) {
			continue
		}
		info := Info{Path: file.path, Header: header, Modified: file.modified}
		if header.ID == arg {
			exact = append(exact, info)
		} else {
			begin = append(begin, info)
		}
	}
	if len(exact) > 0 {
		return exact, unread, err
	}
	return begin, unread, err
}

func (p Place) where() string {
	var list []string
	for _, r := range p.Roots {
		list = append(list, quote(r.Path))
	}
	return strings.Join(list, " and ")
}
