package live

import (
	"bytes"
	"testing"

	"cfold/engine/cache"
)

// A model change names the model of its own entry: which model answers next, or
// whether any does, is no matter.
func TestAModelChangeNamesItsModel(t *testing.T) {
	c := newConversation()
	c.add("m1", "", `"type":"model_change","provider":"one","modelId":"large"`)
	c.user("u1", "m1", "start")
	leaf := c.turn("t1", "u1", "output")
	c.add("m2", leaf, `"type":"model_change","provider":"two","modelId":"small"`)
	c.add("m3", "m2", `"type":"model_change","modelId":7`)
	s := New(bytes.NewReader(c.Bytes()))
	s.Ingest(0, c.Bytes())
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	var got []cache.Model
	for _, e := range s.Snapshot(Config{Settings: defaults()}).Events {
		if e.Kind != ModelChanged {
			t.Fatalf("an event of kind %s", e.Kind)
		}
		got = append(got, e.Model)
	}
	want := []cache.Model{{Provider: "one", ID: "large"}, {Provider: "two", ID: "small"}, {}}
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("event %d leads to %v, want %v", i, got[i], want[i])
		}
	}
}
