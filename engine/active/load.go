package active

import (
	"io"
	"slices"
	"sync"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Loading a branch is three stages side by side: reading and checking lines,
// cutting messages into blocks, and working out digest costs.

// batchBytes is how much of the file one read takes, and so how much of the
// content is in memory per batch; a longer line is a batch of its own, and only
// one such is in memory at a time.
const batchBytes = 256 << 10

// batch is a run of items and the messages they put into the context.
type batch struct {
	items []session.Item
	said  []session.Said // of all items
	ends  []int          // item → end of its messages in said
	span  []byte         // what the messages alias
	err   error

	// Filled in as the context takes the messages: from the first on, the blocks
	// they brought, which of them brought each, and what each costs as a digest.
	first  int
	blocks []block.Block
	from   []int
	costs  []int
}

// spans and batches serve one load after the other; the room of what is in them
// is used again.
var (
	spans   = sync.Pool{New: func() any { return new([batchBytes]byte) }}
	batches = sync.Pool{New: func() any { return new(batch) }}
)

// pipe is what the stages of one load share. A batch with an error is the last
// one that is sent.
type pipe struct {
	batches  chan *batch
	long     chan struct{} // holds a token while a batch of more than batchBytes is about
	panicked chan any      // the first panic of a stage
}

// guard runs a stage, or a part of one, whose panic is for load's caller.
func (p *pipe) guard(do func()) {
	defer func() {
		if v := recover(); v != nil {
			select {
			case p.panicked <- v:
			default:
			}
		}
	}()
	do()
}

// get is a buffer of that many bytes.
func (p *pipe) get(size int64) []byte {
	if size > batchBytes {
		p.long <- struct{}{}
		return make([]byte, size)
	}
	return spans.Get().(*[batchBytes]byte)[:size]
}

// put gives a buffer back.
func (p *pipe) put(span []byte) {
	if cap(span) == batchBytes {
		spans.Put((*[batchBytes]byte)(span[:batchBytes]))
		return
	}
	<-p.long
}

// release gives back what a batch holds, and the batch.
func (p *pipe) release(b *batch) {
	if b.span != nil {
		p.put(b.span)
	}
	*b = batch{said: b.said[:0], ends: b.ends[:0], from: b.from[:0]}
	batches.Put(b)
}

// costs are the digest costs of the blocks from the first on, in tokens.
type costs struct {
	first int
	out   []int
}

func (c *Context) load(items []session.Item) error {
	c.grow(items)
	p := &pipe{batches: make(chan *batch, 2), long: make(chan struct{}, 1), panicked: make(chan any, 1)}
	go func() {
		defer close(p.batches)
		p.guard(func() { c.read(items, p) })
	}()
	jobs := make(chan *batch, 2)
	var all []costs
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() {
			pricer := pricer{skip: c.skip}
			for b := range jobs {
				p.guard(func() { pricer.priceAll(b) })
				p.release(b)
			}
		})
	}
	var failed error
	for b := range p.batches {
		if failed = b.err; failed != nil {
			break
		}
		b.first = len(c.blocks)
		c.takeAll(b)
		if b.blocks = c.blocks[b.first:]; len(b.blocks) == 0 {
			p.release(b)
			continue
		}
		b.costs = make([]int, len(b.blocks))
		all = append(all, costs{b.first, b.costs})
		jobs <- b
	}
	close(jobs)
	working.Wait()
	select {
	case v := <-p.panicked:
		panic(v)
	default:
	}
	for _, of := range all {
		copy(c.folded[of.first:], of.out)
	}
	return failed
}

// grow makes room for the blocks of a long list of items, so that it is not copied
// again and again as it is loaded.
func (c *Context) grow(items []session.Item) {
	if len(items) < cap(c.blocks)-len(c.blocks) {
		return
	}
	blocks := 0
	for _, item := range items {
		blocks += blocksIn(c.index.Entry(int(item.Entry)))
	}
	c.items = slices.Grow(c.items, len(items))
	c.blocks = slices.Grow(c.blocks, blocks)
	c.folded = slices.Grow(c.folded, blocks)
	c.refs = slices.Grow(c.refs, blocks)
}

// blocksIn is how many blocks an entry makes at most.
func blocksIn(e session.Entry) int {
	switch {
	case !speaks(e.Kind):
		return 0
	case e.Role == session.Assistant:
		return int(e.Parts)
	}
	return 1
}

// read fetches the items' lines in order and in large pieces.
func (c *Context) read(items []session.Item, p *pipe) {
	for len(items) > 0 {
		n := c.run(items)
		b := c.fetch(items[:n], p)
		failed := b.err != nil
		p.batches <- b // whoever takes it may use it again
		if failed {
			return
		}
		items = items[n:]
	}
}

// run is how many items from the first on make a batch: lines that lie close
// together in the file.
func (c *Context) run(items []session.Item) int {
	start := c.index.Entry(int(items[0].Entry)).Offset
	for n, item := range items {
		e := c.index.Entry(int(item.Entry))
		if n > 0 && (e.Offset < start || e.Offset+int64(e.Size)-start > batchBytes) {
			return n
		}
	}
	return len(items)
}

func (c *Context) fetch(items []session.Item, p *pipe) *batch {
	b := batches.Get().(*batch)
	b.items = items
	first := c.index.Entry(int(items[0].Entry))
	last := first
	for _, item := range items[1:] {
		if e := c.index.Entry(int(item.Entry)); e.Offset > last.Offset {
			last = e
		}
	}
	b.span = p.get(last.Offset + int64(last.Size) - first.Offset)
	span := b.span
	if n, err := c.file.ReadAt(span, first.Offset); n < len(span) {
		if b.err = err; err == nil || err == io.EOF {
			b.err = io.ErrUnexpectedEOF
		}
		return b
	}
	for _, item := range items {
		e := c.index.Entry(int(item.Entry))
		if b.err = c.readItem(b, item, span[e.Offset-first.Offset:][:e.Size]); b.err != nil {
			return b
		}
		b.ends = append(b.ends, len(b.said))
	}
	return b
}

// readItem adds the messages that the item makes of its line.
func (c *Context) readItem(b *batch, item session.Item, line []byte) error {
	if !speaks(c.index.Entry(int(item.Entry)).Kind) || item.Omit {
		return nil
	}
	edit, err := c.edit(item)
	if err != nil {
		return err
	}
	var ok bool
	if b.said, ok = session.AppendSaid(b.said, line, edit); !ok {
		return session.ErrChanged
	}
	return nil
}

// edit reads the context edit in force on the item; absent without one.
func (c *Context) edit(item session.Item) (jsjson.Raw, error) {
	if item.Edit == session.None {
		return nil, nil
	}
	return c.index.Read(c.file, int(item.Edit))
}

// speaks reports whether entries of the kind put messages into the context.
func speaks(k session.Kind) bool {
	switch k {
	case session.Message, session.CustomMessage, session.BranchSummary, session.Compaction:
		return true
	}
	return false
}
