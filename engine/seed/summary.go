package seed

import (
	"strings"

	"cfold/engine/text"
)

// Summary is what stands for compacted history: the index of the compaction's
// own record as Markdown. sessionFile is the file that keeps everything; empty
// where it has no name.
func Summary(r Record, sessionFile string) string {
	var b strings.Builder
	b.WriteString("# Compacted history\n\n" +
		"No model wrote this: every value below was copied out of the session as it stood.\n" +
		"Folded originals can be read back with `recall_folded`, by code or with `search=<term>`.\n")
	if sessionFile != "" {
		b.WriteString("The session file keeps the whole history: " + quoted(sessionFile) + "\n")
	}
	b.WriteByte('\n')
	b.WriteString(body([]Record{r}))
	return strings.TrimSuffix(b.String(), "\n")
}

// Handoff is what a new session starts from.
type Handoff struct {
	// At is the time as Time writes it, Parent the path of the session handed
	// over, Goal what the new one is for; an empty goal is left out.
	At, Parent, Goal string
	// Records are all effective records of the parent.
	Records []Record
}

// Markdown renders the handoff seed, in UTF-8.
func (h Handoff) Markdown() string {
	var b strings.Builder
	b.WriteString("# Handoff of " + oneLine(h.At) + "\n\n" +
		"Parent session: " + quoted(h.Parent) + "\n\n" +
		"The fold codes below tell where things came from. They belong to the parent session and cannot be\n" +
		"recalled in this one; read its file for the originals.\n\n")
	if goal := text.Trim(h.Goal); goal != "" {
		b.WriteString("## Goal\n\n" + goal + "\n\n")
	}
	b.WriteString(body(h.Records))
	return text.UTF8(strings.TrimSuffix(b.String(), "\n"))
}
