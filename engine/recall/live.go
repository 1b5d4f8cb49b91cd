package recall

import (
	"io"

	"cfold/engine/active"
	"cfold/engine/block"
)

// context is the blocks of an active context.
type context struct {
	file   io.ReaderAt
	blocks []block.Block
	refs   active.Refs
	newest map[string]int
}

// Context makes Blocks of what an active context holds: its blocks, their refs
// and the file these lead into. The slices are kept, not copied.
func Context(file io.ReaderAt, blocks []block.Block, refs active.Refs) Blocks {
	c := &context{file, blocks, refs, make(map[string]int, len(blocks))}
	for i := range blocks {
		c.newest[blocks[i].ID] = i
	}
	return c
}

func (c *context) Len() int                   { return len(c.blocks) }
func (c *context) Block(i int) *block.Block   { return &c.blocks[i] }
func (c *context) Text(i int) (string, error) { return c.refs.Text(c.file, i, &c.blocks[i]) }

func (c *context) Find(id string) (int, bool) {
	i, ok := c.newest[id]
	return i, ok
}
