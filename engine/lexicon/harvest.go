package lexicon

import (
	"slices"
	"sort"
	"strings"

	"cfold/engine/text"
)

// How many values of each kind a harvest keeps.
const (
	MaxFiles       = 32
	MaxCommands    = 24
	MaxErrors      = 24
	MaxIdentifiers = 64
)

// Lengths in UTF-16 units to which values are cut.
const (
	commandUnits   = 200
	errorLineUnits = 240
)

// A Harvest collects what a seed-index record says of folded texts. Of files,
// commands and error lines the first seen are kept, so the order of the calls is
// the rule's: for one fold event
//
//   - AddFiles over the texts of the paired tool calls, then over the masked texts,
//   - AddShellCall over the paired calls, then AddCommands over the masked texts,
//   - AddErrors over the masked texts,
//   - AddIdentifiers over the masked texts by tokens descending, then by order.
//
// Of identifiers the longest are kept, among those of one length the first seen.
// Values are copies; no text is held on to. The zero value is ready.
type Harvest struct {
	files, commands, errors firstSeen
	identifiers             longest
	found                   [shapes]longest // of the text at hand
}

// Lists are the values of a harvest, never nil.
type Lists struct {
	Files, Commands, Errors, Identifiers []string
}

// Lists gives what has been kept so far.
func (h *Harvest) Lists() Lists {
	return Lists{
		Files:       append([]string{}, h.files...),
		Commands:    append([]string{}, h.commands...),
		Errors:      append([]string{}, h.errors...),
		Identifiers: append([]string{}, h.identifiers...),
	}
}

// Reset empties the harvest and keeps its memory.
func (h *Harvest) Reset() {
	h.files, h.commands, h.errors = h.files[:0], h.commands[:0], h.errors[:0]
	h.identifiers = h.identifiers[:0]
}

// AddFiles adds the path shapes of s, then its file names.
func (h *Harvest) AddFiles(s string) {
	if len(h.files) == MaxFiles {
		return
	}
	for start, end, next, ok := nextPath(s, 0); ok; start, end, next, ok = nextPath(s, next) {
		if !h.files.add(s[start:end], MaxFiles) {
			return
		}
	}
	for start, end, ok := nextFileName(s, 0, indexExtensions); ok; start, end, ok = nextFileName(s, end, indexExtensions) {
		if !h.files.add(s[start:end], MaxFiles) {
			return
		}
	}
}

// AddShellCall adds the first line of a call's arguments, given as JSON, when the
// tool is one that runs a shell.
func (h *Harvest) AddShellCall(tool, arguments string) {
	if isShell(tool) {
		h.commands.add(text.FirstLine(arguments, commandUnits), MaxCommands)
	}
}

func isShell(tool string) bool {
	switch strings.ToLower(tool) {
	case "bash", "shell", "sh", "cmd", "exec", "run", "terminal", "run_command":
		return true
	}
	return false
}

// AddCommands adds what follows a $ prompt in s, then its invocations of tools.
func (h *Harvest) AddCommands(s string) {
	if len(h.commands) == MaxCommands {
		return
	}
	for start, end, ok := nextPrompt(s, 0); ok; start, end, ok = nextPrompt(s, end) {
		if !h.commands.add(text.Slice(s[start:end], commandUnits), MaxCommands) {
			return
		}
	}
	for value, next, ok := indexInvocation.next(s, 0); ok; value, next, ok = indexInvocation.next(s, next) {
		if !h.commands.add(text.Slice(value, commandUnits), MaxCommands) {
			return
		}
	}
}

// AddErrors adds the lines of s that hold an error marker.
func (h *Harvest) AddErrors(s string) {
	if len(h.errors) == MaxErrors {
		return
	}
	for at, _, ok := markerHints.next(s, 0); ok; at, _, ok = markerHints.next(s, at) {
		var start int
		start, at = lineAt(s, at)
		if !h.errors.add(text.Slice(text.Trim(s[start:at]), errorLineUnits), MaxErrors) {
			return
		}
	}
}

// AddIdentifiers adds the hex-ish words, versions, symbols and numbers of s.
func (h *Harvest) AddIdentifiers(s string) {
	// The shapes are found in one pass but count as found one after the other.
	d := identifiers{text: s, found: &h.found, floor: h.identifiers.floor()}
	d.scan()
	for i := range h.found {
		for _, match := range h.found[i] {
			if at := h.identifiers.add(match); at >= 0 {
				h.identifiers[at] = strings.Clone(match)
			}
		}
		clear(h.found[i])
		h.found[i] = h.found[i][:0]
	}
}

// firstSeen is a list of distinct values in the order they came.
type firstSeen []string

// add trims value, adds a copy of it unless it is empty or there, and reports
// whether the list may take more than it holds.
func (l *firstSeen) add(value string, limit int) (more bool) {
	if value = text.Trim(value); value != "" && len(*l) < limit && !slices.Contains(*l, value) {
		*l = append(*l, strings.Clone(value))
	}
	return len(*l) < limit
}

// longest is the MaxIdentifiers longest of the distinct ASCII values that came,
// longest first, among those of one length in the order they came.
type longest []string

// floor is the length in bytes up to which no value is taken any more.
func (l longest) floor() int {
	if len(l) < MaxIdentifiers {
		return 0
	}
	return len(l[len(l)-1])
}

// add gives the place value took, or -1.
func (l *longest) add(value string) int {
	if len(value) <= l.floor() {
		return -1
	}
	at := sort.Search(len(*l), func(i int) bool { return len((*l)[i]) < len(value) })
	for i := at - 1; i >= 0 && len((*l)[i]) == len(value); i-- {
		if (*l)[i] == value {
			return -1
		}
	}
	if len(*l) == MaxIdentifiers {
		*l = (*l)[:MaxIdentifiers-1]
	}
	*l = slices.Insert(*l, at, value)
	return at
}
