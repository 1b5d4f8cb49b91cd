package sessions

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// wholeLimit, headPart and tailPart bound, in bytes, what is read of a session
// for its listing: all of it up to wholeLimit, else a piece at either end.
const (
	wholeLimit = 4 << 20
	headPart   = 1 << 20
	tailPart   = 1 << 20
)

// Info is one session as listed.
type Info struct {
	Path string
	Header
	// Name is the name given in Pi, or empty. In a session larger than 4 MiB a
	// name given in neither its first nor its last MiB is not seen.
	Name string
	// Prompt is the first line of the first user message that has text, or empty
	// when the part that was read holds none.
	Prompt string
	// Modified is the time of the file's last modification.
	Modified time.Time
	// Size is in bytes.
	Size int64
}

// Title is what to call the session: its name, else its first prompt, else its id.
func (i Info) Title() string {
	switch {
	case i.Name != "":
		return i.Name
	case i.Prompt != "":
		return i.Prompt
	}
	return i.ID
}

// Describe reads what a listing shows of the session at path. Errors are of type
// *Error.
func Describe(path string) (Info, error) {
	f, err := openSession(path)
	if err != nil {
		return Info{}, err
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return Info{}, fileError(path, err)
	}
	info := Info{Path: path, Modified: stat.ModTime(), Size: stat.Size()}
	if info.Header, err = scanHeader(f); err != nil {
		return Info{}, fileError(path, err)
	}
	if err := info.names(f); err != nil {
		return Info{}, fileError(path, err)
	}
	return info, nil
}

// names finds Name and Prompt in the parts of the session that are read.
func (i *Info) names(f io.ReaderAt) error {
	if i.Size <= wholeLimit {
		part, err := readPart(f, 0, i.Size)
		i.scan(part)
		return err
	}
	head, err := readPart(f, 0, headPart)
	if err != nil {
		return err
	}
	i.scan(head[:bytes.LastIndexByte(head, '\n')+1])
	end, err := readPart(f, i.Size-tailPart, tailPart)
	if err != nil {
		return err
	}
	i.scan(end[bytes.IndexByte(end, '\n')+1:])
	return nil
}

func readPart(f io.ReaderAt, off, size int64) ([]byte, error) {
	part := make([]byte, size)
	n, err := f.ReadAt(part, off)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return part[:n], err
}

// scan takes the last name and the first prompt from lines. Only lines that can
// hold one are decoded.
func (i *Info) scan(lines []byte) {
	for line := range bytes.Lines(lines) {
		if !bytes.Contains(line, []byte("session_info")) && (i.Prompt != "" || !bytes.Contains(line, []byte("user"))) {
			continue
		}
		entry, _ := parse(line)
		switch kind := entry.Get("type"); {
		case kind.Equals("session_info"):
			i.Name = text.Trim(entry.Get("name").Text())
		case kind.Equals("message") && i.Prompt == "":
			i.Prompt = prompt(entry.Get("message"))
		}
	}
}

// prompt is the first line of a user message's text, empty for other messages.
func prompt(message jsjson.Raw) string {
	if !message.Get("role").Equals("user") {
		return ""
	}
	content := message.Get("content")
	if content.Kind() == jsjson.String {
		return firstLine(content.Text())
	}
	for _, part := range content.Elements() {
		if !part.Get("type").Equals("text") {
			continue
		}
		if line := firstLine(part.Get("text").Text()); line != "" {
			return line
		}
	}
	return ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(text.Trim(s), "\n")
	return text.Trim(line)
}

// List describes all sessions of all roots, the last modified first. Files that
// are not sessions, or vanish meanwhile, are left out; a root that does not exist
// holds none. The error joins what kept roots from being read.
func (p Place) List() ([]Info, error) {
	files, err := p.files(p.Roots)
	list := make([]Info, 0, len(files))
	for _, file := range files {
		if info, err := Describe(file.path); err == nil {
			list = append(list, info)
		}
	}
	slices.SortStableFunc(list, func(a, b Info) int { return b.Modified.Compare(a.Modified) })
	return list, err
}

// candidate is a file that may be a session.
type candidate struct {
	path     string
	modified time.Time
}

// files lists the *.jsonl files of roots, the last modified first; at equal
// times the later name first, since names begin with the time of creation. A
// file reached by two roots is listed once.
func (p Place) files(roots []Root) ([]candidate, error) {
	var list []candidate
	var problems []error
	seen := make(map[string]bool)
	for _, root := range roots {
		folders, err := root.folders()
		problems = append(problems, err)
		for _, dir := range folders {
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				if seen[real] {
					continue
				}
				seen[real] = true
			}
			files, err := inFolder(dir)
			problems = append(problems, err)
			list = append(list, files...)
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		if c := b.modified.Compare(a.modified); c != 0 {
			return c
		}
		return strings.Compare(filepath.Base(b.path), filepath.Base(a.path))
	})
	return list, errors.Join(problems...)
}

// folders are the folders whose files are sessions.
func (r Root) folders() ([]string, error) {
	if !r.Nested {
		return []string{r.Path}, nil
	}
	entries, err := os.ReadDir(r.Path)
	var list []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			list = append(list, filepath.Join(r.Path, e.Name()))
		}
	}
	return list, present(err)
}

func inFolder(dir string) ([]candidate, error) {
	entries, err := os.ReadDir(dir)
	var list []candidate
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".jsonl") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, candidate{path, info.ModTime()})
		}
	}
	return list, present(err)
}
