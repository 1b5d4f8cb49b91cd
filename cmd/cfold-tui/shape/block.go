package shape

import (
	"strings"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/engine/text"
)

// Block is a block of the context.
type Block struct {
	ID     Text   `json:"id"`
	Kind   string `json:"kind"`
	Turn   int    `json:"turn"`
	Order  int    `json:"order"`
	Tokens int    `json:"tokens"`
	// FoldedTokens is what it costs as a digest, null for a block that no fold takes.
	FoldedTokens *int `json:"folded_tokens"`
	// Layer is the seq of the layer that holds it, null for none.
	Layer *int `json:"layer"`
	// States are all that hold: folded, held, protected, first delivery, maskable,
	// opaque, edited, code taken; raw where none does.
	States []string `json:"states"`
	Tool   Text     `json:"tool,omitempty"`
	Error  bool     `json:"error"`
	Code   string   `json:"code,omitempty"`
	// Digest is the text that stands for it now.
	Digest Text `json:"digest,omitempty"`
	// Headline is one line on the original.
	Headline Text `json:"headline"`
}

// headlineUnits is how much of a text is its headline, in UTF-16 units.
const headlineUnits = 100

// HeadlineOf is one line on a block with that text.
func HeadlineOf(b *block.Block, body string) Text {
	if b.Kind == block.User || b.Kind == block.ToolCall {
		return Text(block.Headline(b, body))
	}
	return Text(text.FirstLine(body, headlineUnits))
}

// BlockOf is block i of a context. The error is that of reading the session.
func BlockOf(s *live.Snapshot, i int) (Block, error) {
	b := &s.Blocks[i]
	body, err := s.Text(i)
	if err != nil {
		return Block{}, err
	}
	v := Block{
		ID: Text(b.ID), Kind: b.Kind.String(), Turn: b.Turn, Order: b.Order, Tokens: b.Tokens,
		States: states(b, s.Frame.Marks[i]), Tool: Text(b.Tool), Error: b.IsError,
		Digest: Text(s.Digest(i)), Headline: HeadlineOf(b, body),
	}
	if b.Foldable() {
		v.Code = block.Code(b.ID)
	}
	if s.Folded[i] > 0 { // it is worked out for those alone that a fold may take
		v.FoldedTokens = &s.Folded[i]
	}
	if s.Seqs[i] > 0 {
		v.Layer = &s.Seqs[i]
	}
	return v, nil
}

func states(b *block.Block, m ladder.Mark) []string {
	var list []string
	for _, state := range []struct {
		holds bool
		word  string
	}{
		{m&ladder.Frozen != 0, "folded"},
		{m&ladder.Unfolded != 0, "held"},
		{m&ladder.Rejected != 0, "code taken"},
		{m&ladder.FirstDelivery != 0, "first delivery"},
		{m&ladder.Protected != 0, "protected"},
		{m&ladder.Maskable != 0, "maskable"},
		{b.Opaque, "opaque"},
		{strings.Contains(b.ID, ":edit:"), "edited"},
	} {
		if state.holds {
			list = append(list, state.word)
		}
	}
	if len(list) == 0 {
		return []string{"raw"}
	}
	return list
}
