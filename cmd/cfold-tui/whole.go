package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"cfold/engine/active"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/ledger"
	"cfold/engine/recall"
	"cfold/engine/session"
	"cfold/engine/text"
	"cfold/watch/sessions"
	"cfold/watch/tail"
)

// whole is a session as a whole: every entry, and the fold state its records
// restore.
type whole struct {
	info  sessions.Info
	file  *tail.File
	index *session.Index
	folds layer.Set
}

// read reads the session that is meant. The caller closes its file.
func (a *app) read(arg string) (*whole, error) {
	info, err := a.find(arg)
	if err != nil {
		return nil, err
	}
	w := &whole{info: info, index: session.NewIndex()}
	var end int64
	file, rest, err := tail.Read(info.Path, func(base int64, data []byte) error {
		end = base
		for line := range bytes.Lines(data) {
			w.take(bytes.TrimSuffix(line, []byte("\n")), end)
			end += int64(len(line))
		}
		return nil
	})
	if err != nil {
		return nil, &sessions.Error{Kind: sessions.ErrUnreadable, Subject: info.Path, Cause: err}
	}
	if _, ok := jsjson.Scan(rest); ok { // as Pi takes it: a line whose end is missing
		w.take(rest, end)
	}
	w.file = file
	return w, nil
}

func (w *whole) take(line []byte, offset int64) {
	if i, l := w.index.Append(line, offset); i != session.None && w.index.IsFold(i) {
		w.folds.Add(l.Data, i)
	}
}

func (w *whole) Close() error { return w.file.Close() }

// ledger lists every block of the file.
func (w *whole) ledger() (*ledger.Ledger, error) { return ledger.Build(w.index, w.file) }

// source is what recall reads from.
func (w *whole) source() (recall.Source, error) {
	all, err := w.ledger()
	if err != nil {
		return recall.Source{}, err
	}
	ctx := active.New(w.index, w.file, func(string) bool { return true })
	if err := ctx.Move(w.index.Branch(w.index.Leaf())); err != nil {
		return recall.Source{}, err
	}
	return recall.Source{
		Folds: &w.folds, Ledger: all, Live: recall.Context(w.file, ctx.Blocks(), ctx.Refs()), ReadFile: readOutput,
	}, nil
}

// outputLimit is the most that is read of a tool's full-output file, in bytes.
const outputLimit = 256 << 20

// readOutput reads a tool's full-output file. The session names its path, so it
// may be anything: only a regular file is read, and opening never waits.
func readOutput(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > outputLimit {
		return "", &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("not a regular file of at most %d bytes", outputLimit)}
	}
	data, err := io.ReadAll(io.LimitReader(f, outputLimit))
	if err != nil {
		return "", err
	}
	return text.Decode(data), nil
}
