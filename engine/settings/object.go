package settings

import (
	"bytes"
	"encoding/json"
	"slices"
)

// member is one key and value of an object, both as bytes of JSON without white
// space between tokens.
type member struct {
	key  []byte
	name string // the key decoded
	raw  json.RawMessage
}

// object is a JSON object whose order, repeats and spellings are kept. Its
// members are never changed in place.
type object []member

// readObject splits valid JSON; ok is false when it holds no object.
func readObject(data []byte) (o object, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	o = object{}
	for dec.More() {
		start := dec.InputOffset()
		name, err := dec.Token()
		if err != nil {
			return nil, false
		}
		// Between the members stand only white space and a comma.
		key := bytes.TrimLeft(data[start:dec.InputOffset()], " \t\r\n,")
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, false
		}
		o = append(o, member{key, name.(string), compact(raw)})
	}
	return o, true
}

func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// get is the value that counts: the last of a repeated key, as in JavaScript.
func (o object) get(name string) (json.RawMessage, bool) {
	for _, m := range slices.Backward(o) {
		if m.name == name {
			return m.raw, true
		}
	}
	return nil, false
}

// set puts the value where the key first stands, else at the end, and drops
// repeats of that key.
func (o object) set(name string, raw json.RawMessage) object {
	at := slices.IndexFunc(o, func(m member) bool { return m.name == name })
	if at < 0 {
		key, _ := json.Marshal(name)
		return append(slices.Clip(o), member{key, name, raw})
	}
	out := append(object{}, o[:at]...)
	out = append(out, member{o[at].key, name, raw})
	return append(out, o[at+1:].unset(name)...)
}

// unset drops the key and its repeats.
func (o object) unset(name string) object {
	out := object{}
	for _, m := range o {
		if m.name != name {
			out = append(out, m)
		}
	}
	return out
}

// encode is the object as JSON without white space between tokens.
func (o object) encode() json.RawMessage {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, m.key...)
		b = append(b, ':')
		b = append(b, m.raw...)
	}
	return append(b, '}')
}
