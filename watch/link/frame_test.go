package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLinesOfAnyLengthAreRead(t *testing.T) {
	long := `{"op":"` + strings.Repeat("x", 3*readAhead) + `"}`
	r := NewReader(strings.NewReader("{\"id\":1}\r\n\n  \n" + long + "\n{\"torn\":"))
	for _, want := range []string{`{"id":1}`, long} {
		line, err := r.Next()
		if err != nil || string(line) != want {
			t.Fatalf("%.40q, %v", line, err)
		}
	}
	if line, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("a torn line is read: %q, %v", line, err)
	}
}

func TestAnswersSayWhatTheyAnswer(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, err := range []error{
		w.Answer(1, nil, nil),
		w.Answer(2, map[string]Text{"text": "<\u2028\xed\xa0\x80>"}, nil),
		w.Answer(3, nil, Failuref(Gap, "send %d", 0)),
		w.Answer(4, nil, io.ErrUnexpectedEOF),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := `{"id":1,"ok":{}}
{"id":2,"ok":{"text":"<` + "\u2028" + `\ud800>"}}
{"id":3,"error":{"code":"gap","message":"send 0"}}
{"id":4,"error":{"code":"failed","message":"unexpected EOF"}}
`
	if b.String() != want {
		t.Errorf("got\n%s", &b)
	}
}

// A text comes back from JSON as it went in, lone surrogates too.
func TestTextsSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Text(rapid.String().Draw(t, "s"))
		if rapid.Bool().Draw(t, "lone") {
			s += "\xed\xa0\x80x"
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Text
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Fatalf("%q became %q by %s: %v", s, back, data, err)
		}
	})
}
