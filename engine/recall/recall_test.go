package recall_test

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/engine/recall"

	"github.com/google/go-cmp/cmp"
)

// sessionOf is a session file whose entries follow each other.
func sessionOf(entries ...string) []byte {
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-11-29T00:00:00.000Z","cwd":"/"}` + "\n")
	for i, members := range entries {
		parent := "null"
		if i > 0 {
			parent = strconv.Quote("e" + strconv.Itoa(i-1))
		}
		fmt.Fprintf(&b, `{"id":"e%d","parentId":%s,"timestamp":"2026-11-29T00:00:00.000Z",%s}`+"\n", i, parent, members)
	}
	return []byte(b.String())
}

func toolResult(id, body string) string {
	return fmt.Sprintf(`"type":"message","message":{"role":"toolResult","toolCallId":%q,"toolName":"bash","content":[{"type":"text","text":%q}]}`, id, body)
}

func custom(data string) string {
	return `"type":"custom","customType":"contextfold.fold","data":` + data
}

// fold is the record of a block as if its text was body; more are members.
func fold(id, body, more string) string {
	sum, size := block.Hash(body)
	return custom(fmt.Sprintf(`{"kind":"fold","entry":{"blockId":%q,"code":%q,"tool":"bash","isError":false,"bytes":%d,"sha256":%q%s}}`,
		id, block.Code(id), size, sum, more))
}

func commit(seq int, ids ...string) string {
	var entries []string
	for _, id := range ids {
		entries = append(entries, fmt.Sprintf(`{"id":%q,"digestText":"d"}`, id))
	}
	return custom(fmt.Sprintf(`{"kind":"layer","layer":{"seq":%d,"entries":[%s]}}`, seq, strings.Join(entries, ",")))
}

// gone begins the context anew: nothing before it is live.
const gone = `"type":"compaction","summary":"short","firstKeptEntryId":"none","tokensBefore":1`

func TestRecall(t *testing.T) {
	spool := custom(`{"kind":"spool","entry":{"blockId":"r:1","code":"oldcode8","tool":"bash","sha256":"not to be trusted"}}`)
	tests := []struct {
		name     string
		entries  []string
		code     string
		text     string
		err      error
		verified bool
		noted    bool
	}{
		{"verified", []string{toolResult("1", "one"), fold("r:1", "one", ""), gone}, "", "one", nil, true, false},
		{"unfolded ones answer too", []string{toolResult("1", "one"), fold("r:1", "one", ""), custom(`{"kind":"unfold","ids":["r:1"]}`)}, "", "one", nil, true, false},
		{"the last block of an id answers", []string{toolResult("1", "old"), toolResult("1", "one"), fold("r:1", "one", ""), gone}, "", "one", nil, true, false},
		{"a stored code", []string{toolResult("1", "one"), spool, gone}, "{#OLDCODE8 FOLDED}", "one", nil, false, true},
		{"a computed code is not a stored one", []string{toolResult("1", "one"), spool}, "", "", recall.ErrUnknown, false, false},
		{"a layer's block without a record", []string{toolResult("1", "one"), commit(1, "r:1"), gone}, "", "one", nil, false, true},
		{"never folded", []string{toolResult("1", "one")}, "", "", recall.ErrUnknown, false, false},
		{"changed and gone", []string{toolResult("1", "changed"), fold("r:1", "one", ""), gone}, "", "", recall.ErrMismatch, false, false},
		{"changed but live", []string{toolResult("1", "changed"), fold("r:1", "one", "")}, "", "changed", nil, false, true},
		{"not in the file", []string{fold("r:1", "one", "")}, "", "", recall.ErrNotFound, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code := tt.code
			if code == "" {
				code = block.Code("r:1")
			}
			got, err := open(t, sessionOf(tt.entries...)).Recall(code, recall.Options{})
			if !errors.Is(err, tt.err) || got.Text != tt.text || got.Verified != tt.verified || (got.Note != "") != tt.noted {
				t.Errorf("got %+v, %v", got, err)
			}
			if err == nil && (got.BlockID != "r:1" || got.Label != "bash" || got.Units != len(tt.text)) {
				t.Errorf("got %+v", got)
			}
			if err != nil && (!recall.IsFailure(err) || !strings.Contains(err.Error(), block.Code("r:1"))) {
				t.Errorf("%v does not name the code", err)
			}
		})
	}
}

func TestRecallOfAnEditedBlockServesWhatIsLive(t *testing.T) {
	s := open(t, sessionOf(
		toolResult("1", "original"),
		`"type":"context_edit","targetId":"e0","replacement":{"content":"replaced"}`,
		fold("r:1:edit:e1", "replaced", ""),
	))
	got, err := s.Recall(block.Code("r:1:edit:e1"), recall.Options{})
	if err != nil || got.Text != "replaced" || got.Verified || got.Note == "" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestRecallReadsTheFullOutputByLinesAndTerm(t *testing.T) {
	s := open(t, sessionOf(toolResult("1", "short"), fold("r:1", "short", `,"fullOutputPath":"/tmp/full.log"`)))
	tests := []struct {
		name string
		read func(string) (string, error)
		o    recall.Options
		want string
	}{
		{"lines", readable, recall.Options{Lines: "2-2"}, "2: of /tmp/full.log"},
		{"term", readable, recall.Options{Grep: "FULL"}, "2: of /tmp/full.log"},
		{"never whole", readable, recall.Options{}, "short"},
		{"not readable", unreadable, recall.Options{Lines: "1-2"}, "1: short"},
		{"nothing to read with", nil, recall.Options{Lines: "1-2"}, "1: short"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.ReadFile = tt.read
			if got, err := s.Recall(block.Code("r:1"), tt.o); err != nil || got.Text != tt.want {
				t.Errorf("got %q, %v", got.Text, err)
			}
		})
	}
}

func readable(path string) (string, error) { return "whole output\nof " + path, nil }
func unreadable(string) (string, error)    { return "", errors.New("gone") }

func TestReadFailuresAreNotTakenForMissingBlocks(t *testing.T) {
	s := open(t, sessionOf(toolResult("1", "one"), fold("r:1", "one", ""), commit(1, "r:1"), gone))
	s.Ledger = failing{s.Ledger}
	if _, err := s.Recall(block.Code("r:1"), recall.Options{}); !errors.Is(err, errBroken) || recall.IsFailure(err) {
		t.Errorf("Recall: %v", err)
	}
	if _, err := s.Search("one", false); !errors.Is(err, errBroken) {
		t.Errorf("Search: %v", err)
	}
}

var errBroken = errors.New("broken disk")

// failing lists blocks whose texts cannot be read.
type failing struct{ recall.Blocks }

func (failing) Text(int) (string, error) { return "", errBroken }

func TestSearchSweepsLiveThenRecordedBlocks(t *testing.T) {
	before := []string{
		toolResult("gone1", "Match in the ledger"), fold("r:gone1", "Match in the ledger", ""),
		toolResult("gone2", "match, but changed"), fold("r:gone2", "other", ""),
		toolResult("gone3", "no such line"), fold("r:gone3", "no such line", ""),
		toolResult("gone4", "match unfolded"), fold("r:gone4", "match unfolded", ""),
		fold("r:never", "match never was", ""),
	}
	after := []string{
		gone,
		toolResult("live1", "x\nmatch live"), toolResult("live2", "match live, never folded"),
		toolResult("live3", "match live, unfolded"), toolResult("live4", "again a MATCH"),
		fold("r:live1", "x\nmatch live", ""), fold("r:live3", "match live, unfolded", ""),
		commit(1, "r:live1", "r:live3", "r:live4"),
		custom(`{"kind":"unfold","ids":["r:live3","r:gone4"]}`),
	}
	s := open(t, sessionOf(append(before, after...)...))
	got, err := s.Search("match", false)
	if err != nil {
		t.Fatal(err)
	}
	want := recall.Found{
		Term: "match",
		Hits: []recall.Hit{
			{Code: block.Code("r:live1"), Lines: []string{"2: match live"}},
			{Code: block.Code("r:live4"), Lines: []string{"1: again a MATCH"}},
			{Code: block.Code("r:gone1"), Lines: []string{"1: Match in the ledger"}},
		},
		Scanned: 4,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSearchEndsWithItsBudget(t *testing.T) {
	wide := strings.Repeat("match "+strings.Repeat("y", 190)+"\n", 15)
	entries := []string{}
	for i := range 4 {
		id := strconv.Itoa(i)
		entries = append(entries, toolResult(id, wide), fold("r:"+id, wide, ""))
	}
	s := open(t, sessionOf(append(entries, gone)...))
	got, err := s.Search("match", false)
	if err != nil {
		t.Fatal(err)
	}
	// A printed line of 199 or 200 units costs 51 tokens: 19 of them fit.
	if n := len(got.Hits); n != 2 || len(got.Hits[0].Lines) != 15 || len(got.Hits[1].Lines) != 4 || got.Scanned != 2 || !got.Capped {
		t.Errorf("%d hits, scanned %d, capped %v", n, got.Scanned, got.Capped)
	}
	full, err := s.Search("match", true)
	if err != nil || len(full.Hits) != 4 || len(full.Hits[3].Lines) != 15 || full.Scanned != 4 || full.Capped {
		t.Errorf("in full: %d hits, scanned %d, %v", len(full.Hits), full.Scanned, err)
	}
}

func TestUnfold(t *testing.T) {
	s := open(t, sessionOf(
		toolResult("old", "x"), fold("r:old", "x", ""), commit(1, "r:old"),
		gone,
		toolResult("live", "y"), fold("r:live", "y", ""), commit(2, "r:live"),
		toolResult("recorded", "z"), fold("r:recorded", "z", ""),
	))
	tests := []struct {
		id   string
		want error
	}{
		{"r:live", nil},
		{"r:old", recall.ErrCompacted},
		{"r:recorded", recall.ErrUnknown},
		{"r:none", recall.ErrUnknown},
	}
	for _, tt := range tests {
		id, err := s.Unfold("#" + strings.ToUpper(block.Code(tt.id)))
		if !errors.Is(err, tt.want) || err == nil && id != tt.id {
			t.Errorf("%s: %q, %v", tt.id, id, err)
		}
	}
}

func TestJSONKeepsLoneSurrogates(t *testing.T) {
	r := recall.Reply{Code: "c", Options: recall.Options{Grep: "g"}, Answer: recall.Answer{Text: "\xed\xa0\x80\u2028"}}
	if got, want := string(r.AppendJSON(nil)), `{"code":"c","opts":{"grep":"g"},"found":true,"text":"\ud800`+"\u2028"+`"}`; got != want {
		t.Errorf("got %s", got)
	}
	f := recall.Found{Term: "t", Hits: []recall.Hit{{Code: "c", Lines: []string{"1: a", "2: b"}}}, Scanned: 3}
	if got, want := string(f.AppendJSON(nil)), `{"search":"t","hits":[{"code":"c","lines":["1: a","2: b"]}],"scanned":3}`; got != want {
		t.Errorf("got %s", got)
	}
}

func BenchmarkSearch(b *testing.B) {
	body := strings.Repeat("2026-11-29 INFO server: request 4711 done in 12 ms\n", 200)
	var entries []string
	for i := range 300 {
		id := strconv.Itoa(i)
		entries = append(entries, toolResult(id, body), fold("r:"+id, body, ""))
	}
	all := sessionOf(append(entries, gone)...)
	s := open(b, bytes.Clone(all))
	b.SetBytes(int64(300 * len(body)))
	for b.Loop() {
		if _, err := s.Search("no such thing", false); err != nil {
			b.Fatal(err)
		}
	}
}
