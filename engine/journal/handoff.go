package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Handoff tells where a handoff was written.
type Handoff struct {
	Path string
	// Kept is where an earlier one with other content is now; empty without one.
	Kept string
}

// WriteHandoff writes the handoff seed of the session with that id at the path
// session: handoff-<id>.md in the folder beside it. The file is replaced as a
// whole or not at all. An earlier one with other content is kept as
// handoff-<id>-<n>.md, n counting from 1; one with the same stays as it is.
func WriteHandoff(session, id, markdown string) (Handoff, error) {
	dir, err := folderOf(session, id)
	if err != nil {
		return Handoff{}, err
	}
	h := Handoff{Path: filepath.Join(dir, "handoff-"+id+".md")}
	earlier, err := os.ReadFile(h.Path)
	switch {
	case err == nil && bytes.Equal(earlier, []byte(markdown)):
		return h, nil
	case err == nil:
		if h.Kept, err = keep(h.Path, filepath.Join(dir, "handoff-"+id)); err != nil {
			return Handoff{}, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return Handoff{}, err
	}
	return h, renameio.WriteFile(h.Path, []byte(markdown), 0o600, renameio.WithTempDir(dir))
}

// keep gives the file a second, numbered name that nothing has yet. A link takes
// nothing away from its first name, so there is no moment without the file.
func keep(path, stem string) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%d.md", stem, n)
		if err := os.Link(path, name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}
