package live

import (
	"strings"
	"testing"
)

// What a layer saves now follows what stands in the context, what it saves in the
// account does not; and a record written from outside is no life of the session.
func TestLayerNowAndInTheAccount(t *testing.T) {
	fold := func(rest string) string { return `"type":"custom","customType":"contextfold.fold","data":` + rest }
	c := newConversation()
	c.user("u1", "", "start")
	end := c.turn("t1", "u1", strings.Repeat("output\n", 200))
	end = c.turn("t2", end, strings.Repeat("output\n", 200))
	c.add("f1", end, fold(`{"kind":"layer","layer":{"seq":1,"entries":[{"id":"r:call-t1","digestText":"{#abcdef FOLDED} bash"}]}}`))
	c.add("f2", "f1", fold(`{"kind":"layer","layer":{"seq":2,"entries":[{"id":"r:call-t2","digestText":"{#abcdee FOLDED} bash"}]}}`))
	c.user("u2", "f2", "go on")
	config := Config{Settings: defaults(), Window: 100_000}
	folded := fromScratch(t, c.Bytes(), config)
	for _, l := range folded.Layers {
		if l.Live != 1 || l.Masked != l.Saved || l.Masked <= 0 || l.Compacted {
			t.Errorf("while it is folded: %+v", l)
		}
	}
	if folded.Masked != folded.Layers[0].Masked+folded.Layers[1].Masked || *folded.AdviceInput.SentTokens != folded.Frame.Live {
		t.Errorf("masked %d, sent %d", folded.Masked, *folded.AdviceInput.SentTokens)
	}

	outside := strings.ReplaceAll(c.String(), "00:00:01.000Z", "00:00:00.000Z")
	c.Reset()
	c.WriteString(outside)
	c.add("h1", "u2", fold(`{"kind":"unfold","ids":["r:call-t2"]}`))
	held := fromScratch(t, c.Bytes(), config)
	if l := held.Layers[1]; l.Live != 0 || l.Held != 1 || l.Masked != 0 || l.Saved != folded.Layers[1].Saved {
		t.Errorf("once it is held: %+v", l)
	}
	if held.Updated-held.Active != 1000 {
		t.Errorf("updated %d, active %d", held.Updated, held.Active)
	}

	c.add("k1", "h1", `"type":"compaction","summary":"in short","firstKeptEntryId":"t2a","tokensBefore":5`)
	left := fromScratch(t, c.Bytes(), config)
	gone, kept := left.Layers[0], left.Layers[1]
	if !gone.Compacted || gone.Masked != 0 || gone.Saved != folded.Layers[0].Saved || kept.Compacted || kept.Held != 1 {
		t.Errorf("after a compaction: %+v, %+v", gone, kept)
	}
}
