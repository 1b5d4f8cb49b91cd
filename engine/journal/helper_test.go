package journal_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cfold/engine/journal"
	"cfold/engine/layer"
	"cfold/engine/session"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 345e6, time.UTC)

func atNoon() time.Time { return noon }

const headLine = `{"type":"session","version":3,"id":"11111111-2222-3333-4444-555555555555","timestamp":"2026-01-02T11:00:00.000Z","cwd":"/home/dev/proj"}` + "\n"

// message is the line of a user message.
func message(id, parent, text string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-01-02T11:00:01.000Z","message":{"role":"user","content":%q,"timestamp":1767351601000}}`+"\n",
		id, parent, text)
}

// fold is the line of a fold entry that unfolds a block.
func fold(id, parent, block string) string {
	return fmt.Sprintf(`{"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":[%q]},"id":%q,"parentId":%q,"timestamp":"2026-01-02T11:00:02.000Z"}`+"\n",
		block, id, parent)
}

// small is a session of two messages, b1 the last.
var small = headLine + message("000000a1", "null", "one") + message("000000b1", "000000a1", "two")

// file makes a session with the content given and returns its path.
func file(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "2026-01-02T11-00-00-000Z_11111111-2222-3333-4444-555555555555.jsonl")
	write(t, path, content)
	return path
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// open opens a journal on what stands at path, with the clock given.
func open(t testing.TB, path string, now func() time.Time) *journal.Journal {
	t.Helper()
	seen, err := journal.Look(path)
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(path, seen, journal.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// add appends a record that must go in.
func add(t testing.TB, j *journal.Journal, r journal.Record) journal.Result {
	t.Helper()
	result, err := j.Append(r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// loaded is a session as restoring sees it.
type loaded struct {
	*session.Index
	set layer.Set
	// chain are the ids from the newest entry to its root.
	chain map[string]bool
}

func load(t testing.TB, path string) loaded {
	t.Helper()
	l := loaded{Index: session.NewIndex(), chain: map[string]bool{}}
	data, offset := []byte(read(t, path)), int64(0)
	for line := range bytes.Lines(data) {
		if i, parsed := l.Append(bytes.TrimSuffix(line, []byte("\n")), offset); i != session.None && l.IsFold(i) {
			l.set.Add(parsed.Data, i)
		}
		offset += int64(len(line))
	}
	for _, i := range l.Branch(l.Leaf()) {
		l.chain[l.ID(int(i))] = true
	}
	return l
}

// pi appends as Pi does: it goes on from the leaf in its memory, never reads the
// file again, and opens and closes it for each entry.
type pi struct {
	path, leaf string
	branch     []string // the ids it has written
	ids        map[string]bool
}

// line makes the next entry's line and takes it as the leaf.
func (p *pi) line(text string) string {
	if p.ids == nil {
		p.ids = map[string]bool{}
	}
	id := fmt.Sprintf("%08x", rand.Uint32())
	for p.ids[id] {
		id = fmt.Sprintf("%08x", rand.Uint32())
	}
	p.ids[id] = true
	line := message(id, p.leaf, text)
	p.leaf = id
	p.branch = append(p.branch, id)
	return line
}

func (p *pi) append(text string) error {
	f, err := os.OpenFile(p.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(p.line(text)); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// say appends an entry that must go in.
func (p *pi) say(t testing.TB, text string) {
	t.Helper()
	if err := p.append(text); err != nil {
		t.Fatal(err)
	}
}

// mustReach fails unless the newest entry's chain reaches all ids.
func (l loaded) mustReach(t testing.TB, ids []string) {
	t.Helper()
	missing := 0
	for _, id := range ids {
		if !l.chain[id] {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("the newest entry's chain misses %d of %d entries", missing, len(ids))
	}
}
