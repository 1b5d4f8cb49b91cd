package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/engine/seed"
)

var records = []seed.Record{
	{Seq: 1, Fields: seed.Fields{Files: []string{"a.go", "b.go"}, Errors: []string{"Error: x"}}, Spans: []seed.Span{{BlockID: "r:1"}, {BlockID: "r:2"}}},
	{Seq: 2, Fields: seed.Fields{Files: []string{"b.go", "c.go"}, Commands: []string{"b.go"}}, Spans: []seed.Span{{BlockID: "r:2"}, {BlockID: "r:3"}}},
}

func texts(all []value, rows []int) []string {
	var list []string
	for _, i := range rows {
		list = append(list, string(kindNames[all[i].kind])+" "+all[i].text)
	}
	return list
}

func TestCollect(t *testing.T) {
	all := collect(records)
	want := []string{"Files b.go", "Files c.go", "Files a.go", "Commands b.go", "Errors Error: x"}
	if diff := cmp.Diff(want, texts(all, matching(all, "", -1))); diff != "" {
		t.Errorf("the most recent do not come first within each kind:\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 1}, all[0].records); diff != "" {
		t.Errorf("b.go is not in both records:\n%s", diff)
	}
}

func TestMatching(t *testing.T) {
	all := collect(records)
	for _, c := range []struct {
		term string
		only int
		want []string
	}{
		{"B.GO", -1, []string{"Files b.go", "Commands b.go"}},
		{"b.go", int(commands), []string{"Commands b.go"}},
		{"", int(errorLines), []string{"Errors Error: x"}},
		{"nowhere", -1, nil},
	} {
		if diff := cmp.Diff(c.want, texts(all, matching(all, c.term, c.only))); diff != "" {
			t.Errorf("%q of %d:\n%s", c.term, c.only, diff)
		}
	}
}

func TestSpansOfTakesEachBlockOnce(t *testing.T) {
	var ids []string
	for _, s := range spansOf(records, collect(records)[0]) {
		ids = append(ids, s.BlockID)
	}
	if diff := cmp.Diff([]string{"r:1", "r:2", "r:3"}, ids); diff != "" {
		t.Error(diff)
	}
}
