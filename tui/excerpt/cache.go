package excerpt

import (
	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/live"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Most is how many lines are kept before all are dropped and read anew.
const Most = 8192

// Maker makes the line from a block and its whole text.
type Maker func(b *block.Block, text string) sanitize.Safe

// Cache holds the lines of one pane.
type Cache struct {
	make       Maker
	generation int
	lines      map[key]sanitize.Safe
	reading    bool
}

// key names a block within a generation of the file.
type key struct {
	id          string
	entry, part int
}

func keyOf(s *live.Snapshot, i int) key {
	return key{s.Blocks[i].ID, s.EntryOf(i), s.Blocks[i].Part}
}

// New makes an empty cache.
func New(make Maker) *Cache { return &Cache{make: make, lines: map[key]sanitize.Safe{}} }

// ReadMsg is a batch that has been read.
type ReadMsg struct {
	cache      *Cache
	generation int
	keys       []key
	lines      []sanitize.Safe
}

// Line is the line of block i; ok is false until it has been read.
func (c *Cache) Line(s *live.Snapshot, i int) (line sanitize.Safe, ok bool) {
	line, ok = c.lines[keyOf(s, i)]
	return line, ok
}

// Want reads the lines of those blocks that have none yet. It is nil when there
// is nothing to read or a batch is under way.
func (c *Cache) Want(scene *pane.Scene, blocks []int) tea.Cmd {
	if scene.Generation != c.generation || len(c.lines) > Most {
		c.generation, c.lines, c.reading = scene.Generation, map[key]sanitize.Safe{}, false
	}
	if c.reading || scene.Snapshot == nil {
		return nil
	}
	var missing []int
	for _, i := range blocks {
		if _, ok := c.lines[keyOf(scene.Snapshot, i)]; !ok {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	c.reading = true
	return read(c, scene.Generation, scene.Snapshot, missing)
}

func read(c *Cache, generation int, s *live.Snapshot, blocks []int) tea.Cmd {
	make := c.make
	return func() tea.Msg {
		msg := ReadMsg{cache: c, generation: generation}
		for _, i := range blocks {
			line := sanitize.Safe("(can no longer be read)")
			if text, err := s.Text(i); err == nil {
				line = make(&s.Blocks[i], text)
			}
			msg.keys, msg.lines = append(msg.keys, keyOf(s, i)), append(msg.lines, line)
		}
		return msg
	}
}

// Take takes in a batch and reports whether it was this cache's and is of its
// generation.
func (c *Cache) Take(msg ReadMsg) bool {
	if msg.cache != c || msg.generation != c.generation {
		return false
	}
	c.reading = false
	for n, k := range msg.keys {
		c.lines[k] = msg.lines[n]
	}
	return true
}
