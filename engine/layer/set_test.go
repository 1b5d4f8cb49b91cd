package layer

import (
	"fmt"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/engine/jsjson"
)

// restored is a set after the data of some records, one a line.
func restored(t *testing.T, lines ...string) (*Set, []Kind) {
	t.Helper()
	s := &Set{}
	var kinds []Kind
	for n, line := range lines {
		data, ok := jsjson.Scan([]byte(line))
		if !ok {
			t.Fatalf("no JSON: %s", line)
		}
		kinds = append(kinds, s.Add(data, n))
	}
	return s, kinds
}

func layerData(seq int, idsAndDigests ...string) string {
	var entries []string
	for n := 0; n < len(idsAndDigests); n += 2 {
		entries = append(entries, fmt.Sprintf(`{"id":%q,"digestText":%q}`, idsAndDigests[n], idsAndDigests[n+1]))
	}
	return fmt.Sprintf(`{"kind":"layer","layer":{"seq":%d,"entries":[%s]}}`, seq, strings.Join(entries, ","))
}

// standing lists the digests in force of some ids.
func standing(s *Set, ids ...string) string {
	var out []string
	for _, id := range ids {
		d, seq, ok := s.Frozen(id)
		if !ok {
			d = "-"
		}
		out = append(out, fmt.Sprintf("%s@%d", d, seq))
	}
	return strings.Join(out, " ")
}

func TestLayers(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // of a, b and c
		seqs  string
	}{
		{"none", nil, "-@0 -@0 -@0", ""},
		{"two", []string{layerData(1, "a", "A"), layerData(2, "b", "B")}, "A@1 B@2 -@0", "1 2"},
		{"the later layer rules", []string{layerData(1, "a", "A"), layerData(2, "a", "AA")}, "AA@2 -@0 -@0", "1 2"},
		{"whatever order they stand in", []string{layerData(3, "a", "AAA", "c", "C"), layerData(1, "a", "A", "b", "B")}, "AAA@3 B@1 C@3", "1 3"},
		{"the last of a seq rules", []string{layerData(1, "a", "A", "b", "B"), layerData(1, "a", "A2")}, "A2@1 -@0 -@0", "1"},
		{"what gave way uncovers an older one", []string{layerData(1, "a", "A"), layerData(2, "a", "AA"), layerData(2, "b", "BB")}, "A@1 BB@2 -@0", "1 2"},
		{"the last of an id in a layer rules", []string{layerData(1, "a", "A", "a", "A2")}, "A2@1 -@0 -@0", "1"},
		{"unfolded, once and for all", []string{`{"kind":"unfold","ids":["a"]}`, layerData(1, "a", "A", "b", "B"), `{"kind":"unfold","ids":["b"]}`, layerData(2, "a", "A2")}, "-@0 -@0 -@0", "1 2"},
		{"what is no digest is passed over", []string{`{"kind":"layer","layer":{"seq":1,"entries":[null,{"id":"a"},{"id":5,"digestText":"x"},{"id":"b","digestText":7},{"id":"c","digestText":""}]}}`}, "-@0 -@0 @1", "1"},
		{"an empty layer takes its seq", []string{layerData(4)}, "-@0 -@0 -@0", "4"},
	} {
		s, _ := restored(t, c.lines...)
		if got := standing(s, "a", "b", "c"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		var seqs []string
		most := 0
		for _, l := range s.Layers() {
			seqs = append(seqs, fmt.Sprint(l.Seq))
			most = max(most, l.Seq)
		}
		if got := strings.Join(seqs, " "); got != c.seqs || s.MaxSeq() != most {
			t.Errorf("%s: seqs %s, highest %d, want %s", c.name, got, s.MaxSeq(), c.seqs)
		}
	}
}

func TestKinds(t *testing.T) {
	for line, want := range map[string]Kind{
		`{"kind":"fold","entry":{"blockId":"a"}}`: Fold, `{"kind":"spool","entry":{"blockId":"a"}}`: Fold, `{"kind":"gate","entry":{"blockId":"a"}}`: Fold,
		`{"kind":"fold","entry":{}}`: Ignored, `{"kind":"fold"}`: Ignored, `{"kind":"fold","entry":{"blockId":""}}`: Ignored, `{"kind":"fold","entry":{"blockId":5}}`: Ignored,
		layerData(1): Commit, `{"kind":"layer","layer":{"seq":"1","entries":[]}}`: Ignored, `{"kind":"layer","layer":{"seq":1}}`: Ignored, `{"kind":"layer"}`: Ignored,
		`{"kind":"unfold","ids":[]}`: Unfold, `{"kind":"unfold","ids":"a"}`: Ignored, `{"kind":"unfold"}`: Ignored,
		`{"kind":"new"}`: Ignored, `{"kind":null}`: Ignored, `{}`: Ignored, `null`: Ignored, `5`: Ignored, `[]`: Ignored, `{"Kind":"unfold","ids":["a"]}`: Ignored,
	} {
		if _, kinds := restored(t, line); kinds[0] != want {
			t.Errorf("%s is %d, want %d", line, kinds[0], want)
		}
	}
}

func TestRecords(t *testing.T) {
	s, _ := restored(t,
		`{"kind":"fold","entry":{"blockId":"a","code":"aaaaaa","tool":"ls","isError":true,"bytes":7,"sha256":"00","fullOutputPath":"/f"}}`,
		`{"kind":"spool","entry":{"blockId":"b","code":"bbbbbbbb","tool":"thinking","bytes":8,"sha256":"untrusted"}}`,
		`{"kind":"fold","entry":{"blockId":"c"}}`,
		`{"kind":"fold","entry":{"blockId":"a","code":"a2a2a2","tool":"ls","bytes":9,"sha256":"11"}}`,
		layerData(1, "d", "D"))
	want := []Record{
		{BlockID: "a", Code: "a2a2a2", Tool: "ls", Bytes: 9, SHA256: "11"},
		{BlockID: "b", Code: "bbbbbbbb", Tool: "thinking", Bytes: 8},
		{BlockID: "c", Code: block.Code("c")},
	}
	got := s.Records()
	if len(got) != len(want) {
		t.Fatalf("%d records", len(got))
	}
	for n := range want {
		if got[n] != want[n] {
			t.Errorf("record %d is %+v, want %+v", n, got[n], want[n])
		}
	}
	for id, code := range map[string]string{"a": "a2a2a2", "b": "bbbbbbbb", "d": block.Code("d"), "never": block.Code("never")} {
		if s.Code(id) != code {
			t.Errorf("%s answers to %s, want %s", id, s.Code(id), code)
		}
	}
	if _, ok := s.RecordOf("d"); ok {
		t.Error("a layer made a record")
	}
}

func TestUnfoldsAddUp(t *testing.T) {
	s, _ := restored(t, `{"kind":"unfold","ids":["a","b",5,null]}`, `{"kind":"unfold","ids":["b","c"]}`, layerData(1, "a", "A"))
	for id, want := range map[string]bool{"a": true, "b": true, "c": true, "d": false, "": false} {
		if s.Unfolded(id) != want {
			t.Errorf("%q unfolded: %v", id, s.Unfolded(id))
		}
	}
	digest, ok := s.Stored("a")
	if _, _, frozen := s.Frozen("a"); frozen || !s.Layered("a") || !ok || digest != "A" {
		t.Error("an unfolded block of a layer is not known as one")
	}
	if _, ok := s.Stored("b"); ok || s.Layered("b") {
		t.Error("a block no layer holds is known as one")
	}
}

// The zero Set answers as an empty session does.
func TestZeroSet(t *testing.T) {
	var s Set
	if _, ok := s.RecordOf("a"); ok || s.Unfolded("a") || s.Layered("a") || s.MaxSeq() != 0 || len(s.Layers())+len(s.Records()) != 0 {
		t.Error("the zero Set holds something")
	}
	if s.Code("a") != block.Code("a") {
		t.Error("the zero Set computes no code")
	}
}

// Of two blocks with one code the first one has it, be it from a record or a layer;
// a block that has none of its own is not in its way.
func TestTheFirstBlockHasTheCode(t *testing.T) {
	var s Set
	if s.Taken("r:b") {
		t.Error("a code is taken of an empty set")
	}
	s.Record(Record{BlockID: "r:a", Code: block.Code("r:b")})
	s.Record(Record{BlockID: "r:c", Code: block.Code("r:b")})
	s.Commit(Layer{Seq: 1, Entries: []Digest{{"r:d", "digest"}}})
	for id, want := range map[string]bool{"r:b": true, "r:c": false, "r:d": false} {
		if got := s.Taken(id); got != want {
			t.Errorf("the code of %s is taken: %t", id, got)
		}
	}
	if n := s.Codes(); n != 2 {
		t.Errorf("%d codes stand for a block, want 2", n)
	}
}
