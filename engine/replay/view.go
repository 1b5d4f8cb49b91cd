package replay

import (
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"hash"
	"io"

	"cfold/engine/active"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
)

// viewHash hashes the outgoing messages of call after call. Between fold events
// the view only grows, so what was hashed is kept and added to.
type viewHash struct {
	file   io.ReaderAt
	set    *layer.Set
	state  hash.Hash
	hashed []int // entries whose messages the state holds, in order
	wrote  bool
	// repeats is the context's count of repeated ids: a block that goes out folded
	// goes out whole once another has its id.
	repeats int
}

func newViewHash(file io.ReaderAt, set *layer.Set) *viewHash {
	v := &viewHash{file: file, set: set}
	v.reset()
	return v
}

// reset forgets the state, because bytes already hashed have changed.
func (v *viewHash) reset() {
	v.state, v.hashed, v.wrote = sha256.New(), nil, false
	v.state.Write([]byte{'['})
}

func (v *viewHash) digest(id string) (string, bool) {
	d, _, ok := v.set.Frozen(id)
	return d, ok
}

// sum is the hash of the whole view of a context, hex.
func (v *viewHash) sum(ctx *active.Context) (string, error) {
	if n := ctx.Repeats(); n != v.repeats {
		v.reset()
		v.repeats = n
	}
	entries := ctx.Entries()
	for n := range v.hashed {
		if n >= len(entries) || entries[n] != v.hashed[n] {
			v.reset()
			break
		}
	}
	for n := len(v.hashed); n < len(entries); n++ {
		err := ctx.Outgoing(n, v.digest, func(m jsjson.Raw) {
			if v.wrote {
				v.state.Write([]byte{','})
			}
			v.wrote = true
			v.state.Write(m)
		})
		if err != nil {
			return "", err
		}
		v.hashed = append(v.hashed, entries[n])
	}
	saved, err := v.state.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return "", err
	}
	final := sha256.New()
	if err := final.(encoding.BinaryUnmarshaler).UnmarshalBinary(saved); err != nil {
		return "", err
	}
	final.Write([]byte{']'})
	return hex.EncodeToString(final.Sum(nil)), nil
}
