package live

import (
	"context"
	"sync"

	"cfold/engine/block"
	"cfold/engine/ledger"
	"cfold/engine/recall"
)

// Originals reads the blocks of a session's whole file, those that were compacted
// away and those of other branches included. What it holds is as large as the file
// has blocks: it is to be let go when nothing is looked up any more. Its methods
// may be called from several goroutines; they take turns.
type Originals struct {
	state *State

	mu     sync.Mutex
	ledger *ledger.Ledger
	read   int // entries taken in
}

// Originals makes a reader that has read nothing yet.
func (s *State) Originals() *Originals {
	return &Originals{state: s, ledger: ledger.New(s.file)}
}

// Block is the block with an id, as the file last has it; ok is false for one that
// the file does not hold. Entries since the last call are read first, for as long
// as ctx allows. The errors are those of a read, and ctx's.
func (o *Originals) Block(ctx context.Context, id string) (b block.Block, ok bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.update(ctx); err != nil {
		return block.Block{}, false, err
	}
	i, ok := o.ledger.Find(id)
	if !ok {
		return block.Block{}, false, nil
	}
	return *o.ledger.Block(i), true, nil
}

// Text is the whole original of the block with an id, verified against its fold
// record where it has one. Entries since the last call are read first. A
// *recall.Error says why the block is not served.
func (o *Originals) Text(ctx context.Context, id string) (recall.Answer, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.update(ctx); err != nil {
		return recall.Answer{}, err
	}
	s := o.state
	s.mu.RLock()
	defer s.mu.RUnlock()
	source := recall.Source{Folds: &s.set, Ledger: o.ledger, Live: recall.Context(s.file, s.ctx.Blocks(), s.ctx.Refs())}
	return source.Original(id)
}

func (o *Originals) update(ctx context.Context) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if more, err = o.next(); err != nil {
			return err
		}
	}
	return nil
}

// next takes in one entry; what grows the session waits no longer than that.
func (o *Originals) next() (more bool, err error) {
	s := o.state
	s.mu.RLock()
	defer s.mu.RUnlock()
	if o.read == s.index.Len() {
		return false, nil
	}
	if e := s.index.Entry(o.read); ledger.Bears(e.Kind) {
		raw, err := s.index.Read(s.file, o.read)
		if err != nil {
			return false, err
		}
		o.ledger.Add(e, raw)
	}
	o.read++
	return true, nil
}
