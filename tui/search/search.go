package search

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/live"
)

// A chunk ends after this many blocks or UTF-16 units.
const (
	chunkBlocks = 64
	chunkUnits  = 1 << 19
)

// Searcher is one pane's search. The zero value has no term.
type Searcher struct {
	term   string
	run    int
	cancel context.CancelFunc
	hits   map[string]bool
	looked int
	total  int
	looks  int // how often Next was asked
}

// ChunkMsg is what one chunk found.
type ChunkMsg struct {
	searcher *Searcher
	run      int
	hits     []string
	looked   int
	next     tea.Cmd
}

// Start looks for term in the blocks at these positions, in their order. An
// empty term ends the search.
func (s *Searcher) Start(snapshot *live.Snapshot, term string, order []int) tea.Cmd {
	s.Stop()
	if term == "" || snapshot == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.term, s.cancel, s.total = term, cancel, len(order)
	s.hits = map[string]bool{}
	return chunk(ctx, s, s.run, snapshot, strings.ToLower(term), order)
}

// Stop ends the search and forgets its hits.
func (s *Searcher) Stop() {
	if s.cancel != nil {
		s.cancel()
	}
	*s = Searcher{run: s.run + 1, looks: s.looks}
}

// Term is what is looked for, empty without a search.
func (s *Searcher) Term() string { return s.term }

// Hit reports whether the block with that id holds the term, as far as is known.
func (s *Searcher) Hit(id string) bool { return s.hits[id] }

// Hits counts the blocks found so far.
func (s *Searcher) Hits() int { return len(s.hits) }

// Busy reports whether the search goes on, with how many blocks it has looked at
// and of how many.
func (s *Searcher) Busy() (looked, total int, busy bool) {
	return s.looked, s.total, s.looked < s.total
}

// Take takes in a chunk and goes on with the next. first is true when it brought
// the first hits of the search; ok is false for a chunk of another search.
func (s *Searcher) Take(msg ChunkMsg) (next tea.Cmd, first, ok bool) {
	if msg.searcher != s || msg.run != s.run {
		return nil, false, false
	}
	first = len(s.hits) == 0 && len(msg.hits) > 0
	for _, id := range msg.hits {
		s.hits[id] = true
	}
	s.looked += msg.looked
	return msg.next, first, true
}

func chunk(ctx context.Context, s *Searcher, run int, snapshot *live.Snapshot, term string, order []int) tea.Cmd {
	return func() tea.Msg {
		msg := ChunkMsg{searcher: s, run: run}
		for units := 0; len(order) > 0 && msg.looked < chunkBlocks && units < chunkUnits; order = order[1:] {
			if ctx.Err() != nil {
				return nil
			}
			i := order[0]
			msg.looked++
			units += snapshot.Blocks[i].Units
			if text, err := snapshot.Text(i); err == nil && strings.Contains(strings.ToLower(text), term) {
				msg.hits = append(msg.hits, snapshot.Blocks[i].ID)
			}
		}
		if len(order) > 0 {
			msg.next = chunk(ctx, s, run, snapshot, term, order)
		}
		return msg
	}
}

// NextMsg is the block that a look for the next one came to; Block is -1 when
// there is none.
type NextMsg struct {
	searcher *Searcher
	run      int
	Block    int
	snapshot *live.Snapshot
}

// Next looks for the first block of an order that match accepts. It ends a look
// before it, and leaves the search for a term alone.
func (s *Searcher) Next(snapshot *live.Snapshot, order []int, match func(b *block.Block, text string) bool) tea.Cmd {
	s.looks++
	run := s.looks
	return func() tea.Msg {
		for _, i := range order {
			text, err := snapshot.Text(i)
			if err == nil && match(&snapshot.Blocks[i], text) {
				return NextMsg{s, run, i, snapshot}
			}
		}
		return NextMsg{s, run, -1, snapshot}
	}
}

// Of reports whether the message answers the searcher's newest look, for that
// snapshot.
func (m NextMsg) Of(s *Searcher, snapshot *live.Snapshot) bool {
	return m.searcher == s && m.run == s.looks && m.snapshot == snapshot
}
