package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"cfold/engine/active"
	"cfold/engine/settings"
)

func defaults() settings.Resolved {
	return settings.Resolve(settings.File{}, func(string) (string, bool) { return "", false })
}

// seen is everything a snapshot shows, texts read.
type seen struct {
	Snapshot Snapshot
	Texts    []string
	Entries  []int
	Digests  []string
}

// look reads all of a snapshot. Branch switches depend on when one looked.
func look(t interface{ Fatalf(string, ...any) }, p *Snapshot) seen {
	s := seen{Snapshot: *p}
	s.Snapshot.file, s.Snapshot.refs, s.Snapshot.digests = nil, active.Refs{}, nil
	s.Snapshot.Events = slices.DeleteFunc(slices.Clone(p.Events), func(e Event) bool { return e.Kind == BranchSwitched })
	for i := range p.Blocks {
		text, err := p.Text(i)
		if err != nil {
			t.Fatalf("reading block %d, %q: %v", i, p.Blocks[i].ID, err)
		}
		s.Texts = append(s.Texts, text)
		s.Entries = append(s.Entries, p.EntryOf(i))
		s.Digests = append(s.Digests, p.Digest(i))
	}
	return s
}

var everything = cmp.Options{cmpopts.EquateEmpty(), cmp.Exporter(func(reflect.Type) bool { return true })}

// fixed is a snapshot's content as bytes: what a later look must still find.
func fixed(t interface{ Fatalf(string, ...any) }, p *Snapshot) string {
	s := look(t, p)
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(b) + fmt.Sprint(p.Events, p.Activity)
}

// fromScratch is the snapshot of a session read at once.
func fromScratch(t interface{ Fatalf(string, ...any) }, data []byte, c Config) *Snapshot {
	s := New(bytes.NewReader(data))
	s.Ingest(0, data)
	if err := s.Settle(); err != nil {
		t.Fatalf("settling at once: %v", err)
	}
	return s.Snapshot(c)
}

// Whatever pieces a session arrives in, each look shows what reading it afresh
// shows, and never changes afterwards.
func TestIncrementalEqualsFromScratch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := generate(t)
		data := []byte(strings.Join(lines, "\n") + "\n")
		config := Config{Settings: defaults(), Window: rapid.SampledFrom([]int{0, 1500, 4000, 60000}).Draw(t, "window")}
		s := New(bytes.NewReader(data))
		type kept struct {
			*Snapshot
			was string
		}
		var all []kept
		at := 0
		for n := range lines {
			size := len(lines[n]) + 1
			s.Ingest(int64(at), data[at:at+size])
			at += size
			if n < len(lines)-1 && !rapid.Bool().Draw(t, "settle") {
				continue
			}
			if err := s.Settle(); err != nil {
				t.Fatalf("settling after line %d: %v", n, err)
			}
			if n < len(lines)-1 && !rapid.Bool().Draw(t, "look") {
				continue
			}
			p := s.Snapshot(config)
			if diff := cmp.Diff(look(t, fromScratch(t, data[:at], config)), look(t, p), everything); diff != "" {
				t.Fatalf("after line %d (-from scratch +incremental):\n%s\nof\n%s", n, diff, data[:at])
			}
			all = append(all, kept{p, fixed(t, p)})
		}
		for n, k := range all {
			if now := fixed(t, k.Snapshot); now != k.was {
				t.Fatalf("look %d changed afterwards\nfrom %s\n  to %s", n, k.was, now)
			}
		}
	})
}
