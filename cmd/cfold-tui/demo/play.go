package demo

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"cfold/watch/sessions"
)

// File is a demo session on disk, in a folder of its own.
type File struct {
	Dir, Path string
	script    Script
}

// Create writes the beginning of a script into a new temporary folder.
func Create(s Script) (*File, error) {
	dir, err := os.MkdirTemp("", "cfold-demo-")
	if err != nil {
		return nil, err
	}
	f := &File{Dir: dir, Path: filepath.Join(dir, "demo.jsonl"), script: s}
	if err := f.append(s.Head); err != nil {
		f.Remove()
		return nil, err
	}
	return f, nil
}

// Remove deletes the folder.
func (f *File) Remove() error { return os.RemoveAll(f.Dir) }

// Play writes the rest as if it happened now, and returns when all is written or
// ctx has ended.
func (f *File) Play(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C
	for _, step := range f.script.Steps {
		timer.Reset(step.After)
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		if err := f.append(step); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the rest at once.
func (f *File) Finish() error {
	for _, step := range f.script.Steps {
		if err := f.append(step); err != nil {
			return err
		}
	}
	return nil
}

// append writes a step: to the seed index first, as the format has it.
func (f *File) append(s Step) error {
	index := sessions.SeedIndexPath(f.Path, ID)
	if len(s.Index) > 0 {
		if err := os.MkdirAll(filepath.Dir(index), 0o755); err != nil {
			return err
		}
		if err := add(index, s.Index); err != nil {
			return err
		}
	}
	return add(f.Path, s.Lines)
}

func add(path string, data []byte) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}
