package live

import (
	"io"
	"sync"

	"cfold/engine/active"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/session"
	"cfold/engine/settings"
	"cfold/engine/text"
)

// Config is what a State is judged under and cannot know from the file.
type Config struct {
	Settings settings.Resolved
	// Window is the model's context window in tokens, 0 for unknown; WindowSource
	// says in a word or two where the figure is from.
	Window       int
	WindowSource string
	// Index is the session's seed index; nil without one.
	Index *seed.Log
}

// State is one session kept up to date. Its methods may be called from several
// goroutines.
type State struct {
	mu   sync.RWMutex
	file io.ReaderAt

	index     *session.Index
	set       layer.Set
	directory directory
	recalls   map[int][][]string // entry → its recall calls, each with the codes it names
	prompt    string             // first line of the first user message
	events    []Event
	savings   map[int]saving // seq → what the layer saves

	ctx      *active.Context
	pending  []int32 // entries not yet in the context
	reload   bool    // a layer gave way to another, what was fed of it is void
	standing standing
	account  account
}

// promptUnits is how much of the first prompt is kept as a title.
const promptUnits = 120

// New returns the state of a session of which nothing has been read yet. file is
// what its lines come from; texts are read back through it.
func New(file io.ReaderAt) *State {
	s := &State{file: file, index: session.NewIndex(), directory: newDirectory(), recalls: map[int][][]string{}, savings: map[int]saving{}}
	s.ctx = active.New(s.index, file, s.set.Layered)
	return s
}

// Index is the index of the session. It is the state's own: for one goroutine that
// does all the ingesting, to read between.
func (s *State) Index() *session.Index { return s.index }

// Ingest takes in whole lines, LF included, that start at the byte offset base.
// data is not kept.
func (s *State) Ingest(base int64, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	skim(base, data, s.take)
}

func (s *State) take(l *session.Line, offset int64) {
	i := s.index.Add(l, offset)
	if i == session.None {
		return
	}
	s.pending = append(s.pending, int32(i))
	switch l.Kind {
	case session.Message:
		s.message(i, l)
	case session.Custom:
		if s.index.IsFold(i) {
			s.fold(i, l.Data)
		}
	case session.ModelChange:
		m, _ := s.index.Model(i)
		s.log(Event{Kind: ModelChanged, Entry: i, Model: m})
	case session.Compaction, session.ContextEdit, session.SessionInfo, session.BranchSummary:
		s.log(Event{Kind: eventOf[l.Kind], Entry: i})
	}
	if r, ok := s.index.Response(i); ok {
		s.account.spend(r)
	}
}

func (s *State) message(i int, l *session.Line) {
	s.directory.add(l.Role, &l.Message)
	switch l.Role {
	case session.User:
		if s.prompt == "" {
			s.prompt = text.FirstLine(l.Message.Text(), promptUnits)
		}
	case session.Assistant:
		for j := range l.Message.Parts {
			if p := &l.Message.Parts[j]; p.Type.Equals("toolCall") && p.Name.Equals("recall_folded") {
				s.recalls[i] = append(s.recalls[i], codesOf(p.Arguments))
			}
		}
	}
}

// codesOf lists the codes a recall call names; a search names none.
func codesOf(args jsjson.Raw) []string {
	var codes []string
	for _, c := range args.Get("codes").Elements() {
		codes = append(codes, c.Text())
	}
	return codes
}

func (s *State) fold(i int, data jsjson.Raw) {
	layers := len(s.set.Layers())
	switch s.set.Add(data, i) {
	case layer.Commit:
		seq := int(data.Get("layer").Get("seq").Int())
		s.log(Event{Kind: LayerCommitted, Entry: i, Seq: seq})
		s.savings[seq] = s.saved(s.layerAt(seq).Entries)
		s.standing.stale = true
		s.reload = s.reload || len(s.set.Layers()) == layers
	case layer.Unfold:
		var ids []string
		for _, id := range data.Get("ids").Elements() {
			ids = append(ids, id.Text())
		}
		s.log(Event{Kind: Unfolded, Entry: i, IDs: ids})
		s.standing.stale = true
	}
}

func (s *State) log(e Event) {
	e.Time = s.index.Entry(e.Entry).Time
	s.events = append(s.events, e)
}

// Settle brings the context to the newest leaf. On an error the file no longer
// holds what was ingested, and the state is to be given up for a new one.
func (s *State) Settle() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == 0 {
		return nil
	}
	entries := s.pending
	s.pending = nil
	follows := s.follows(entries)
	if follows && !s.reload {
		if err := s.ctx.Extend(entries...); err != nil {
			return err
		}
		s.account.extend(s, entries)
		return nil
	}
	before := s.ctx.Leaf()
	branch := s.index.Branch(s.index.Leaf())
	move := s.ctx.Move
	if s.reload {
		move, s.reload = s.ctx.Reload, false
	}
	if err := move(branch); err != nil {
		return err
	}
	s.account.restart(s, branch)
	if before != session.None && !follows {
		s.log(Event{Kind: BranchSwitched, Entry: s.index.Len() - 1})
	}
	return nil
}

// follows reports whether the entries are a chain from the context's leaf to the
// newest one, and change no link behind it.
func (s *State) follows(entries []int32) bool {
	last := s.ctx.Leaf()
	if last == session.None {
		return false
	}
	for _, i := range entries {
		if s.index.Parent(int(i)) != last || s.index.Entry(int(i)).Repeat {
			return false
		}
		last = int(i)
	}
	return last == s.index.Leaf()
}
