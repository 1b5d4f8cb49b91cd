package live

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/engine/ladder"
)

// A block whose code stands for another one is marked: the fold engine holds it raw.
// Of two with one code the one recorded first has it.
func TestABlockWhoseCodeIsTakenIsMarked(t *testing.T) {
	first, second := colliding(t)
	c := newConversation()
	c.user("u1", "", "start")
	end := "u1"
	for _, call := range []string{first, second, "other"} {
		end = c.turn(call, end, strings.Repeat("output\n", 200))
	}
	c.add("f1", end, fmt.Sprintf(`"type":"custom","customType":"contextfold.fold","data":{"kind":"fold","entry":{"blockId":"r:call-%s","code":%q,"tool":"bash","isError":false,"bytes":1,"sha256":"00"}}`,
		first, block.Code("r:call-"+first)))

	data, config := c.Bytes(), Config{Settings: defaults(), Window: 100_000}
	s := New(bytes.NewReader(data))
	at := int64(0)
	var p *Snapshot
	for line := range bytes.Lines(data) {
		s.Ingest(at, line)
		at += int64(len(line))
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		p = s.Snapshot(config)
	}
	for name, p := range map[string]*Snapshot{"at once": fromScratch(t, data, config), "line by line": p} {
		for i := range p.Blocks {
			id, taken := p.Blocks[i].ID, p.Frame.Marks[i]&ladder.Rejected != 0
			if taken != (id == "r:call-"+second) {
				t.Errorf("%s: %s is marked as taken: %t", name, id, taken)
			}
		}
	}
}

// colliding is two names whose turns have results with one code.
func colliding(t *testing.T) (first, second string) {
	t.Helper()
	seen := map[string]string{}
	for n := range 1 << 22 {
		name := fmt.Sprintf("%x", n*2654435761)
		code := block.Code("r:call-" + name)
		if other, ok := seen[code]; ok {
			return other, name
		}
		seen[code] = name
	}
	t.Fatal("no two names with one code")
	return "", ""
}
