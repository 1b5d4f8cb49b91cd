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
const batchBytes = 1 << 20

// batch is a run of items and the messages each puts into the context.
type batch struct {
	items    []session.Item
	messages [][]jsjson.Raw
	span     []byte // what the messages alias
	err      error
}

// spans are buffers that serve one batch after the other.
var spans = sync.Pool{New: func() any { return new([batchBytes]byte) }}

// pipe is what the stages of one load share. A batch with an error is the last
// one that is sent.
type pipe struct {
	batches chan batch
	long    chan struct{} // holds a token while a batch of more than batchBytes is about
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

// costs is one batch's digest costs, worked out by themselves.
type costs struct {
	first    int
	blocks   []block.Block
	messages []numbered
	span     []byte
	out      []int
}

func (c *Context) load(items []session.Item) error {
	c.grow(len(items))
	p := &pipe{batches: make(chan batch, 2), long: make(chan struct{}, 1)}
	go c.read(items, p)
	jobs := make(chan *costs, 2)
	var all []*costs
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() {
			for job := range jobs {
				c.price(job)
				p.put(job.span)
				job.span = nil
			}
		})
	}
	var failed error
	for b := range p.batches {
		if failed = b.err; failed != nil {
			break
		}
		job := &costs{first: len(c.blocks), span: b.span}
		for n, item := range b.items {
			job.messages = append(job.messages, c.take(item, b.messages[n])...)
		}
		if job.blocks = c.blocks[job.first:]; len(job.blocks) > 0 {
			all = append(all, job)
			jobs <- job
			continue
		}
		p.put(b.span)
	}
	close(jobs)
	working.Wait()
	for _, job := range all {
		copy(c.folded[job.first:], job.out)
	}
	return failed
}

// grow makes room for the blocks of that many items, so that a long branch is not
// copied again and again as it is loaded.
func (c *Context) grow(items int) {
	if items < cap(c.blocks)-len(c.blocks) {
		return
	}
	blocks := items + items/2
	c.items = slices.Grow(c.items, items)
	c.blocks = slices.Grow(c.blocks, blocks)
	c.folded = slices.Grow(c.folded, blocks)
	c.refs = slices.Grow(c.refs, blocks)
}

func (c *Context) price(job *costs) {
	job.out = make([]int, len(job.blocks))
	n := 0
	for i := range job.blocks {
		b := &job.blocks[i]
		for job.messages[n].index != b.Message {
			n++
		}
		job.out[i] = c.cost(b, job.messages[n].raw)
	}
	job.messages = nil
}

// read fetches the items' lines in order and in large pieces.
func (c *Context) read(items []session.Item, p *pipe) {
	defer close(p.batches)
	for len(items) > 0 {
		n := c.run(items)
		b := c.fetch(items[:n], p)
		p.batches <- b
		if b.err != nil {
			return
		}
		items = items[n:]
	}
}

// run is how many items from the first on make a batch: lines that lie close
// together in the file.
func (c *Context) run(items []session.Item) int {
	start := c.index.Entry(items[0].Entry).Offset
	for n, item := range items {
		e := c.index.Entry(item.Entry)
		if n > 0 && (e.Offset < start || e.Offset+int64(e.Size)-start > batchBytes) {
			return n
		}
	}
	return len(items)
}

func (c *Context) fetch(items []session.Item, p *pipe) batch {
	b := batch{items: items, messages: make([][]jsjson.Raw, len(items))}
	first, last := c.index.Entry(items[0].Entry), c.index.Entry(items[0].Entry)
	for _, item := range items {
		if e := c.index.Entry(item.Entry); e.Offset > last.Offset {
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
	for n, item := range items {
		e := c.index.Entry(item.Entry)
		if !speaks(e.Kind) || item.Omit {
			continue
		}
		var edit jsjson.Raw
		if item.Edit != session.None {
			if edit, b.err = c.index.Read(c.file, item.Edit); b.err != nil {
				return b
			}
		}
		var ok bool
		if b.messages[n], ok = session.ReadMessages(span[e.Offset-first.Offset:][:e.Size], edit); !ok {
			b.err = session.ErrChanged
			return b
		}
	}
	return b
}

// speaks reports whether entries of the kind put messages into the context.
func speaks(k session.Kind) bool {
	switch k {
	case session.Message, session.CustomMessage, session.BranchSummary, session.Compaction:
		return true
	}
	return false
}
