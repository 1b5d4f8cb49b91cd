package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"cfold/engine/block"
	"cfold/engine/recall"
)

// left is a session whose first results have been compacted away, one of them with
// a hash that it does not have, and that has gone on from an earlier entry.
func left() *conversation {
	c := newConversation()
	c.user("u1", "", "start")
	leaf := c.turn("t1", "u1", "first output")
	leaf = c.turn("t2", leaf, "second output")
	side := c.turn("x1", leaf, "another branch")
	for n, hash := range []string{hashOf("first output"), hashOf("something else")} {
		id := fmt.Sprintf("r:call-t%d", n+1)
		c.add(fmt.Sprint("f", n), side, fmt.Sprintf(`"type":"custom","customType":"contextfold.fold","data":{"kind":"fold","entry":{"blockId":%q,"code":%q,"tool":"bash","isError":false,"bytes":12,"sha256":%q}}`, id, block.Code(id), hash))
	}
	c.add("l1", leaf, `"type":"custom","customType":"contextfold.fold","data":{"kind":"layer","layer":{"seq":1,"entries":[{"id":"r:call-t1","digestText":"a"},{"id":"r:call-t2","digestText":"b"}]}}`)
	c.user("u2", "l1", "go on")
	c.add("k1", "u2", `"type":"compaction","summary":"in short","firstKeptEntryId":"u2","tokensBefore":5`)
	return c
}

func hashOf(s string) string {
	sum, _ := block.Hash(s)
	return sum
}

func TestOriginalsThatLeftTheContext(t *testing.T) {
	c := left()
	s := New(bytes.NewReader(c.Bytes()))
	s.Ingest(0, c.Bytes())
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	for _, b := range s.Snapshot(Config{Settings: defaults()}).Blocks {
		if b.Kind == block.ToolResult {
			t.Fatalf("%s is still in the context", b.ID)
		}
	}
	ctx, o := context.Background(), s.Originals()
	a, err := o.Text(ctx, "r:call-t1")
	if err != nil || a.Text != "first output" || !a.Verified || a.Note != "" {
		t.Errorf("compacted away: %+v, %v", a, err)
	}
	if a, err = o.Text(ctx, "r:call-x1"); err != nil || a.Text != "another branch" || a.Verified || a.Note == "" {
		t.Errorf("of another branch, never folded: %+v, %v", a, err)
	}
	if _, err = o.Text(ctx, "r:call-t2"); !errors.Is(err, recall.ErrMismatch) {
		t.Errorf("other content than was folded: %v", err)
	}
	if _, err = o.Text(ctx, "r:nowhere"); !errors.Is(err, recall.ErrNotFound) {
		t.Errorf("not in the file: %v", err)
	}
	if b, ok, err := o.Block(ctx, "r:call-t2"); err != nil || !ok || b.Tool != "bash" || b.Turn != 1 {
		t.Errorf("the block is %+v, %v, %v", b, ok, err)
	}
	if ids := s.LayerIDs(1); len(ids) != 2 || ids[1] != "r:call-t2" || s.LayerIDs(2) != nil {
		t.Errorf("the layer holds %v", ids)
	}
}

// What comes after the first look is found by the next.
func TestOriginalsGrowWithTheSession(t *testing.T) {
	c := left()
	seen := c.Len()
	c.turn("t9", "k1", "late output")
	s := New(bytes.NewReader(c.Bytes()))
	s.Ingest(0, c.Bytes()[:seen])
	ctx, o := context.Background(), s.Originals()
	if _, ok, err := o.Block(ctx, "r:call-t9"); ok || err != nil {
		t.Errorf("found before it came: %v", err)
	}
	s.Ingest(int64(seen), c.Bytes()[seen:])
	if a, err := o.Text(ctx, "r:call-t9"); err != nil || a.Text != "late output" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestOriginalsEndWhenTold(t *testing.T) {
	c := left()
	s := New(bytes.NewReader(c.Bytes()))
	s.Ingest(0, c.Bytes())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Originals().Text(ctx, "r:call-t1"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
