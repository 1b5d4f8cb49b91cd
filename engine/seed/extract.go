package seed

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/lexicon"
	"cfold/engine/text"
)

// userUnits is how much of a person's first line is kept, in UTF-16 units.
const userUnits = 200

// Source is a list of blocks and how their texts are read, one at a time.
type Source struct {
	Blocks []block.Block
	// Text reads the text of the block at a position in Blocks.
	Text func(i int) (string, error)
}

// Extract is what one fold event leaves behind: masked are the positions of the
// blocks it masks, in order, source the whole context it happens in. It fails
// only where a text cannot be read.
func Extract(source Source, masked []int) (Fields, error) {
	var h lexicon.Harvest
	calls := source.calls()
	for _, i := range masked {
		if err := source.harvestCall(&h, calls, i); err != nil {
			return Fields{}, err
		}
	}
	for _, i := range masked {
		body, err := source.Text(i)
		if err != nil {
			return Fields{}, err
		}
		harvestText(&h, body)
	}
	for _, i := range source.bySize(masked) {
		body, err := source.Text(i)
		if err != nil {
			return Fields{}, err
		}
		h.AddIdentifiers(body)
	}
	users, err := source.users(masked)
	if err != nil {
		return Fields{}, err
	}
	return fieldsOf(h.Lists(), users), nil
}

func fieldsOf(l lexicon.Lists, users []UserMessage) Fields {
	return Fields{Files: l.Files, Commands: l.Commands, Errors: l.Errors, Identifiers: l.Identifiers, UserMessages: users}
}

// calls maps call ids to the positions of their calls, the last one where an id
// is repeated.
func (s Source) calls() map[string]int {
	m := map[string]int{}
	for i := range s.Blocks {
		if b := &s.Blocks[i]; b.Kind == block.ToolCall && b.CallID != "" {
			m[b.CallID] = i
		}
	}
	return m
}

// harvestCall takes in the call that the result at i answers, where it is there.
func (s Source) harvestCall(h *lexicon.Harvest, calls map[string]int, i int) error {
	b := &s.Blocks[i]
	if b.Kind != block.ToolResult {
		return nil
	}
	at, ok := calls[b.CallID]
	if !ok {
		return nil
	}
	body, err := s.Text(at)
	if err != nil {
		return err
	}
	h.AddFiles(body)
	name := s.Blocks[at].Tool
	h.AddShellCall(name, body[min(len(body), len(name)+1):])
	return nil
}

// harvestText takes in a masked text, its identifiers aside.
func harvestText(h *lexicon.Harvest, body string) {
	h.AddFiles(body)
	h.AddCommands(body)
	h.AddErrors(body)
}

// bySize orders positions by tokens, the largest first, then by order.
func (s Source) bySize(masked []int) []int {
	sorted := slices.Clone(masked)
	slices.SortStableFunc(sorted, func(i, j int) int {
		a, b := &s.Blocks[i], &s.Blocks[j]
		if a.Tokens != b.Tokens {
			return b.Tokens - a.Tokens
		}
		return a.Order - b.Order
	})
	return sorted
}

// users lists the first lines said in the turns that the masked blocks span.
func (s Source) users(masked []int) ([]UserMessage, error) {
	list := []UserMessage{}
	if len(masked) == 0 {
		return list, nil
	}
	first, last := s.Blocks[masked[0]].Turn, s.Blocks[masked[0]].Turn
	for _, i := range masked {
		first, last = min(first, s.Blocks[i].Turn), max(last, s.Blocks[i].Turn)
	}
	for i := range s.Blocks {
		b := &s.Blocks[i]
		if b.Kind != block.User || b.Turn < first || b.Turn > last {
			continue
		}
		body, err := s.Text(i)
		if err != nil {
			return nil, err
		}
		if line := text.FirstLine(body, userUnits); line != "" {
			list = append(list, UserMessage{b.Turn, line})
		}
	}
	return list, nil
}
