package seed_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"cfold/engine/block"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/text"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// spoken is a block and its text.
type spoken struct {
	block.Block
	text string
}

func user(turn int, body string) spoken {
	return spoken{block.Block{ID: "u:" + strconv.Itoa(turn), Kind: block.User, Turn: turn}, body}
}

func call(turn int, id, tool, args string) spoken {
	return spoken{block.Block{ID: "a:" + id, Kind: block.ToolCall, Turn: turn, Tool: tool, CallID: id}, tool + " " + args}
}

func result(turn int, id, body string) spoken {
	return spoken{block.Block{ID: "r:" + id, Kind: block.ToolResult, Turn: turn, Tool: "bash", CallID: id, Durable: true}, body}
}

func conversation(list ...spoken) seed.Source {
	s := seed.Source{Text: func(i int) (string, error) { return list[i].text, nil }}
	for i, sp := range list {
		b := sp.Block
		b.Order, b.Units = i, text.Len(sp.text)
		b.Tokens = text.Estimate(b.Units) + block.Overhead
		s.Blocks = append(s.Blocks, b)
	}
	return s
}

func TestExtractTakesCallsFirstAndTheTurnsSpanned(t *testing.T) {
	s := conversation(
		user(1, "not spanned"),
		user(2, "\n  first  line \nsecond"),
		call(2, "c1", "Bash", `{"command":"cat b.txt"}`),
		result(2, "c1", "see a.txt\nError: 12345 no"),
		user(3, " "),
		call(3, "c2", "read", `{"path":"c.txt"}`),
		result(3, "c2", "longer text with fooBarBaz in it and 0xdeadbeef"),
		result(3, "gone", "$ make all"),
		user(4, "not spanned either"),
	)
	got, err := seed.Extract(s, []int{3, 6, 7})
	if err != nil {
		t.Fatal(err)
	}
	want := seed.Fields{
		Files:        []string{"b.txt", "c.txt", "a.txt"},
		Commands:     []string{`{"command":"cat b.txt"}`, "make all"},
		Errors:       []string{"Error: 12345 no"},
		Identifiers:  []string{"0xdeadbeef", "fooBarBaz", "12345"},
		UserMessages: []seed.UserMessage{{Turn: 2, FirstLine: "first line"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestExtractOfNothingIsEmptyListsNotNull(t *testing.T) {
	got, err := seed.Extract(conversation(user(1, "x")), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"files":[],"commands":[],"errors":[],"identifiers":[],"userMessages":[]}`
	if have := string(got.AppendJSON(nil)); have != want {
		t.Errorf("got %s", have)
	}
}

func TestExtractionFailsWhereATextCannotBeRead(t *testing.T) {
	broken := errors.New("broken")
	s := conversation(user(1, "x"), result(1, "c", "y"))
	s.Text = func(int) (string, error) { return "", broken }
	if _, err := seed.Extract(s, []int{1}); !errors.Is(err, broken) {
		t.Errorf("Extract: %v", err)
	}
	if _, err := seed.ExtractCompaction(s); !errors.Is(err, broken) {
		t.Errorf("ExtractCompaction: %v", err)
	}
	if _, err := seed.Spans(s, []int{1}, &layer.Set{}); !errors.Is(err, broken) {
		t.Errorf("Spans: %v", err)
	}
}

func TestCompactionKeepsWhatWasSeenLast(t *testing.T) {
	var list []spoken
	for n := range 40 {
		list = append(list, user(n+1, "ask "+strconv.Itoa(n)), result(n+1, "x"+strconv.Itoa(n), "file"+strconv.Itoa(n)+".txt"))
	}
	list = append(list, result(40, "again", "file9.txt then new.txt"))
	got, err := seed.ExtractCompaction(conversation(list...))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for n := 10; n < 40; n++ {
		want = append(want, "file"+strconv.Itoa(n)+".txt")
	}
	want = append(want, "file9.txt", "new.txt")
	if diff := cmp.Diff(want, got.Files); diff != "" {
		t.Error(diff)
	}
	if len(got.UserMessages) != 40 {
		t.Errorf("%d user lines, want all 40", len(got.UserMessages))
	}
}

// Merging block by block keeps what merging everything first would keep.
func TestCompactionMergesLikeOneList(t *testing.T) {
	name := rapid.IntRange(0, 60)
	rapid.Check(t, func(t *rapid.T) {
		blocks := rapid.SliceOfN(rapid.SliceOfN(name, 1, 8), 1, 30).Draw(t, "blocks")
		var list []spoken
		var all []string
		for i, names := range blocks {
			body := ""
			for _, n := range names {
				body += " f" + strconv.Itoa(n) + ".go"
			}
			list = append(list, result(1, strconv.Itoa(i), body))
			seen := map[int]bool{}
			for _, n := range names {
				if seen[n] {
					continue // within a block the first sighting counts
				}
				seen[n] = true
				file := "f" + strconv.Itoa(n) + ".go"
				if at := slices.Index(all, file); at >= 0 {
					all = slices.Delete(all, at, at+1)
				}
				all = append(all, file)
			}
		}
		got, err := seed.ExtractCompaction(conversation(list...))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[max(0, len(all)-32):], got.Files); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestSpansComeFromRecordsOrTexts(t *testing.T) {
	s := conversation(result(1, "a", "one\ntwo\n"), result(2, "b", ""), result(3, "c", "legacy"))
	var folds layer.Set
	folds.Record(layer.Record{BlockID: "r:a", Code: "stored12", Tool: "run", Bytes: 99, SHA256: "kept", FullOutputPath: "/o"})
	folds.Record(layer.Record{BlockID: "r:c", Code: "legacy12", Tool: "run"})
	got, err := seed.Spans(s, []int{0, 1, 2}, &folds)
	if err != nil {
		t.Fatal(err)
	}
	emptySum, _ := block.Hash("")
	legacySum, _ := block.Hash("legacy")
	want := []seed.Span{
		{BlockID: "r:a", Code: "stored12", Tool: "run", Turn: 1, Bytes: 99, Lines: 3, SHA256: "kept", FullOutputPath: "/o"},
		{BlockID: "r:b", Code: block.Code("r:b"), Tool: "bash", Turn: 2, SHA256: emptySum},
		{BlockID: "r:c", Code: "legacy12", Tool: "bash", Turn: 3, Bytes: 6, Lines: 1, SHA256: legacySum},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	compaction, err := seed.CompactionSpans(s, &folds)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]seed.Span{want[0], want[2]}, compaction); diff != "" {
		t.Error(diff)
	}
}

func TestUnrecordedListsWhatACompactionMustRecord(t *testing.T) {
	opaque, fleeting := result(1, "img", "picture"), result(1, "pos", "x")
	opaque.Opaque, fleeting.Durable = true, false
	s := conversation(user(1, "u"), result(1, "a", "text"), result(1, "done", "text"), result(1, "empty", ""), opaque, fleeting)
	var folds layer.Set
	folds.Record(layer.Record{BlockID: "r:done"})
	if diff := cmp.Diff([]int{1}, seed.Unrecorded(s, &folds)); diff != "" {
		t.Error(diff)
	}
}
