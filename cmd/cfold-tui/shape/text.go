package shape

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"cfold/engine/jsjson"
)

// Text is a string of a session: WTF-8, in which a lone surrogate is kept and
// printed as \udxxx.
type Text string

// MarshalJSON quotes the text as JSON.stringify does.
func (t Text) MarshalJSON() ([]byte, error) { return jsjson.AppendQuote(nil, string(t)), nil }

// Texts is a list of Text, never null.
func Texts(list []string) []Text {
	out := make([]Text, len(list))
	for i, s := range list {
		out[i] = Text(s)
	}
	return out
}

// Writer writes JSON values, one a line.
type Writer struct {
	W io.Writer
	// Terminal says the lines go to a terminal, which must get no control
	// characters: those that JSON lets stand are escaped, which means the same.
	Terminal bool
}

// Write writes one value.
func (w Writer) Write(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	return w.Line(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Line writes one value that is JSON already.
func (w Writer) Line(line []byte) error {
	if w.Terminal {
		line = escape(line)
	}
	_, err := w.W.Write(append(line, '\n'))
	return err
}

// escape writes what a terminal could take for a command as escapes. Outside of
// strings JSON holds nothing but ASCII.
func escape(line []byte) []byte {
	out := make([]byte, 0, len(line))
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r >= 0x7F && (r == utf8.RuneError && size == 1 || !unicode.IsPrint(r)) {
			out = append(out, quoted(r)...)
		} else {
			out = append(out, line[:size]...)
		}
		line = line[size:]
	}
	return out
}

// quoted is a rune as JSON escapes.
func quoted(r rune) []byte {
	const hex = "0123456789abcdef"
	var out []byte
	for _, u := range utf16.AppendRune(nil, r) {
		out = append(out, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	return out
}
