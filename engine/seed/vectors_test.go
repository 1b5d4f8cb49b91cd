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

// A record read and written again is the line it was, and every record of a
// recorded session follows from the session: from what the context held when the
// layer was committed, or from the history that the compaction removed.
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
				file := filepath.Join(dir, "sessions", base+".jsonl")
				var again seed.Record
				if r.Trigger == seed.Compact {
					nth++
					again = compactRecord(t, file, nth, r)
				} else {
					again = foldRecord(t, file, r)
				}
				if got := seed.AppendLine(nil, again); !bytes.Equal(got, recorded[i]) {
					t.Errorf("record %d afresh:\n got %s\nwant %s", i, got, recorded[i])
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
	entry, err := o.index.Read(o.file, int(branch[at]))
	if err != nil {
		t.Fatal(err)
	}
	history := []int32{}
	for _, i := range branch[:o.index.FirstKept(branch, at)] {
		if k := o.index.Entry(int(i)).Kind; k == session.Message || k == session.ContextEdit {
			history = append(history, i)
		}
	}
	source := o.context(t, history)
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
		Usage:  seed.UsageOf(int(entry.Get("tokensBefore").Int()), like.Usage.ContextWindow),
		Fields: fields, Spans: spans,
	}
}

// context is what a branch puts into the context.
func (o opened) context(t *testing.T, branch []int32) seed.Source {
	t.Helper()
	ctx := active.New(o.index, o.file, func(string) bool { return true })
	if err := ctx.Move(branch); err != nil {
		t.Fatal(err)
	}
	return seed.Source{Blocks: ctx.Blocks(), Text: func(i int) (string, error) {
		return ctx.Refs().Text(o.file, i, &ctx.Blocks()[i])
	}}
}

// foldRecord makes the record of the fold event that committed a layer afresh;
// like gives its seq and what the session does not say.
func foldRecord(t *testing.T, name string, like seed.Record) seed.Record {
	t.Helper()
	masks := map[string]bool{}
	o := open(t, name, nil)
	at := session.None
	for _, l := range o.folds.Layers() {
		if l.Seq == like.Seq {
			at = l.Entry
			for _, d := range l.Entries {
				masks[d.ID] = true
			}
		}
	}
	if at == session.None {
		t.Fatalf("no layer has seq %d", like.Seq)
	}
	source := o.context(t, o.index.Branch(at))
	var masked []int
	for i := range source.Blocks {
		if masks[source.Blocks[i].ID] {
			masked = append(masked, i)
		}
	}
	fields, err := seed.Extract(source, masked)
	if err != nil {
		t.Fatal(err)
	}
	spans, err := seed.Spans(source, masked, &layer.Set{})
	if err != nil {
		t.Fatal(err)
	}
	again := like
	again.Session, again.Fields, again.Spans = o.index.Header().ID, fields, spans
	return again
}
