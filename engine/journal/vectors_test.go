package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"cfold/engine/journal"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/session"
)

// TestRecordsAsTheReferenceWritesThem makes each record of the recorded sessions
// again from what it says.
func TestRecordsAsTheReferenceWritesThem(t *testing.T) {
	vectors := os.Getenv("CFOLD_VECTORS")
	if vectors == "" {
		t.Skip("set CFOLD_VECTORS to the folder of recorded sessions")
	}
	paths, err := filepath.Glob(filepath.Join(vectors, "sessions", "*.calls.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded sessions: %v", err)
	}
	records := 0
	for _, calls := range paths {
		x := session.NewIndex()
		for line := range bytes.Lines([]byte(read(t, calls[:len(calls)-len(".calls.jsonl")]+".jsonl"))) {
			i, l := x.Append(bytes.TrimSuffix(line, []byte("\n")), 0)
			if i == session.None || !x.IsFold(i) {
				continue
			}
			records++
			var set layer.Set
			var again journal.Record
			switch set.Add(l.Data, i) {
			case layer.Fold:
				again = journal.FoldOf(set.Records()[0])
			case layer.Commit:
				again = journal.LayerOf(set.Layers()[0].Seq, set.Layers()[0].Entries)
			case layer.Unfold:
				var ids []string
				for _, id := range l.Data.Get("ids").Elements() {
					ids = append(ids, id.Text())
				}
				again = journal.UnfoldOf(ids...)
			}
			// The line around the data, too: only id, parent and time are its own.
			want := `{"type":"custom","customType":"contextfold.fold","data":` + string(again.JSON()) + `,"id":` +
				string(l.Raw.Get("id")) + `,"parentId":` + string(l.Raw.Get("parentId")) + `,"timestamp":` +
				string(l.Raw.Get("timestamp")) + "}\n"
			if string(line) != want {
				t.Fatalf("%s holds\n%s, not\n%s", filepath.Base(calls), line, want)
			}
		}
	}
	if records < 100 {
		t.Errorf("only %d records", records)
	}
}

// TestAppendToRecordedSessions appends to a copy of every session there is.
func TestAppendToRecordedSessions(t *testing.T) {
	vectors := os.Getenv("CFOLD_VECTORS")
	if vectors == "" {
		t.Skip("set CFOLD_VECTORS to the folder of recorded sessions")
	}
	paths, err := filepath.Glob(filepath.Join(vectors, "sessions", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, recorded := range paths {
		content := read(t, recorded)
		first, _, _ := bytes.Cut([]byte(content), []byte("\n"))
		head, ok := jsjson.Scan(first)
		if !ok || !head.Get("type").Equals("session") {
			continue // calls and indexes lie beside the sessions
		}
		path := file(t, content)
		if head.Get("version") == nil {
			seen, err := journal.Look(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = journal.Open(path, seen, journal.Options{Now: atNoon})
			mustBe(t, err, journal.ErrOldVersion, path)
			continue
		}
		if needs, err := journal.NeedsRepair(path); err != nil || needs {
			t.Errorf("%s needs repair: %v, %v", filepath.Base(recorded), needs, err)
		}
		before := load(t, path)
		result := add(t, open(t, path, atNoon), journal.UnfoldOf("r:here"))
		after := load(t, path)
		if leaf := before.Len() - 1; result.Parent != before.ID(leaf) || result.Copies != 0 || !after.set.Unfolded("r:here") {
			t.Errorf("%s: %+v, want parent %s", filepath.Base(recorded), result, before.ID(leaf))
		}
	}
}
