package active

import (
	"io"
	"unsafe"

	"cfold/engine/block"
	"cfold/engine/message"
	"cfold/engine/session"
)

// Context is the active context at the end of a branch. Make one with New.
type Context struct {
	index *session.Index
	file  io.ReaderAt
	skip  func(id string) bool

	branch  []int32
	items   []itemState
	blocks  []block.Block
	folded  []int
	refs    []Ref
	count   map[string]int // blocks per id
	repeats int            // ids that more than one block has
	stable  int            // blocks unchanged since Stable was last asked
	builder block.Builder
	prompt  session.Prompt
	usage   usage
}

// itemState is what has to be known to cut the context back to an item: the
// counts and counters after it.
type itemState struct {
	session.Item
	blocks   int
	counters block.Counters
	usage    usage
	system   bool // it changed the prompt
}

// New returns an empty context over an index and the file it was built on. skip
// names the blocks whose digest cost is not wanted, because a stored digest
// stands for them; nil wants all.
func New(index *session.Index, file io.ReaderAt, skip func(id string) bool) *Context {
	if skip == nil {
		skip = func(string) bool { return false }
	}
	return &Context{index: index, file: file, skip: skip, usage: newUsage(index, nil), count: map[string]int{}}
}

// Blocks lists the blocks in context order. The slice only grows until the
// context is cut back or rebuilt; what was handed out is never changed.
func (c *Context) Blocks() []block.Block { return c.blocks }

// Folded is, alongside Blocks, what each block would cost as a digest, in
// tokens; 0 where it has none or where the digest was not wanted.
func (c *Context) Folded() []int { return c.folded }

// Stable is how many of the first blocks are still those that stood there when
// it was last asked.
func (c *Context) Stable() int {
	n := c.stable
	c.stable = len(c.blocks)
	return n
}

// Refs is, alongside Blocks, where each block's text is read from.
func (c *Context) Refs() []Ref { return c.refs }

// Branch lists the entries from the root to the leaf. Read only.
func (c *Context) Branch() []int32 { return c.branch }

// Leaf is the entry the context ends at; session.None when it is empty.
func (c *Context) Leaf() int {
	if len(c.branch) == 0 {
		return session.None
	}
	return int(c.branch[len(c.branch)-1])
}

// Answered is the number of messages up to and including the last assistant's:
// tool results of later messages are a first delivery.
func (c *Context) Answered() int { return c.builder.Answered() }

// Messages is the number of messages in the context, system messages left out.
func (c *Context) Messages() int { return c.builder.Len() - c.usage.systems }

// Extend takes in entries that follow the end of the branch, in order. An entry
// that changes what came before makes the context read that again.
func (c *Context) Extend(entries ...int32) error {
	if c.rewrites(entries) {
		return c.Reload(append(c.branch[:len(c.branch):len(c.branch)], entries...))
	}
	return c.extendAll(entries)
}

// Move makes branch (root to leaf) the active one. What both branches share is
// kept where no compaction or edit depends on the rest.
func (c *Context) Move(branch []int32) error {
	n := 0
	for n < len(branch) && n < len(c.branch) && branch[n] == c.branch[n] {
		n++
	}
	if c.rewrites(branch[n:]) || c.rewrites(c.branch[n:]) || !c.cut(n) {
		return c.Reload(branch)
	}
	return c.extendAll(branch[n:])
}

// rewrites reports whether any of the entries changes what precedes it, or may be
// changed by it: an edit can stand before an entry that has the id it names.
func (c *Context) rewrites(entries []int32) bool {
	for _, i := range entries {
		if k := c.index.Entry(int(i)).Kind; k == session.Compaction || k == session.ContextEdit || c.index.Edited(int(i)) {
			return true
		}
	}
	return false
}

// cut drops everything after the first n entries of the branch; false where the
// system prompt would have to be read again.
func (c *Context) cut(n int) bool {
	keep := len(c.items)
	for keep > 0 && c.items[keep-1].Position >= n {
		if c.items[keep-1].system {
			return false
		}
		keep--
	}
	if keep == 0 {
		return n == 0 && len(c.items) == 0
	}
	last := c.items[keep-1]
	if last.Position != n-1 {
		return false // inside the part a compaction stands for
	}
	for _, b := range c.blocks[last.blocks:] {
		c.count[b.ID]--
		if c.count[b.ID] == 1 {
			c.repeats--
		}
	}
	c.items = c.items[:keep:keep]
	c.branch = c.branch[:n:n]
	c.blocks = c.blocks[:last.blocks:last.blocks]
	c.stable = min(c.stable, last.blocks)
	c.folded = c.folded[:last.blocks:last.blocks]
	c.refs = c.refs[:last.blocks:last.blocks]
	c.builder.Counters, c.usage = last.counters, last.usage
	return true
}

func (c *Context) extendAll(entries []int32) error {
	from := len(c.branch)
	c.branch = append(c.branch, entries...)
	items := make([]session.Item, len(entries))
	for n, i := range entries {
		items[n] = session.Item{Entry: int(i), Position: from + n, Edit: session.None}
	}
	return c.load(items)
}

// Reload is Move without keeping anything: for a skip that has come to answer
// otherwise than before.
func (c *Context) Reload(branch []int32) error {
	c.branch, c.stable = branch, 0
	c.items, c.blocks, c.folded, c.refs = nil, nil, nil, nil
	c.count, c.repeats = map[string]int{}, 0
	c.builder.Counters, c.prompt = block.Counters{}, session.Prompt{}
	c.usage = newUsage(c.index, branch)
	return c.load(c.index.Project(branch))
}

// takeAll appends the messages of a batch, whose digest costs are still to be
// filled in.
func (c *Context) takeAll(b *batch) {
	n := 0
	for i, item := range b.items {
		s := itemState{Item: item}
		start := n
		for ; n < b.ends[i]; n++ {
			if c.take(item, n-start, &b.said[n]) {
				s.system = true
			}
			for len(b.from) < len(c.blocks)-b.first {
				b.from = append(b.from, n)
			}
		}
		if r, ok := c.index.Response(item.Entry); ok && n > start && r.Good() {
			c.usage.answer(r.Usage.Total(), item.Position)
		}
		c.usage.pass(c.index.Entry(item.Entry).Kind, item.Position)
		s.blocks, s.counters, s.usage = len(c.blocks), c.builder.Counters, c.usage
		c.items = append(c.items, s)
	}
}

// take appends the nth message of an item; system reports whether it is one that
// changes the prompt.
func (c *Context) take(item session.Item, nth int, m *session.Said) (system bool) {
	editID := ""
	if item.Edit != session.None {
		editID = c.index.ID(item.Edit)
	}
	tokens := m.Estimate(m.Raw)
	if system = m.Role.Equals("system"); system {
		c.prompt.Add(m.Raw, &m.Message)
		c.usage.addSystem(tokens)
	} else {
		c.usage.add(tokens)
	}
	from := len(c.blocks)
	c.blocks = c.builder.AddMessage(c.blocks, &m.Message, editID)
	for _, b := range c.blocks[from:] {
		c.count[b.ID]++
		if c.count[b.ID] == 2 {
			c.repeats++
		}
		c.refs = append(c.refs, c.ref(item, nth))
		c.folded = append(c.folded, 0)
	}
	return system
}

// cost is what a block of message m would cost as a digest, in tokens; 0 for a
// block that never folds by itself or whose digest is not wanted. The text is put
// into room, which is returned to be used again.
func (c *Context) cost(b *block.Block, m *message.Message, room []byte) (tokens int, used []byte) {
	if !b.Foldable() || b.Kind == block.Text || c.skip(b.ID) {
		return 0, room
	}
	room = block.AppendText(room[:0], m, b.Kind, b.Part)
	// Not copied: of the digest, which may share it, only the cost is kept, and
	// a long session has as much text as the file has bytes.
	body := unsafe.String(unsafe.SliceData(room), len(room))
	return block.Cost(block.Digest(b, body)), room
}
