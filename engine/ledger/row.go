package ledger

import (
	"strconv"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// AppendRow appends block i as one JSON object without a line end: what it is,
// what it costs, how its original is recognised, and for what can have one its
// digest. body is the block's text. Lengths are in UTF-16 units (len) and bytes
// of UTF-8 (bytes); false flags and absent values are left out, durable never.
func (l *Ledger) AppendRow(dst []byte, i int, body string) []byte {
	b := &l.blocks[i]
	sum, size := block.Hash(body)
	dst = appendText(append(dst, '{'), "id", b.ID)
	dst = appendText(append(dst, ','), "kind", b.Kind.String())
	dst = appendInt(dst, "turn", b.Turn)
	dst = appendInt(dst, "order", b.Order)
	dst = appendInt(dst, "tokens", b.Tokens)
	dst = appendInt(dst, "len", text.Len(body))
	dst = appendInt(dst, "bytes", size)
	dst = appendText(append(dst, ','), "sha256", sum)
	if b.Tool != "" {
		dst = appendText(append(dst, ','), "tool", b.Tool)
	}
	if b.IsError {
		dst = append(dst, `,"error":true`...)
	}
	if b.Opaque {
		dst = append(dst, `,"opaque":true`...)
	}
	dst = strconv.AppendBool(append(dst, `,"durable":`...), b.Durable)
	dst = appendText(append(dst, ','), "code", block.Code(b.ID))
	if b.Kind.Foldable() && !b.Opaque {
		digest := block.Digest(b, body)
		dst = appendText(append(dst, ','), "digest", digest)
		dst = appendInt(dst, "foldedTokens", block.Cost(digest))
	}
	return append(dst, '}')
}

func appendText(dst []byte, name, value string) []byte {
	return jsjson.AppendQuote(append(jsjson.AppendQuote(dst, name), ':'), value)
}

func appendInt(dst []byte, name string, value int) []byte {
	dst = append(jsjson.AppendQuote(append(dst, ','), name), ':')
	return strconv.AppendInt(dst, int64(value), 10)
}
