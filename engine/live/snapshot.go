package live

import (
	"io"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/session"
)

// Snapshot is a session at one moment. Nothing in it changes afterwards; its
// slices are shared and read only. All figures are in tokens unless named
// otherwise, all times in milliseconds since 1970.
type Snapshot struct {
	Header session.Header
	Counts session.Counts
	// Name is the name given in Pi, Prompt the first line of the first user
	// message; both may be empty and are session text.
	Name, Prompt string
	// Model is the provider and model in use.
	Model cache.Model
	// Updated is the time of the newest entry, Active that of the newest one that is
	// no fold record: holding and unfolding from outside is no life of the session.
	// 0 is unknown.
	Updated, Active int64
	// Leaf is the id of the newest entry of the active branch.
	Leaf string

	// Window is the context window, 0 for unknown; WindowSource says where the
	// figure is from.
	Window       int
	WindowSource string
	// Usage is the context usage Pi reports.
	Usage active.Reported
	// Frame is what the next call would see.
	Frame ladder.Frame
	// Recorded is true when the session holds any fold record or layer: somebody
	// folds it, or did.
	Recorded bool

	// Blocks is the context, in order. Folded (what each costs as a digest),
	// Seqs (its layer, 0 for none) and Frame.Marks run alongside.
	Blocks []block.Block
	Folded []int
	Seqs   []int
	// FoldedCount counts the frozen blocks, HeldCount those that were unfolded
	// and would otherwise be folded, Masked what the digests save.
	FoldedCount, HeldCount int
	Masked                 int

	Layers []Layer
	Events []Event

	// Figures is the exact account of the model in use, Rows every response of
	// the branch, Spent what the whole file cost, Rates the model's prices.
	Figures  cache.Figures
	Rows     []cache.Row
	Spent    cache.Spend
	Rates    cache.Rates
	Priced   bool // Rates holds anything
	Activity cache.Activity
	// Advice is what there is to say, AdviceInput the figures it is said on.
	Advice      cache.Advice
	AdviceInput cache.AdviceInput
	// IdleMinutes is the warning interval of the provider in use, 0 for none.
	IdleMinutes float64

	file    io.ReaderAt
	refs    active.Refs
	digests []digest
	input   ladder.Input
}

// Empty reports that the file has no entry yet, nor a header.
func (s *Snapshot) Empty() bool { return s.Counts.Lines == s.Counts.Blank }

// Foreign reports that the file is no session: it has lines, and no session header
// is among them. Nothing else of the Snapshot means anything then.
func (s *Snapshot) Foreign() bool { return !s.Empty() && s.Counts.Headers == 0 }

// Layer is one fold event.
type Layer struct {
	Seq   int
	Entry int   // index of its session entry
	At    int64 // when it was committed
	// Blocks counts its digests, Live those that stand in the context now, Masked
	// what these save there. Held counts its blocks that stand there unfolded.
	Blocks, Live, Masked, Held int
	// Compacted is true when none of its blocks is in the context since a compaction
	// after it on the active branch.
	Compacted bool
	// Saved is what its digests save per turn in the account, which goes on counting
	// them once they have left the context; Exact is false when an original is
	// not in the file and its recorded size stands for it.
	Saved int
	Exact bool
	// Record is the seed index's record of the event; nil without one.
	Record *seed.Record
	// Cost is what the next response paid and what came back since; nil when the
	// layer is not on the active branch.
	Cost *cache.LayerCost
	// Position is how many tokens of the context stand before its first live
	// block, as rendered: the prefix an event there leaves warm.
	Position int
}

// Snapshot reads the state under a configuration.
func (s *State) Snapshot(c Config) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.standing.update(&s.set, s.ctx.Blocks(), s.ctx.Folded(), s.ctx.Stable())
	series := s.account.series.Snapshot()
	p := &Snapshot{
		Header: s.index.Header(), Counts: s.index.Counts(), Name: s.index.Name(), Prompt: s.prompt,
		Model: series.Model(), Usage: s.ctx.Usage(), Recorded: len(s.set.Layers()) > 0 || len(s.set.Records()) > 0,
		Window: c.Window, WindowSource: c.WindowSource,
		Blocks: s.ctx.Blocks(), Folded: s.standing.folded, Seqs: s.standing.seqs,
		Events:  s.events[:len(s.events):len(s.events)],
		Figures: series.Account().Figures(), Rows: series.Rows(), Spent: s.account.spent, Activity: series.Activity(),
		file: s.file, refs: s.ctx.Refs(), digests: s.standing.digests,
	}
	if leaf := s.ctx.Leaf(); leaf != session.None {
		p.Leaf, p.Updated = s.index.ID(leaf), s.index.Entry(s.index.Len()-1).Time
	}
	p.Active = s.active()
	p.IdleMinutes = c.Settings.IdleMinutes(p.Model.Provider)
	p.Rates, p.Priced = s.account.prices.Of(p.Model)
	p.frame(s, c, series.Account())
	p.tally(s, c, series)
	p.advise(s, c, series.Account())
	return p
}

func (p *Snapshot) frame(s *State, c Config, account cache.Telemetry) {
	l := c.Settings.Ladder()
	p.input = ladder.Input{
		Blocks: p.Blocks, Folded: p.Folded, Marks: s.standing.delivered(p.Blocks, s.ctx.Answered()),
		Window: c.Window, Reported: p.Usage.Tokens, Known: p.Usage.Known,
		Cold: account.Cold(), HoldsContext: account.ProviderHoldsContext(),
		Config: ladder.Config(l),
	}
	p.Frame = ladder.Step(p.input)
}

func (p *Snapshot) tally(s *State, c Config, series cache.Series) {
	records := map[int]*seed.Record{}
	if c.Index != nil {
		list := c.Index.Records()
		for i := range list {
			records[list[i].Seq] = &list[i]
		}
	}
	costs := map[int]*cache.LayerCost{}
	list := series.Layers()
	for i := range list {
		costs[list[i].Layer] = &list[i]
	}
	at := map[int]int{}
	for _, l := range s.set.Layers() {
		at[l.Seq] = len(p.Layers)
		p.Layers = append(p.Layers, s.layer(l, records[l.Seq], costs[l.Seq]))
	}
	before := 0
	for i := range p.Blocks {
		cost := p.Blocks[i].Tokens
		switch m := p.Frame.Marks[i]; {
		case m&ladder.Frozen != 0:
			l := &p.Layers[at[p.Seqs[i]]]
			if l.Live == 0 {
				l.Position = before
			}
			l.Live++
			l.Masked += cost - p.Folded[i]
			p.FoldedCount++
			p.Masked += cost - p.Folded[i]
			cost = p.Folded[i]
		case m&ladder.Unfolded != 0:
			p.HeldCount++
			if n, ok := at[s.set.SeqOf(p.Blocks[i].ID)]; ok {
				p.Layers[n].Held++
			}
		}
		before += cost
	}
	for i := range p.Layers {
		l := &p.Layers[i]
		l.Compacted = l.Live == 0 && l.Held == 0 && s.account.compactedAfter(l.Seq)
	}
}

// active is the time of the newest entry that is no fold record, 0 when unknown.
func (s *State) active() int64 {
	for i := s.index.Len() - 1; i >= 0; i-- {
		if !s.index.IsFold(i) {
			return s.index.Entry(i).Time
		}
	}
	return 0
}

func (s *State) layer(l layer.Layer, record *seed.Record, cost *cache.LayerCost) Layer {
	saving := s.savings[l.Seq]
	v := Layer{Seq: l.Seq, Entry: l.Entry, Blocks: len(l.Entries), Record: record, Cost: cost, Saved: saving.tokens, Exact: saving.exact}
	if l.Entry != session.None {
		v.At = s.index.Entry(l.Entry).Time
	}
	return v
}

func (p *Snapshot) advise(s *State, c Config, account cache.Telemetry) {
	in := account.AdviceInput()
	if c.Window > 0 {
		in.ContextWindow = &c.Window
	}
	floor := p.Frame.Floor
	in.IrreducibleFloor = &floor
	sent := p.Frame.Live
	in.SentTokens = &sent
	in.ReconTokens = c.Settings.ReconTokens()
	in.RecallCalls, in.MaxRecallsPerCode = s.account.recalls, s.account.mostRecalled()
	in.Compactions = s.account.compactions
	p.AdviceInput, p.Advice = in, cache.Advise(in)
}

// Text reads the whole text of block i from the file.
func (p *Snapshot) Text(i int) (string, error) { return p.refs.Text(p.file, i, &p.Blocks[i]) }

// Digest is the text that stands for block i; empty when it renders whole.
func (p *Snapshot) Digest(i int) string { return digestOf(p.digests, i) }

// EntryOf is the index of the session entry that block i comes from.
func (p *Snapshot) EntryOf(i int) int { return p.refs.Entry(i) }

// Title is what to call the session: its name, else its first prompt, else its
// id. It is session text.
func (p *Snapshot) Title() string {
	switch {
	case p.Name != "":
		return p.Name
	case p.Prompt != "":
		return p.Prompt
	}
	return p.Header.ID
}
