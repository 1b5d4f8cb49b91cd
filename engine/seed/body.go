package seed

import (
	"strconv"
	"strings"

	"cfold/engine/block"
)

// How much of each kind a rendered index lists; the most recently seen are kept.
const (
	bodyUsers       = 12
	bodyFiles       = 40
	bodyCommands    = 24
	bodyErrors      = 24
	bodyIdentifiers = 80
	bodySpans       = 30
)

// body is the index of some records as Markdown: a section for each kind that
// holds anything, each ended by a blank line.
func body(records []Record) string {
	var users []UserMessage
	var files, commands, errors, identifiers recent
	var spans []Span
	for _, r := range records {
		for _, m := range r.UserMessages {
			users = moveToEnd(users, m, func(have UserMessage) bool { return have == m })
		}
		for _, s := range r.Spans {
			spans = moveToEnd(spans, s, func(have Span) bool { return have.BlockID == s.BlockID })
		}
		users, spans = last(users, bodyUsers), last(spans, bodySpans)
		files.add(r.Files, bodyFiles)
		commands.add(r.Commands, bodyCommands)
		errors.add(r.Errors, bodyErrors)
		identifiers.add(r.Identifiers, bodyIdentifiers)
	}
	var b strings.Builder
	section(&b, "What the user asked, oldest first", users, func(m UserMessage) string {
		return "- turn " + strconv.Itoa(m.Turn) + ": " + oneLine(m.FirstLine)
	})
	section(&b, "Files", files.values, listed)
	section(&b, "Commands", commands.values, listed)
	section(&b, "Error lines", errors.values, listed)
	section(&b, "Identifiers", identifiers.values, listed)
	section(&b, "Folded originals", spans, func(s Span) string {
		return "- " + block.Tag(s.Code) + " " + oneLine(s.Tool) + " · turn " + strconv.Itoa(s.Turn) +
			" · " + strconv.Itoa(s.Lines) + " lines"
	})
	return b.String()
}

func section[T any](b *strings.Builder, title string, values []T, line func(T) string) {
	if len(values) == 0 {
		return
	}
	b.WriteString("## " + title + "\n\n")
	for _, v := range values {
		b.WriteString(line(v) + "\n")
	}
	b.WriteByte('\n')
}

func listed(value string) string { return "- " + quoted(value) }

// quoted is a value as Markdown code, word for word: its fence is longer than any
// run of backticks in it.
func quoted(value string) string {
	value = oneLine(value)
	longest, run := 0, 0
	for i := range len(value) {
		if run++; value[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		return fence + " " + value + " " + fence
	}
	return fence + value + fence
}

// breaks are what ends a line of Markdown.
var breaks = strings.NewReplacer("\n", " ", "\r", " ")

// oneLine keeps a value from breaking out of its list item.
func oneLine(value string) string { return breaks.Replace(value) }
