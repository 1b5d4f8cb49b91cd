package host

import "cfold/engine/recall"

// Source is what recall, search and unfold read from: the folds, the messages of
// the last call, and the blocks of the whole session file.
func (h *Host) Source(ledger recall.Blocks, readFile func(path string) (string, error)) recall.Source {
	return recall.Source{Folds: &h.set, Ledger: ledger, Live: &h.messages, ReadFile: readFile}
}
