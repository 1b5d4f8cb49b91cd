package active

import (
	"io"
	"slices"
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
	items   []item
	marks   []mark // before every so many items
	blocks  []block.Block
	folded  []int
	refs    []ref
	repeats repeats
	stable  int // blocks unchanged since Stable was last asked
	builder block.Builder
	prompt  session.Prompt
	usage   usage
}

// item is one item of the context, and how many blocks there are with it.
type item struct {
	session.Item
	system bool // it changed the prompt
	blocks int32
}

// marked is how many items one mark is for.
const marked = 64

// mark is what the context had counted at a place, where it can go on from.
type mark struct {
	counters block.Counters
	usage    usage
}

// New returns an empty context over an index and the file it was built on. skip
// names the blocks whose digest cost is not wanted, because a stored digest
// stands for them; nil wants all. It is called from several goroutines at once.
func New(index *session.Index, file io.ReaderAt, skip func(id string) bool) *Context {
	if skip == nil {
		skip = func(string) bool { return false }
	}
	return &Context{index: index, file: file, skip: skip, usage: newUsage(index, nil)}
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
func (c *Context) Refs() Refs { return Refs{c.refs, c.index.Places()} }

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
	if c.rewrites(branch[n:]) || c.rewrites(c.branch[n:]) {
		return c.Reload(branch)
	}
	again, ok := c.cut(n)
	if !ok {
		return c.Reload(branch)
	}
	c.branch = c.branch[:n:n]
	return c.extendAll(branch[n:], again...)
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

// cut drops everything after the first n entries of the branch, and before them
// what a mark does not stand behind; that is to be taken again. ok is false where
// all has to be read again.
func (c *Context) cut(n int) (again []session.Item, ok bool) {
	keep := len(c.items)
	for keep > 0 && int(c.items[keep-1].Position) >= n {
		keep--
	}
	if keep == 0 {
		return nil, n == 0 && len(c.items) == 0
	}
	if int(c.items[keep-1].Position) != n-1 {
		return nil, false // inside the part a compaction stands for
	}
	if keep == len(c.items) {
		return nil, true
	}
	from := keep / marked * marked
	for _, i := range c.items[from:] {
		if i.system {
			return nil, false // the prompt is not counted back
		}
	}
	for _, i := range c.items[from:keep] {
		again = append(again, i.Item)
	}
	c.drop(from)
	return again, true
}

// drop cuts the context back to its first n items, behind which a mark stands.
func (c *Context) drop(n int) {
	blocks := 0
	if n > 0 {
		blocks = int(c.items[n-1].blocks)
	}
	at := c.marks[n/marked]
	c.builder.Counters, c.usage = at.counters, at.usage
	c.items, c.marks = c.items[:n:n], c.marks[:n/marked:n/marked]
	c.blocks = c.blocks[:blocks:blocks]
	c.stable = min(c.stable, blocks)
	c.folded = c.folded[:blocks:blocks]
	c.refs = c.refs[:blocks:blocks]
	c.repeats = newRepeats(c.blocks)
}

// extendAll takes in entries that follow the branch, after items of the branch that
// are to be taken again.
func (c *Context) extendAll(entries []int32, again ...session.Item) error {
	from := len(c.branch)
	c.branch = append(c.branch, entries...)
	items := slices.Grow(again, len(entries))
	for n, i := range entries {
		items = append(items, session.Item{Entry: i, Position: int32(from + n), Edit: session.None})
	}
	return c.load(items)
}

// Reload is Move without keeping anything: for a skip that has come to answer
// otherwise than before.
func (c *Context) Reload(branch []int32) error {
	c.branch, c.stable = branch, 0
	c.items, c.marks, c.blocks, c.folded, c.refs = nil, nil, nil, nil, nil
	c.repeats = newRepeats(nil)
	c.builder.Counters, c.prompt = block.Counters{}, session.Prompt{}
	c.usage = newUsage(c.index, branch)
	return c.load(c.index.Project(branch))
}

// takeAll appends the messages of a batch, whose digest costs are still to be
// filled in.
func (c *Context) takeAll(b *batch) {
	n := 0
	for i, from := range b.items {
		if len(c.items)%marked == 0 {
			c.marks = append(c.marks, mark{c.builder.Counters, c.usage})
		}
		taken := item{Item: from}
		start := n
		for ; n < b.ends[i]; n++ {
			if c.take(from, n-start, &b.said[n]) {
				taken.system = true
			}
			for len(b.from) < len(c.blocks)-b.first {
				b.from = append(b.from, n)
			}
		}
		entry, position := int(from.Entry), int(from.Position)
		if r, ok := c.index.Response(entry); ok && n > start && r.Good() {
			c.usage.answer(r.Usage.Total(), position)
		}
		c.usage.pass(c.index.Entry(entry).Kind, position)
		taken.blocks = int32(len(c.blocks))
		c.items = append(c.items, taken)
	}
}

// take appends the nth message of an item; system reports whether it is one that
// changes the prompt.
func (c *Context) take(from session.Item, nth int, m *session.Said) (system bool) {
	editID := ""
	if from.Edit != session.None {
		editID = c.index.ID(int(from.Edit))
	}
	tokens := m.Estimate(m.Raw)
	if system = m.Role.Equals("system"); system {
		c.prompt.Add(m.Raw, &m.Message)
		c.usage.addSystem(tokens)
	} else {
		c.usage.add(tokens)
	}
	before := len(c.blocks)
	c.blocks = c.builder.AddMessage(c.blocks, &m.Message, editID)
	for i := before; i < len(c.blocks); i++ {
		c.repeats.add(c.blocks, i)
		c.refs = append(c.refs, ref{from.Entry, from.Edit, int32(nth)})
		c.folded = append(c.folded, 0)
	}
	return system
}

// pricer works out digest costs. The room for the texts is used again: a long
// session has as much text as the file has bytes.
type pricer struct {
	skip         func(id string) bool
	text, digest []byte
}

func (p *pricer) priceAll(b *batch) {
	for i := range b.blocks {
		b.costs[i] = p.cost(&b.blocks[i], &b.said[b.from[i]].Message)
	}
}

// cost is what a block of message m would cost as a digest, in tokens; 0 for a
// block that never folds by itself or whose digest is not wanted.
func (p *pricer) cost(b *block.Block, m *message.Message) int {
	if !b.Foldable() || b.Kind == block.Text || p.skip(b.ID) {
		return 0
	}
	p.text = block.AppendText(p.text[:0], m, b.Kind, b.Part)
	// Not copied: nothing of it is kept but the digest's cost.
	body := unsafe.String(unsafe.SliceData(p.text), len(p.text))
	p.digest = block.AppendDigest(p.digest[:0], b, body)
	return block.Cost(p.digest)
}
