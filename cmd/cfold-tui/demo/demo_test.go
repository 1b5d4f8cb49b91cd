package demo

import (
	"bytes"
	"os"
	"slices"
	"testing"
	"time"

	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/live"
	"cfold/engine/replay"
	"cfold/engine/seed"
	"cfold/engine/session"
	"cfold/engine/settings"
	"cfold/watch/sessions"
)

var end = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// whole is a script's session and seed index.
func whole(s Script) (lines, index []byte) {
	for _, step := range append([]Step{s.Head}, s.Steps...) {
		lines, index = append(lines, step.Lines...), append(index, step.Index...)
	}
	return lines, index
}

func snapshot(t *testing.T, lines []byte) *live.Snapshot {
	t.Helper()
	s := live.New(bytes.NewReader(lines))
	s.Ingest(0, lines)
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	none := func(string) (string, bool) { return "", false }
	return s.Snapshot(live.Config{Settings: settings.Resolve(settings.File{}, none), Window: Window})
}

func TestSameStartSameBytes(t *testing.T) {
	a, b := New(end), New(end)
	la, ia := whole(a)
	lb, ib := whole(b)
	if !bytes.Equal(la, lb) || !bytes.Equal(ia, ib) {
		t.Error("two scripts differ")
	}
}

// Everything a viewer shows happens in it.
func TestHasEverything(t *testing.T) {
	script := New(end)
	lines, index := whole(script)
	s := snapshot(t, lines)
	if s.Counts.Malformed+s.Counts.Unknown > 0 {
		t.Errorf("counts %+v", s.Counts)
	}
	if got := time.UnixMilli(s.Updated); !got.Equal(end) {
		t.Errorf("ends at %v, want %v", got.UTC(), end)
	}
	if len(s.Layers) < 4 || s.HeldCount == 0 && !slices.ContainsFunc(s.Events, func(e live.Event) bool { return e.Kind == live.Unfolded }) {
		t.Errorf("%d layers, %d held", len(s.Layers), s.HeldCount)
	}
	if first := snapshot(t, script.Head.Lines); len(first.Layers) == 0 {
		t.Error("nothing is folded at the beginning")
	}
	kinds := map[live.EventKind]int{}
	for _, e := range s.Events {
		kinds[e.Kind]++
	}
	if kinds[live.Unfolded] != 1 || kinds[live.Compacted] != 1 {
		t.Errorf("events %v", kinds)
	}
	misses, failed := 0, 0
	for _, r := range s.Rows {
		if r.Judge(30).Verdict == cache.VerdictMiss {
			misses++
		}
		if r.Failed {
			failed++
		}
	}
	if misses != 1 || failed != 1 || len(s.Rows) < 50 {
		t.Errorf("%d misses, %d failures in %d responses", misses, failed, len(s.Rows))
	}
	if !s.Usage.Known || s.Spent.Priced == 0 || s.Figures.FoldNetTokens == nil || s.Figures.WireDeferredFolds > 0 {
		t.Errorf("usage %+v, figures %+v", s.Usage, s.Figures)
	}
	var log seed.Log
	for line := range bytes.Lines(index) {
		log.Add(line)
	}
	if len(log.Records()) != len(s.Layers)+1 || log.Skipped() > 0 {
		t.Errorf("%d records for %d layers", len(log.Records()), len(s.Layers))
	}
}

// The demo folds as the engine would: replaying it gives its own layers.
func TestReplaysToItsOwnLayers(t *testing.T) {
	lines, index := whole(New(end))
	x, folds, at := session.NewIndex(), layer.Set{}, int64(0)
	for line := range bytes.Lines(lines) {
		if i, l := x.Append(bytes.TrimSuffix(line, []byte("\n")), at); i != session.None && x.IsFold(i) {
			folds.Add(l.Data, i)
		}
		at += int64(len(line))
	}
	file := bytes.NewReader(lines)
	r, err := replay.Run(x, file, Window, ladder.Default())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Layers) != len(folds.Layers()) {
		t.Fatalf("%d layers, the session has %d", len(r.Layers), len(folds.Layers()))
	}
	for i, l := range folds.Layers() {
		if !slices.Equal(l.Entries, r.Layers[i].Entries) {
			t.Errorf("layer %d differs", l.Seq)
		}
	}
	records, err := r.Records(x, file, Window)
	if err != nil {
		t.Fatal(err)
	}
	var log seed.Log
	for line := range bytes.Lines(index) {
		log.Add(line)
	}
	n := 0
	for _, have := range log.Records() {
		if have.Trigger == seed.Compact {
			continue
		}
		again := records[n]
		again.Seq, again.At = have.Seq, have.At
		if !bytes.Equal(again.AppendJSON(nil), have.AppendJSON(nil)) {
			t.Errorf("record %d:\n got %.800s\nwant %.800s", have.Seq, again.AppendJSON(nil), have.AppendJSON(nil))
		}
		n++
	}
}

func TestTakesAMinuteOrSo(t *testing.T) {
	var total time.Duration
	for _, s := range New(end).Steps {
		total += s.After
	}
	if total < 40*time.Second || total > 100*time.Second {
		t.Errorf("plays for %v", total)
	}
}

// A file that is finished holds the script, its index beside it, and is gone once
// it is removed.
func TestFile(t *testing.T) {
	script := New(end)
	f, err := Create(script)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
	lines, index := whole(script)
	for path, want := range map[string][]byte{f.Path: lines, sessions.SeedIndexPath(f.Path, ID): index} {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d (%v)", path, len(got), len(want), err)
		}
	}
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.Dir); !os.IsNotExist(err) {
		t.Errorf("left behind: %v", err)
	}
}
