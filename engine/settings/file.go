package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// File is the settings file's content. The zero value is an empty file.
type File struct{ members object }

// SyntaxError says where a settings file stops being JSON. Line and Column count
// from 1, Column in characters.
type SyntaxError struct {
	Line, Column int
	Reason       string
}

// Error is one line.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// ErrNotObject is the error for JSON that is no object.
var ErrNotObject = errors.New("the settings file holds no JSON object, which starts with {")

// DecodeFile reads the file. No bytes, or white space only, is an empty file.
// What does not parse is a *SyntaxError, other JSON than an object ErrNotObject;
// such a file must not be written over unasked.
func DecodeFile(data []byte) (File, error) {
	if len(bytes.Trim(data, " \t\r\n")) == 0 {
		return File{}, nil
	}
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return File{}, &SyntaxError{1, 1, "a byte order mark stands before the JSON; Pi cannot read the file with it"}
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return File{}, located(data, err)
	}
	members, ok := readObject(data)
	if !ok {
		return File{}, ErrNotObject
	}
	return File{members}, nil
}

// located gives a parser's error its line and column.
func located(data []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := len(data)
	if syntax.Error() != endOfInput {
		at = int(syntax.Offset) - 1 // the bytes read include the wrong one
	}
	before := data[:at]
	line := bytes.Count(before, []byte{'\n'})
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return &SyntaxError{Line: line + 1, Column: utf8.RuneCount(last) + 1, Reason: syntax.Error()}
}

// endOfInput is what encoding/json says of a text that ends too soon.
const endOfInput = "unexpected end of JSON input"

// Encode is the file's bytes: indented by tabs, with a newline at the end.
func (f File) Encode() []byte {
	var b bytes.Buffer
	compacted := f.members.encode()
	if err := json.Indent(&b, compacted, "", "\t"); err != nil {
		b.Write(compacted)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Saved is the raw value under the key, whether accepted or not.
func (f File) Saved(key string) (raw json.RawMessage, ok bool) {
	if provider, nested := providerOf(key); nested {
		providers, _ := f.providers()
		return providers.get(provider)
	}
	return f.members.get(key)
}

// Set saves a value under a key of the table or one provider's. Everything else
// stays as it is; a ProviderIdle that is no object gives way to one.
func (f File) Set(key string, v Value) File {
	raw, err := v.MarshalJSON()
	if err != nil {
		return f // not finite: Parse accepts no such value
	}
	if provider, nested := providerOf(key); nested {
		providers, _ := f.providers()
		return File{f.members.set(ProviderIdle, providers.set(provider, raw).encode())}
	}
	return File{f.members.set(key, raw)}
}

// Unset removes the key, so that its default rules. The last provider takes the
// whole of ProviderIdle with it.
func (f File) Unset(key string) File {
	provider, nested := providerOf(key)
	if !nested {
		return File{f.members.unset(key)}
	}
	providers, ok := f.providers()
	if _, saved := providers.get(provider); !ok || !saved {
		return f
	}
	if rest := providers.unset(provider); len(rest) > 0 {
		return File{f.members.set(ProviderIdle, rest.encode())}
	}
	return File{f.members.unset(ProviderIdle)}
}

// providers is the object of provider → minutes; ok is false when there is none
// that is an object.
func (f File) providers() (o object, ok bool) {
	raw, there := f.members.get(ProviderIdle)
	if !there {
		return nil, false
	}
	return readObject(raw)
}
