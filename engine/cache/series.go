package cache

import "slices"

// MarkKind is what happened between two responses.
type MarkKind int

// The kinds of mark, those that rewrite the prefix first.
const (
	MarkCompaction MarkKind = iota
	MarkFold
	MarkEdit
	MarkUnfold
	MarkModel
	MarkIdle
)

var markNames = [...]string{"compaction", "fold", "edit", "unfold", "model change", "idle"}

// String is the kind in a word or two.
func (k MarkKind) String() string { return markNames[k] }

// Mark is one thing that happened before a response.
type Mark struct {
	Kind MarkKind
	// At is milliseconds since 1970, 0 where the event carries no time.
	At int64
	// Layer is the seq a fold committed, 0 for other kinds.
	Layer int
	// Saved is the tokens per turn a fold saves, 0 for other kinds.
	Saved int
	// Gap is the length of an idle time in milliseconds, 0 for other kinds.
	Gap int64
}

// Response is one assistant entry with a usage object.
type Response struct {
	Entry string
	Model Model
	// Started is when the request was made and At when the answer was recorded,
	// in milliseconds since 1970; Started is 0 when unknown.
	Started, At int64
	Usage       Usage
	// Failed says the response was aborted or errored.
	Failed bool
}

// good responses refresh the cache: not failed, and something was reported.
func (r Response) good() bool { return !r.Failed && r.Usage.Total() > 0 }

// Row is a response and what is known of it.
type Row struct {
	Response
	// Marks is what happened since the previous response with any usage, in
	// order, idle time left out (see Idle). Only a row with usage carries marks.
	Marks []Mark
	// Judged says there was a previous prompt to compare with.
	Judged bool
	// Shortfall is the tokens this response read back less than the smaller of
	// its own and the previous prompt; 0 or less means all was read.
	Shortfall int
	// NeverRead says three or more responses of this model, this one included,
	// have read nothing from cache.
	NeverRead bool
	// Gap is how long the model had been without activity when the request was
	// made, in milliseconds; 0 when that is unknown.
	Gap int64
}

// Series is a branch's responses in order, with its running account. The zero
// value is an empty branch. It only grows; Snapshot gives a value that later
// growth does not touch.
type Series struct {
	rows     []Row
	account  Telemetry
	activity Activity
	model    Model
	previous int // prompt of the last response with any usage, over restarts
	pending  []Mark
	ledger   layerLedger
}

// Snapshot is the series as it stands, safe to read while the original grows.
func (s Series) Snapshot() Series {
	s.rows = slices.Clip(s.rows)
	s.pending = slices.Clip(s.pending)
	s.ledger = s.ledger.snapshot()
	return s
}

// Grow makes room for so many more responses.
func (s *Series) Grow(responses int) { s.rows = slices.Grow(s.rows, responses) }

// Rows is the responses in order; the caller must not change them.
func (s Series) Rows() []Row { return s.rows }

// Account is the running account of the model in use.
func (s Series) Account() Telemetry { return s.account }

// Activity is when each model last kept its cache alive.
func (s Series) Activity() Activity { return s.activity }

// Model is the model in use, zero before the first is known.
func (s Series) Model() Model { return s.model }

// Use takes the provider and model the next call goes to. A change restarts the
// account; Respond does the same for a response of a model not announced.
func (s *Series) Use(m Model, at int64) {
	if m == s.model {
		return
	}
	if s.model != (Model{}) {
		s.pending = append(s.pending, Mark{Kind: MarkModel, At: at})
		s.ledger.restart(s.account)
		s.account.ModelChange()
	}
	s.model = m
}

// Fold takes a fold event: the layer it committed and the tokens it saves per
// turn.
func (s *Series) Fold(layer, saved int, at int64) {
	s.pending = append(s.pending, Mark{Kind: MarkFold, At: at, Layer: layer, Saved: saved})
	s.ledger.fold(layer, saved, at, s.account)
	s.account.Fold(saved)
}

// Note takes a compaction, an edit or an unfold.
func (s *Series) Note(kind MarkKind, at int64) {
	s.pending = append(s.pending, Mark{Kind: kind, At: at})
}

// Warm takes a cache warming, which counts as activity of its model and nothing
// else.
func (s *Series) Warm(m Model, at int64) { s.activity.Touch(m, at) }

// Respond takes a response. One that reports no usage is listed and counted;
// marks, verdict and payment wait for the next that does.
func (s *Series) Respond(r Response) {
	s.Use(r.Model, r.At)
	row := Row{Response: r, Gap: s.gap(r)}
	s.account.Record(r.Usage)
	if r.Usage.any() {
		row.Marks, s.pending = s.pending, nil
		row.Judged = s.previous > 0
		if row.Judged {
			row.Shortfall = min(r.Usage.Prompt(), s.previous) - r.Usage.CacheRead
		}
		row.NeverRead = s.account.Cold()
		s.previous = r.Usage.Prompt()
		s.ledger.pay(len(s.rows), r.Usage.CacheWrite)
	}
	if r.good() {
		s.activity.Touch(r.Model, r.At)
	}
	s.rows = append(s.rows, row)
}

// gap is how long the model had been idle when the request was made.
func (s Series) gap(r Response) int64 {
	last, ok := s.activity.Last(r.Model)
	if !ok {
		return 0
	}
	started := r.Started
	if started == 0 {
		started = r.At
	}
	return max(0, started-last)
}
