package route

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"cfold/engine/settings"
	"cfold/watch/config"
)

// Change is one change of the settings file.
type Change struct {
	Key string
	// Value is what is saved; nil takes the key out.
	Value *settings.Value
	// Replace says that a file which does not parse may be replaced by one that
	// holds this setting alone. What it held is kept beside it.
	Replace bool
}

// Saved is a change that was made.
type Saved struct {
	Change
	// Kept is where a file that did not parse is now; empty without one.
	Kept string
	// Same says that there was nothing to change, so nothing was written.
	Same bool
	// Seen says, as a sentence, when a running Pi takes it up.
	Seen string

	before, after settings.File
}

// unlinkedEffect is when a changed setting rules where no Pi is linked, as a sentence.
const unlinkedEffect = "a running Pi needs /reload"

// UnparsableError says that the settings file does not parse.
type UnparsableError struct {
	Path string
	Err  error
}

// Error is one line.
func (e *UnparsableError) Error() string {
	return fmt.Sprintf("%s: %v; nothing was saved, since the file is not overwritten unasked", e.Path, e.Err)
}

// Unwrap is what is wrong with it.
func (e *UnparsableError) Unwrap() error { return e.Err }

// errSame ends an update that would change nothing.
var errSame = errors.New("nothing to change")

// Save changes one setting, in the file as it is at that moment, and has linked
// Pi's take it up. The error is an
// *UnparsableError for a file that does not parse.
func (d *Desk) Save(c Change) (Saved, error) {
	done := Saved{Change: c}
	err := d.update(c.Replace, &done, func(f settings.File) (settings.File, error) {
		if c.Value == nil {
			if _, saved := f.Saved(c.Key); !saved {
				return f, errSame
			}
			return f.Unset(c.Key), nil
		}
		return f.Set(c.Key, *c.Value), nil
	})
	if errors.Is(err, errSame) {
		return Saved{Change: c, Same: true}, nil
	}
	if err == nil {
		done.Seen = d.apply()
	}
	return done, err
}

// ErrChanged says that a setting is no longer as it was saved.
var ErrChanged = errors.New("it was changed again since by another program")

// Undo puts a setting back as it was before it was saved, and says, as a sentence,
// when a running Pi takes that up.
func (d *Desk) Undo(s Saved) (seen string, err error) {
	err = d.update(false, &Saved{}, func(f settings.File) (settings.File, error) {
		now, there := f.Saved(s.Key)
		then, was := s.after.Saved(s.Key)
		if there != was || !bytes.Equal(now, then) {
			return f, fmt.Errorf("%s: %w", s.Key, ErrChanged)
		}
		return f.Restore(s.Key, s.before), nil
	})
	if err != nil {
		return "", err
	}
	return d.apply(), nil
}

// update changes the settings file and notes in done what it was and became.
func (d *Desk) update(replace bool, done *Saved, change func(settings.File) (settings.File, error)) error {
	return config.Update(d.Settings, func(file config.File) ([]byte, error) {
		f, err := settings.DecodeFile(file.Data)
		if err != nil && !replace {
			return nil, &UnparsableError{d.Settings, err}
		}
		if err != nil {
			if done.Kept, err = keep(d.Settings, file.Data); err != nil {
				return nil, err
			}
		}
		done.before = f
		if done.after, err = change(f); err != nil {
			return nil, err
		}
		return done.after.Encode(), nil
	})
}

// keep writes data beside the file at path, under a name that nothing has yet.
func keep(path string, data []byte) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.broken-%d", path, n)
		switch err := WriteNew(name, data); {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return "", err
		default:
			return name, nil
		}
	}
}

// WriteNew writes a file that must not exist yet, readable by its owner alone. It
// is there whole or not at all.
func WriteNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
