package host

import (
	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
)

// Call is one model call about to go out.
type Call struct {
	// Messages follow the first From messages of the call before, which this call
	// begins with too.
	From     int
	Messages []jsjson.Raw
	// Edits names the context edits in force: BaseID of a message → id of the
	// edit entry.
	Edits map[string]string
	// Reported is the agent's own usage figure, Window its model's window in
	// tokens, 0 for unknown.
	Reported active.Reported
	Window   int
	Config   ladder.Config
	// Cold and HoldsContext are judged from the responses before the call.
	Cold, HoldsContext bool
	// At is the time of the call, milliseconds since 1970.
	At int64
}

// View is what a call sees.
type View struct {
	// Frame is the ladder's frame. In state Fold it shows the call with the event
	// committed; when the event is rejected Raw says what stands.
	Frame ladder.Frame
	// Messages counts the outgoing messages, system messages included.
	Messages int
	// Event is what is to be persisted and then committed; nil when nothing folds.
	Event *Event
}

// Call frames a call. An event that the call before left open is rejected. The
// error is ErrGap, or that of an event that could not be made: then nothing
// folds at this call and the view stands without it.
func (h *Host) Call(c Call) (View, error) {
	h.Reject()
	if err := h.messages.take(c.From, c.Messages, c.Edits, h.cost); err != nil {
		return View{}, err
	}
	m := &h.messages
	in := ladder.Under(&h.set, m.blocks, m.folded, m.builder.Answered(), h.isRejected)
	in.Window, in.Config = c.Window, c.Config
	in.Reported, in.Known = c.Reported.Tokens, c.Reported.Known
	in.Cold, in.HoldsContext = c.Cold, c.HoldsContext
	v := View{Frame: ladder.Step(in), Messages: len(m.raw)}
	if v.Frame.State != ladder.Fold {
		return v, nil
	}
	event, err := h.event(v.Frame, c)
	if err != nil {
		return v, err
	}
	h.pending, v.Event = event, event
	return v, nil
}

// cost is what a block would cost as a digest, in tokens; 0 for one that never
// folds by itself and one that a stored digest stands for.
func (h *Host) cost(b *block.Block, body string) int {
	if !b.Foldable() || b.Kind == block.Text || h.set.Layered(b.ID) {
		return 0
	}
	return block.Cost(block.Digest(b, body))
}

// Replacements is what stands for blocks of the last call's messages: block id →
// digest. Two blocks with one id are never replaced, nor is a summary. Between
// commits and unfolds it changes only with the messages.
func (h *Host) Replacements() map[string]string {
	list := map[string]string{}
	for i := range h.messages.blocks {
		b := &h.messages.blocks[i]
		if !b.Foldable() || b.Kind == block.Text && b.Part < 0 || h.messages.count[b.ID] > 1 {
			continue
		}
		if digest, _, ok := h.set.Frozen(b.ID); ok {
			list[b.ID] = digest
		}
	}
	return list
}

// Standing counts the blocks of the last call that stand as digests, what these
// save in tokens, and the blocks held raw that would else be digests.
func (h *Host) Standing() (folded, masked, held int) {
	for i := range h.messages.blocks {
		b := &h.messages.blocks[i]
		switch digest, _, ok := h.set.Frozen(b.ID); {
		case ok && b.Foldable():
			folded++
			masked += b.Tokens - block.Cost(digest)
		case h.set.Unfolded(b.ID):
			held++
		}
	}
	return folded, masked, held
}
