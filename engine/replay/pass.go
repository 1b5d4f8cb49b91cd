package replay

import (
	"bytes"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
)

// Conversation is a list of messages as a model call would send it, without a
// session behind it.
type Conversation struct {
	// Messages are in the form Pi sends; system messages are passed over.
	Messages []jsjson.Raw
	// Set holds the layers and unfolds already in force. One pass adds to it.
	Set *layer.Set
	// Window, Reported, Known, Cold, HoldsContext and Config are as in
	// ladder.Input.
	Window, Reported   int
	Known              bool
	Cold, HoldsContext bool
	Config             ladder.Config
}

// Changed is a message that goes out in another form than it came in.
type Changed struct {
	// Index is its place among the messages that are not system messages.
	Index   int
	Message jsjson.Raw
}

// Passed is what one pass over a conversation gives.
type Passed struct {
	Frame ladder.Frame
	// Layer is what the pass committed; nil when it folded nothing.
	Layer   *layer.Layer
	Changed []Changed
}

// Pass frames one call over a conversation, commits what it folds to c.Set and
// lists the messages that change.
func (c Conversation) Pass() Passed {
	messages, blocks, answered := c.cut()
	body := func(n int) string {
		b := &blocks[n]
		return block.TextOf(messages[b.Message], b.Kind, b.Part)
	}
	folded := make([]int, len(blocks))
	for n := range blocks {
		if blocks[n].Foldable() {
			folded[n] = block.Cost(block.Digest(&blocks[n], body(n)))
		}
	}
	in := ladder.Under(c.Set, blocks, folded, answered, func(string) bool { return false })
	in.Window, in.Config = c.Window, c.Config
	in.Reported, in.Known, in.Cold, in.HoldsContext = c.Reported, c.Known, c.Cold, c.HoldsContext
	p := Passed{Frame: ladder.Step(in)}
	if p.Frame.State == ladder.Fold {
		l := layer.Layer{Seq: c.Set.MaxSeq() + 1, Entry: -1}
		l.Entries, _ = digests(blocks, p.Frame.Mask, func(n int) (string, error) { return body(n), nil }) // in memory: cannot fail
		c.Set.Commit(l)
		p.Layer = &l
	}
	p.Changed = changed(messages, blocks, c.Set)
	return p
}

// cut lists the messages that are not system messages, their blocks, and how many
// messages the model has answered.
func (c Conversation) cut() (messages []jsjson.Raw, blocks []block.Block, answered int) {
	var builder block.Builder
	for _, m := range c.Messages {
		if m.Get("role").Equals("system") {
			continue
		}
		messages = append(messages, m)
		blocks = builder.Add(blocks, m, "")
	}
	return messages, blocks, builder.Answered()
}

// changed lists the messages that substituting digests alters. Two blocks with
// one id are never substituted.
func changed(messages []jsjson.Raw, blocks []block.Block, set *layer.Set) []Changed {
	count := map[string]int{}
	for n := range blocks {
		count[blocks[n].ID]++
	}
	stands := map[int]map[int]string{} // message → part → digest
	for n := range blocks {
		b := &blocks[n]
		digest, _, frozen := set.Frozen(b.ID)
		if !frozen || !b.Foldable() || count[b.ID] > 1 {
			continue
		}
		if stands[b.Message] == nil {
			stands[b.Message] = map[int]string{}
		}
		stands[b.Message][b.Part] = digest
	}
	list := []Changed{}
	for i, m := range messages {
		parts := stands[i]
		if parts == nil {
			continue
		}
		if out := block.Substitute(m, parts); !bytes.Equal(out, jsjson.AppendStringify(nil, m)) {
			list = append(list, Changed{i, out})
		}
	}
	return list
}
