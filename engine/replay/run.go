package replay

import (
	"fmt"
	"io"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/session"
)

// Call is what one model call saw.
type Call struct {
	// Entry is the index of the assistant entry that answered.
	Entry int
	// Messages counts the outgoing messages, system ones left out.
	Messages int
	Reported active.Reported
	Frame    ladder.Frame
	// Layer is the seq the call committed, 0 for none.
	Layer int
	// ViewSHA256 is the hash of the outgoing messages after folding, hex.
	ViewSHA256 string
}

// Result is a whole replay.
type Result struct {
	Calls   []Call
	Layers  []layer.Layer
	Events  []Event
	Figures cache.Figures
}

// Event is one fold event, for the seed index: the call that committed it and
// what it masked.
type Event struct {
	Seq     int
	Call    int // position in Calls
	At      int64
	Blocks  []block.Block // the context at that call
	Masked  []int         // positions in Blocks
	Refs    active.Refs
	Trigger ladder.Trigger
}

// run is the state of a replay.
type run struct {
	index *session.Index
	file  io.ReaderAt
	ctx   *active.Context
	set   layer.Set

	window int
	config ladder.Config

	telemetry cache.Telemetry
	model     cache.Model
	hash      *viewHash
	result    Result
}

// Run replays the active branch of a session read from file. window is in
// tokens; 0 stands for unknown. The error is that of reading the file.
func Run(x *session.Index, file io.ReaderAt, window int, config ladder.Config) (Result, error) {
	r := &run{index: x, file: file, window: window, config: config}
	r.ctx = active.New(x, file, r.set.Layered)
	r.hash = newViewHash(file, &r.set)
	for _, i := range x.Branch(x.Leaf()) {
		if err := r.step(int(i)); err != nil {
			return Result{}, fmt.Errorf("replaying entry %d: %w", i, err)
		}
	}
	r.result.Layers = r.set.Layers()
	r.result.Figures = r.telemetry.Figures()
	return r.result, nil
}

func (r *run) step(i int) error {
	response, isResponse := r.index.Response(i)
	if isResponse && response.Report == "" {
		if err := r.call(i, response); err != nil {
			return err
		}
	}
	if r.index.IsFold(i) {
		if err := r.unfold(i); err != nil {
			return err
		}
	}
	if r.index.Entry(i).Kind == session.ContextEdit {
		r.hash.reset()
	}
	return r.ctx.Extend(int32(i))
}

// call frames the call that entry i answered, commits what it folds and takes in
// the response.
func (r *run) call(i int, response session.Response) error {
	call := Call{Entry: i, Messages: r.ctx.Messages(), Reported: r.ctx.Usage()}
	in := ladder.Under(&r.set, r.ctx.Blocks(), r.ctx.Folded(), r.ctx.Answered(), r.set.Taken)
	in.Window, in.Config = r.window, r.config
	in.Reported, in.Known = call.Reported.Tokens, call.Reported.Known
	in.Cold, in.HoldsContext = r.telemetry.Cold(), r.telemetry.ProviderHoldsContext()
	call.Frame = ladder.Step(in)
	if call.Frame.State == ladder.Fold {
		admit(&call.Frame, in)
		if err := r.commit(&call); err != nil {
			return err
		}
	}
	var err error
	if call.ViewSHA256, err = r.hash.sum(r.ctx); err != nil {
		return err
	}
	r.result.Calls = append(r.result.Calls, call)
	if response.HasUsage {
		if r.model != response.Model && r.model != (cache.Model{}) {
			r.telemetry.ModelChange()
		}
		r.model = response.Model
		r.telemetry.Record(response.Usage)
	}
	return nil
}

// admit drops from a fold event the blocks whose code an earlier one of the same
// event has taken. Those stay raw from then on.
func admit(f *ladder.Frame, in ladder.Input) {
	taken := map[string]string{}
	admitted := f.Mask[:0]
	for _, n := range f.Mask {
		b := &in.Blocks[n]
		code := block.Code(b.ID)
		if owner, ok := taken[code]; ok && owner != b.ID {
			f.Marks[n] = f.Marks[n]&^ladder.Maskable | ladder.Rejected
			f.Saved -= b.Tokens - in.Folded[n]
			f.Live += b.Tokens - in.Folded[n]
			continue
		}
		taken[code] = b.ID
		admitted = append(admitted, n)
	}
	f.Mask = admitted
	f.OverBudget = f.Live > f.Budget
}

// commit turns a fold event into a layer.
func (r *run) commit(call *Call) error {
	blocks, refs := r.ctx.Blocks(), r.ctx.Refs()
	l := layer.Layer{Seq: r.set.MaxSeq() + 1, Entry: session.None}
	var err error
	l.Entries, err = digests(blocks, call.Frame.Mask, func(n int) (string, error) { return refs.Text(r.file, n, &blocks[n]) })
	if err != nil {
		return err
	}
	r.set.Commit(l)
	call.Layer = l.Seq
	r.telemetry.Fold(call.Frame.Saved)
	r.hash.reset()
	r.result.Events = append(r.result.Events, Event{
		Seq: l.Seq, Call: len(r.result.Calls), At: r.index.Entry(call.Entry).Time,
		Blocks: blocks, Masked: call.Frame.Mask, Refs: refs, Trigger: call.Frame.Trigger,
	})
	return nil
}

// digests are the entries of the layer that masks blocks: one per id.
func digests(blocks []block.Block, mask []int, body func(n int) (string, error)) ([]layer.Digest, error) {
	list := make([]layer.Digest, 0, len(mask))
	for _, n := range lastPerID(blocks, mask) {
		text, err := body(n)
		if err != nil {
			return nil, err
		}
		list = append(list, layer.Digest{ID: blocks[n].ID, Text: block.Digest(&blocks[n], text)})
	}
	return list, nil
}

// lastPerID is mask with one position per id: the last block that has it, at the
// place of the first.
func lastPerID(blocks []block.Block, mask []int) []int {
	list := make([]int, 0, len(mask))
	at := make(map[string]int, len(mask))
	for _, n := range mask {
		if k, ok := at[blocks[n].ID]; ok {
			list[k] = n
			continue
		}
		at[blocks[n].ID] = len(list)
		list = append(list, n)
	}
	return list
}

func (r *run) unfold(i int) error {
	raw, err := r.index.Read(r.file, i)
	if err != nil {
		return err
	}
	data := raw.Get("data")
	if data.Get("kind").Equals("unfold") {
		r.set.Add(data, i)
		r.hash.reset()
	}
	return nil
}
