package serve

import (
	"errors"

	"cfold/engine/active"
	"cfold/engine/cache"
	"cfold/engine/host"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/live"
	"cfold/watch/link"
)

// called is the answer to a call.
type called struct {
	// Replace is all that stands for blocks of the messages, by block id; absent
	// when it is what Pi was told before.
	Replace map[string]link.Text `json:"replace,omitempty"`
	// Changed tells an empty Replace from an absent one.
	Changed bool `json:"changed,omitempty"`
	// Folds are the fold records of an event, to be appended before "folded".
	Folds   []jsonData    `json:"folds,omitempty"`
	Figures link.Figures  `json:"figures"`
	Footer  string        `json:"footer"`
	Notices []link.Notice `json:"notices,omitempty"`
}

// jsonData is JSON as it goes into an entry.
type jsonData []byte

// MarshalJSON gives it as it is.
func (d jsonData) MarshalJSON() ([]byte, error) { return d, nil }

func (s *server) call(request jsjson.Raw) (any, error) {
	notices := s.readSettings()
	s.abandon()
	if err := s.sync(request); err != nil {
		return nil, err
	}
	if w := int(request.Get("window").Int()); w > 0 {
		s.window = w
	}
	c := host.Call{
		From: int(request.Get("from").Int()), Edits: editsOf(request.Get("edits")),
		Reported: reportedOf(request.Get("usage")), Window: s.window,
		Config: ladder.Config(s.settings.Ladder()), At: s.o.Now().UnixMilli(),
	}
	for _, m := range request.Get("messages").Elements() {
		c.Messages = append(c.Messages, m)
	}
	figures := s.snapshot().Figures
	c.Cold, c.HoldsContext = cold(figures), figures.ProviderHoldsContext
	view, err := s.host.Call(c)
	if errors.Is(err, host.ErrGap) {
		return nil, link.Failuref(link.Gap, "%v", err)
	}
	if err != nil {
		notices = append(notices, s.once("event", "warning", "nothing folds at this call: "+err.Error())...)
	}
	s.view = view
	replace := s.replacements()
	answer := called{Replace: replace, Changed: replace != nil, Figures: s.figures(c.Reported), Footer: s.footer(), Notices: notices}
	if s.event = view.Event; s.event != nil {
		s.indexed = false
		for _, r := range s.event.Folds {
			answer.Folds = append(answer.Folds, layer.AppendFold(nil, r))
		}
		for _, hit := range s.event.Collisions {
			answer.Notices = append(answer.Notices, s.once("collision "+hit.ID, "warning",
				"{#"+hit.Code+"} already stands for another block: one block stays whole")...)
		}
		answer.Figures.Layer = s.event.Layer.Seq
	}
	return answer, nil
}

// cold is what the account says: three or more responses and no cache read ever.
func cold(f cache.Figures) bool { return f.Turns >= 3 && !f.EverWarm }

// editsOf reads the context edits in force: what a message is known by → the
// edit's id.
func editsOf(object jsjson.Raw) map[string]string {
	edits := map[string]string{}
	for k, v := range object.Members() {
		edits[k.Text()] = v.Text()
	}
	return edits
}

// reportedOf is Pi's usage figure: a number, or null while it is unknown.
func reportedOf(tokens jsjson.Raw) active.Reported {
	return active.Reported{Tokens: int(tokens.Int()), Known: tokens.Kind() == jsjson.Number}
}

// abandon gives up an event that Pi has left open.
func (s *server) abandon() {
	if s.event == nil {
		return
	}
	seq := s.event.Layer.Seq
	s.host.Reject()
	s.event = nil
	if s.indexed {
		s.indexed = false
		// A record that cannot be voided names a layer that is not there, which
		// readers tolerate.
		_ = s.retract(seq)
	}
}

// folded goes on with an event whose fold records were appended, or gives it up:
// the record of the seed index, then the layer for Pi to append.
func (s *server) folded(request jsjson.Raw) (any, error) {
	if s.event == nil {
		return nil, link.Failuref(link.BadRequest, "no fold event is open")
	}
	if !request.Get("done").IsTrue() {
		s.abandon()
		return nil, nil
	}
	if err := s.appendIndex(s.event.Index); err != nil {
		s.abandon()
		return nil, link.Failuref(link.Refused, "the seed index was not written: %v", err)
	}
	s.indexed = true
	return map[string]any{"layer": jsonData(layer.AppendLayer(nil, s.event.Layer))}, nil
}

// committed ends an event: its layer was appended, or could not be.
func (s *server) committed(request jsjson.Raw) (any, error) {
	if s.event == nil {
		return nil, link.Failuref(link.BadRequest, "no fold event is open")
	}
	if !request.Get("done").IsTrue() {
		s.abandon()
		return map[string]any{"footer": s.footer()}, nil
	}
	s.host.Commit()
	s.event = nil
	s.sent = s.host.Replacements() // Pi makes the same of the layer
	return map[string]any{"footer": s.footer()}, nil
}

// snapshot is the session as its file tells it, worked out once after each
// reading.
func (s *server) snapshot() *live.Snapshot {
	if s.shot == nil {
		s.shot = s.source.state.Snapshot(live.Config{Settings: s.settings, Window: s.window, WindowSource: "Pi"})
	}
	return s.shot
}

func (s *server) figures(u active.Reported) link.Figures {
	f := s.view.Frame
	v := link.Figures{
		Usage: u.Tokens, Known: u.Known, Window: s.window, State: f.State.String(),
		Fraction: ladder.Rounded(f.Fraction), FoldAt: f.FoldAt, Maskable: f.Savings, Step: f.Step,
		Live: f.Live, Floor: f.Floor, Over: f.OverBudget, Layers: len(s.host.Folds().Layers()), Messages: s.view.Messages,
	}
	v.Folded, v.Masked, v.Held = s.standing()
	return v
}

// standing counts what stands folded and held in the context, and what it saves:
// of the last call, or before the first one of what the file shows.
func (s *server) standing() (folded, masked, held int) {
	if s.view.Messages > 0 {
		return s.host.Standing()
	}
	p := s.snapshot()
	return p.FoldedCount, p.Masked, p.HeldCount
}
