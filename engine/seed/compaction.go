package seed

import (
	"slices"

	"cfold/engine/block"
	"cfold/engine/lexicon"
	"cfold/engine/text"
)

// ExtractCompaction is what a hard compaction leaves behind: source holds all
// blocks of the history it removes, those of earlier compactions included. Each
// block but a person's is extracted by itself, a result with its call, and the
// values are merged so that the last seen of each kind are kept. It fails only
// where a text cannot be read.
func ExtractCompaction(source Source) (Fields, error) {
	var h lexicon.Harvest
	var files, commands, errors, identifiers recent
	users := []UserMessage{}
	calls := source.calls()
	for i := range source.Blocks {
		b := &source.Blocks[i]
		body, err := source.Text(i)
		if err != nil {
			return Fields{}, err
		}
		if b.Kind == block.User {
			if line := text.FirstLine(body, userUnits); line != "" {
				users = append(users, UserMessage{b.Turn, line})
			}
			continue
		}
		h.Reset()
		if err := source.harvestCall(&h, calls, i); err != nil {
			return Fields{}, err
		}
		harvestText(&h, body)
		h.AddIdentifiers(body)
		l := h.Lists()
		files.add(l.Files, lexicon.MaxFiles)
		commands.add(l.Commands, lexicon.MaxCommands)
		errors.add(l.Errors, lexicon.MaxErrors)
		identifiers.add(l.Identifiers, lexicon.MaxIdentifiers)
	}
	return fieldsOf(lexicon.Lists{
		Files: files.list(), Commands: commands.list(), Errors: errors.list(), Identifiers: identifiers.list(),
	}, users), nil
}

// recent holds distinct values in the order each was last seen.
type recent struct{ values []string }

// add takes in values in order; a value seen again moves to the end. No more than
// the last most are kept, which what comes later cannot change.
func (r *recent) add(values []string, most int) {
	for _, v := range values {
		r.values = moveToEnd(r.values, v, func(have string) bool { return have == v })
	}
	r.values = last(r.values, most)
}

func (r *recent) list() []string { return append([]string{}, r.values...) }

// moveToEnd puts v at the end of a list, in place of the value that is the same,
// if there is one.
func moveToEnd[T any](list []T, v T, same func(have T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	return append(list, v)
}

// last is the final n values of a list, or all.
func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }
