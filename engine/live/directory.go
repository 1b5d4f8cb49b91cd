package live

import (
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/message"
	"cfold/engine/session"
	"cfold/engine/text"
)

// directory knows what every block of the file that may fold costs, those of
// dead branches and compacted history included. It is keyed by a 64-bit hash of
// the block's id, which keeps it small.
type directory struct {
	tokens  map[uint64]uint32
	scratch []byte
}

func newDirectory() directory { return directory{tokens: map[uint64]uint32{}} }

// add takes in a message entry.
func (d *directory) add(role session.Role, m *message.Message) {
	switch role {
	case session.ToolResult:
		d.put(append(d.scratch[:0], "r:"...), m.ToolCallID, -1, m.Units())
	case session.Assistant:
		prefix, known := "a:", m.ResponseID
		if known.Kind() != jsjson.String || len(known) <= 2 {
			prefix, known = "a:t", m.Timestamp
		}
		for j := range m.Parts {
			p := &m.Parts[j]
			switch {
			case p.Type.Equals("text"):
				d.put(append(d.scratch[:0], prefix...), known, j, p.TextUnits)
			case p.Type.Equals("thinking"):
				d.put(append(d.scratch[:0], prefix...), known, j, p.ThinkingUnits)
			}
		}
	}
}

func (d *directory) put(id []byte, known jsjson.Raw, part, units int) {
	switch known.Kind() {
	case jsjson.String:
		id = known.AppendText(id)
	case jsjson.Number:
		id = jsjson.AppendStringify(id, known)
	default:
		return
	}
	if part >= 0 {
		id = jsjson.AppendNumber(append(id, ":p"...), float64(part))
	}
	d.scratch = id
	d.tokens[hash(id)] = uint32(text.Estimate(units) + block.Overhead)
}

// cost is what the block with that id costs whole, in tokens; ok is false for a
// block the file does not hold.
func (d *directory) cost(id string) (tokens int, ok bool) {
	n, ok := d.tokens[hash(id)]
	return int(n), ok
}

// hash is 64-bit FNV-1a.
func hash[T string | []byte](id T) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(id); i++ {
		h = (h ^ uint64(id[i])) * 0x100000001b3
	}
	return h
}
