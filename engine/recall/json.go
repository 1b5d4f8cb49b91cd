package recall

import (
	"strconv"

	"cfold/engine/jsjson"
)

// Reply is one line of recall's JSON output: an answer, or the reason there is
// none.
type Reply struct {
	Code    string
	Options Options
	Answer  Answer
	Err     error
}

// AppendJSON appends the reply as one object without a line end: code, opts,
// found, then text or error.
func (r Reply) AppendJSON(dst []byte) []byte {
	dst = jsjson.AppendQuote(append(dst, `{"code":`...), r.Code)
	dst = append(dst, `,"opts":{`...)
	switch {
	case r.Options.Lines != "":
		dst = jsjson.AppendQuote(append(dst, `"lines":`...), r.Options.Lines)
	case r.Options.Grep != "":
		dst = jsjson.AppendQuote(append(dst, `"grep":`...), r.Options.Grep)
	}
	dst = strconv.AppendBool(append(dst, `},"found":`...), r.Err == nil)
	if r.Err != nil {
		dst = jsjson.AppendQuote(append(dst, `,"error":`...), r.Err.Error())
	} else {
		dst = jsjson.AppendQuote(append(dst, `,"text":`...), r.Answer.Text)
	}
	return append(dst, '}')
}

// AppendJSON appends the answer to a search as one object without a line end:
// search, hits, scanned.
func (f Found) AppendJSON(dst []byte) []byte {
	dst = jsjson.AppendQuote(append(dst, `{"search":`...), f.Term)
	dst = append(dst, `,"hits":[`...)
	for i, h := range f.Hits {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsjson.AppendQuote(append(dst, `{"code":`...), h.Code)
		dst = append(dst, `,"lines":[`...)
		for j, line := range h.Lines {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = jsjson.AppendQuote(dst, line)
		}
		dst = append(dst, `]}`...)
	}
	dst = strconv.AppendInt(append(dst, `],"scanned":`...), int64(f.Scanned), 10)
	return append(dst, '}')
}
