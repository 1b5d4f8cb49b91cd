package layer

import (
	"strconv"

	"cfold/engine/jsjson"
)

// AppendFold appends the data of the entry that holds a fold record.
func AppendFold(dst []byte, r Record) []byte {
	dst = append(dst, `{"kind":"fold","entry":{"blockId":`...)
	dst = jsjson.AppendQuote(dst, r.BlockID)
	dst = jsjson.AppendQuote(append(dst, `,"code":`...), r.Code)
	dst = jsjson.AppendQuote(append(dst, `,"tool":`...), r.Tool)
	dst = strconv.AppendBool(append(dst, `,"isError":`...), r.IsError)
	dst = strconv.AppendInt(append(dst, `,"bytes":`...), r.Bytes, 10)
	dst = jsjson.AppendQuote(append(dst, `,"sha256":`...), r.SHA256)
	if r.FullOutputPath != "" {
		dst = jsjson.AppendQuote(append(dst, `,"fullOutputPath":`...), r.FullOutputPath)
	}
	return append(dst, "}}"...)
}

// AppendLayer appends the data of the entry that holds a layer.
func AppendLayer(dst []byte, l Layer) []byte {
	dst = append(dst, `{"kind":"layer","layer":{"seq":`...)
	dst = strconv.AppendInt(dst, int64(l.Seq), 10)
	dst = append(dst, `,"entries":[`...)
	for i, d := range l.Entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsjson.AppendQuote(append(dst, `{"id":`...), d.ID)
		dst = append(jsjson.AppendQuote(append(dst, `,"digestText":`...), d.Text), '}')
	}
	return append(dst, "]}}"...)
}

// AppendUnfold appends the data of the entry that unfolds blocks for good.
func AppendUnfold(dst []byte, ids []string) []byte {
	dst = append(dst, `{"kind":"unfold","ids":[`...)
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsjson.AppendQuote(dst, id)
	}
	return append(dst, "]}"...)
}
