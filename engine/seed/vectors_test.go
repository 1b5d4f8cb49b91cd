package seed_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/ledger"
	"cfold/engine/seed"
	"cfold/engine/session"
)

func vectors(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("CFOLD_VECTORS")
	if dir == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	return dir
}

// lines splits a file; a last line without its LF is left out.
func lines(t testing.TB, name string) [][]byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := bytes.SplitAfter(b, []byte("\n"))
	return list[:len(list)-1]
}

// opened is a session and the state its fold records restore up to an entry.
type opened struct {
	file  *bytes.Reader
	index *session.Index
	folds *layer.Set
}

// open reads a session's entries until stop says so of one; nil reads all.
func open(t testing.TB, name string, stop func(x *session.Index, i int) bool) opened {
	t.Helper()
	o := opened{index: session.NewIndex(), folds: &layer.Set{}}
	var at int64
	var all []byte
	for _, line := range lines(t, name) {
		i, l := o.index.Append(bytes.TrimSuffix(line, []byte("\n")), at)
		at += int64(len(line))
		all = append(all, line...)
		if i != session.None && o.index.IsFold(i) {
			o.folds.Add(l.Data, i)
		}
		if i != session.None && stop != nil && stop(o.index, i) {
			break
		}
	}
	o.file = bytes.NewReader(all)
	return o
}

func sourceOf(l *ledger.Ledger) seed.Source { return seed.Source{Blocks: l.Blocks(), Text: l.Text} }

// What is extracted of any twelve masked blocks, and of a whole session at a
// compaction, is what the reference extracts.
func TestExtractAgreesWithVectors(t *testing.T) {
	dir := vectors(t)
	files, _ := filepath.Glob(filepath.Join(dir, "golden", "*.index.jsonl"))
	if len(files) == 0 {
		t.Fatal("no vectors found")
	}
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".index.jsonl")
		t.Run(base, func(t *testing.T) {
			o := open(t, filepath.Join(dir, "sessions", base+".jsonl"), nil)
			l, err := ledger.Build(o.index, o.file)
			if err != nil {
				t.Fatal(err)
			}
			var maskable []int
			for i := range l.Blocks() {
				if b := l.Block(i); b.Foldable() && b.Kind != block.Text {
					maskable = append(maskable, i)
				}
			}
			for n, line := range lines(t, name) {
				raw, _ := jsjson.Scan(line)
				var got seed.Fields
				var head string
				if raw.Get("compaction").IsTrue() {
					head = string(raw[:bytes.Index(raw, []byte(`,"files"`))+1])
					got, err = seed.ExtractCompaction(seed.Source{Blocks: l.Blocks()[:raw.Get("upTo").Int()], Text: l.Text})
				} else {
					masked := maskable[12*n : min(len(maskable), 12*n+12)]
					checkIDs(t, l, masked, raw.Get("masked"))
					head = string(raw[:bytes.Index(raw, []byte(`,"files"`))+1])
					got, err = seed.Extract(sourceOf(l), masked)
				}
				if err != nil {
					t.Fatal(err)
				}
				if have, want := head+string(got.AppendJSON(nil)[1:]), jsjson.Stringify(raw); have != want {
					t.Errorf("line %d:\n got %s\nwant %s", n+1, have, want)
				}
			}
		})
	}
}

func checkIDs(t *testing.T, l *ledger.Ledger, masked []int, want jsjson.Raw) {
	t.Helper()
	var ids, wanted []string
	for _, i := range masked {
		ids = append(ids, l.Block(i).ID)
	}
	for _, id := range want.Elements() {
		wanted = append(wanted, id.Text())
	}
	if !slices.Equal(ids, wanted) {
		t.Fatalf("masked blocks are %q, want %q", ids, wanted)
	}
}

// A record read and written again is the line it was, and every record that a
// compaction left in a recorded session follows from the session.
func TestRecordedIndexesAreReproduced(t *testing.T) {
	dir := vectors(t)
	files, _ := filepath.Glob(filepath.Join(dir, "sessions", "*.seed-index.jsonl"))
	if len(files) == 0 {
		t.Fatal("no recorded indexes found")
	}
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".seed-index.jsonl")
		t.Run(base, func(t *testing.T) {
			var log seed.Log
			recorded := lines(t, name)
			for _, line := range recorded {
				log.Add(line)
			}
			if len(log.Records()) != len(recorded) || log.Skipped() != 0 {
				t.Fatalf("%d records of %d lines, %d skipped", len(log.Records()), len(recorded), log.Skipped())
			}
			nth := 0
			for i, r := range log.Records() {
				if got := seed.AppendLine(nil, r); !bytes.Equal(got, recorded[i]) {
					t.Errorf("record %d:\n got %s\nwant %s", i, got, recorded[i])
				}
				if r.Trigger == seed.Compact {
					nth++
					want := string(seed.AppendLine(nil, r))
					if got := string(seed.AppendLine(nil, compactRecord(t, filepath.Join(dir, "sessions", base+".jsonl"), nth, r))); got != want {
						t.Errorf("compaction %d:\n got %s\nwant %s", nth, got, want)
					}
				}
			}
		})
	}
}

// compactRecord makes the record of a session's nth compaction afresh; like gives
// what the session does not say.
func compactRecord(t *testing.T, name string, nth int, like seed.Record) seed.Record {
	t.Helper()
	o := open(t, name, func(x *session.Index, i int) bool {
		if x.Entry(i).Kind == session.Compaction {
			nth--
		}
		return nth == 0
	})
	branch := o.index.Branch(o.index.Leaf())
	at := len(branch) - 1
	history := []int32{}
	for _, i := range branch[:o.index.FirstKept(branch, at)] {
		if k := o.index.Entry(int(i)).Kind; k == session.Message || k == session.ContextEdit {
			history = append(history, i)
		}
	}
	ctx := active.New(o.index, o.file, func(string) bool { return true })
	if err := ctx.Move(history); err != nil {
		t.Fatal(err)
	}
	source := seed.Source{Blocks: ctx.Blocks(), Text: func(i int) (string, error) {
		return ctx.Refs()[i].Text(o.file, &ctx.Blocks()[i])
	}}
	fields, err := seed.ExtractCompaction(source)
	if err != nil {
		t.Fatal(err)
	}
	spans, err := seed.CompactionSpans(source, o.folds)
	if err != nil {
		t.Fatal(err)
	}
	return seed.Record{
		Harness: seed.Harness, Session: o.index.Header().ID, Seq: like.Seq, At: like.At, Trigger: seed.Compact,
		Usage:  seed.UsageOf(int(o.index.TokensBefore(int(branch[at]))), like.Usage.ContextWindow),
		Fields: fields, Spans: spans,
	}
}
