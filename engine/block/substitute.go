package block

import (
	"cfold/engine/jsjson"
)

// Substitute is message m with folded parts replaced: digests maps a part's
// index (−1 for a whole tool result) to the text that stands for it. A result
// gets that text as its only content, a thinking or text part keeps everything
// but its text. Key order stays; the result is in JSON.stringify's form. Parts
// that cannot fold, and summaries, stay as they are.
func Substitute(m jsjson.Raw, digests map[int]string) jsjson.Raw {
	switch role := m.Get("role"); {
	case role.Equals("toolResult"):
		digest, ok := digests[-1]
		if !ok {
			break
		}
		content := jsjson.AppendQuote([]byte(`[{"type":"text","text":`), digest)
		return with(m, "content", append(content, `}]`...))
	case role.Equals("assistant"):
		parts := m.Get("content")
		if parts.Kind() != jsjson.Array {
			break
		}
		content := []byte{'['}
		for j, part := range parts.Elements() {
			if j > 0 {
				content = append(content, ',')
			}
			digest, ok := digests[j]
			if !ok {
				content = jsjson.AppendStringify(content, part)
				continue
			}
			name := "text"
			if part.Get("type").Equals("thinking") {
				name = "thinking"
			}
			content = append(content, with(part, name, jsjson.AppendQuote(nil, digest))...)
		}
		return with(m, "content", append(content, ']'))
	}
	return jsjson.AppendStringify(nil, m)
}

// with is the object m in JSON.stringify's form with one of its members set.
func with(m jsjson.Raw, name string, value jsjson.Raw) jsjson.Raw {
	out := []byte{'{'}
	for i, member := range jsjson.Ordered(m) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(jsjson.AppendStringify(out, jsjson.Raw(member.Key)), ':')
		if member.Key.Is(name) {
			out = append(out, value...)
			continue
		}
		out = jsjson.AppendStringify(out, member.Value)
	}
	return append(out, '}')
}
