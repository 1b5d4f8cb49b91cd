package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"testing"

	"cfold/engine/active"
	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/engine/session"
)

// recording is a session file as a test walks through it.
type recording struct {
	t     testing.TB
	file  *bytes.Reader
	index *session.Index
}

func load(t testing.TB, path string) recording {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := recording{t, bytes.NewReader(data), session.NewIndex()}
	var at int64
	for line := range bytes.Lines(data) {
		r.index.Append(bytes.TrimSuffix(line, []byte("\n")), at)
		at += int64(len(line))
	}
	return r
}

func (r recording) read(i int) jsjson.Raw {
	r.t.Helper()
	raw, err := r.index.Read(r.file, i)
	if err != nil {
		r.t.Fatal(err)
	}
	return raw
}

// outcome is what a host made of a recording.
type outcome struct {
	frames  []ladder.Frame
	seqs    []int    // the layer each call committed, 0 for none
	hashes  []string // of each call's outgoing messages
	appends []string // data of the entries to append, in order
	index   []seed.Record
}

// driver plays an agent: it hands a host the calls of a recording one by one.
type driver struct {
	recording
	host      *Host
	ctx       *active.Context
	sent      []int // entries whose messages the host has
	counts    []int // and how many messages after each
	edited    map[string]string
	telemetry cache.Telemetry
	model     cache.Model
	window    int
	config    ladder.Config
	fail      func(n int) bool // whether persisting the nth event fails
	events    int
	out       outcome
}

// drive runs the whole active branch. The records that the file holds are not
// restored; unfolds take effect where they stand.
func (r recording) drive(window int, config ladder.Config, fail func(n int) bool) outcome {
	r.t.Helper()
	d := &driver{recording: r, host: New(r.index.Header().ID), window: window, config: config, fail: fail}
	d.ctx = active.New(r.index, r.file, nil)
	for at, i := range r.index.Branch(r.index.Leaf()) {
		d.step(at, int(i))
		if err := d.ctx.Extend(i); err != nil {
			r.t.Fatal(err)
		}
	}
	return d.out
}

func (d *driver) step(at, i int) {
	e := d.index.Entry(i)
	if response, ok := d.index.Response(i); ok && response.Report == "" {
		d.call(i)
		if response.HasUsage {
			if d.model != response.Model && d.model != (cache.Model{}) {
				d.telemetry.ModelChange()
			}
			d.model = response.Model
			d.telemetry.Record(response.Usage)
		}
	}
	if d.index.IsFold(i) {
		if data := d.read(i).Get("data"); data.Get("kind").Equals("unfold") {
			d.host.Restore(data)
		}
	}
	if e.Kind == session.Compaction {
		d.compact(at, i)
	}
}

func (d *driver) call(i int) {
	edits := d.edits()
	if !maps.Equal(edits, d.edited) {
		d.sent, d.counts = nil, nil // an edit changes or drops what was sent before
	}
	d.edited = edits
	from, list := d.outgoing()
	view, err := d.host.Call(Call{
		From: from, Messages: list, Edits: edits,
		Reported: d.ctx.Usage(), Window: d.window, Config: d.config,
		Cold: d.telemetry.Cold(), HoldsContext: d.telemetry.ProviderHoldsContext(), At: d.index.Entry(i).Time,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	seq := 0
	if e := view.Event; e != nil {
		d.events++
		if d.fail != nil && d.fail(d.events) {
			if d.host.Reject() != e {
				d.t.Fatal("the event given up is not the one of the call")
			}
		} else {
			d.persist(e)
			seq = e.Layer.Seq
			d.telemetry.Fold(e.Saved)
			d.host.Commit()
		}
	}
	d.out.frames = append(d.out.frames, view.Frame)
	d.out.seqs = append(d.out.seqs, seq)
	d.out.hashes = append(d.out.hashes, hashOf(d.host))
}

func (d *driver) persist(e *Event) {
	for _, r := range e.Folds {
		d.out.appends = append(d.out.appends, string(layer.AppendFold(nil, r)))
	}
	d.out.index = append(d.out.index, e.Index)
	d.out.appends = append(d.out.appends, string(layer.AppendLayer(nil, e.Layer)))
}

// outgoing is what changed of the context's messages since the last call, system
// messages left out.
func (d *driver) outgoing() (from int, list []jsjson.Raw) {
	entries := d.ctx.Entries()
	n := 0
	for n < len(d.sent) && n < len(entries) && d.sent[n] == entries[n] {
		n++
	}
	if n > 0 {
		from = d.counts[n-1]
	}
	d.sent, d.counts = entries, d.counts[:n]
	for ; n < len(entries); n++ {
		err := d.ctx.Outgoing(n, func(string) (string, bool) { return "", false }, func(m jsjson.Raw) { list = append(list, m) })
		if err != nil {
			d.t.Fatal(err)
		}
		d.counts = append(d.counts, from+len(list))
	}
	return from, list
}

// edits maps what messages are known by to the edit in force on them.
func (d *driver) edits() map[string]string {
	edits := map[string]string{}
	for _, i := range d.ctx.Branch() {
		if d.index.Entry(int(i)).Kind != session.ContextEdit {
			continue
		}
		target := d.index.Lookup(d.read(int(i)).Get("targetId").Text())
		if target == session.None {
			continue
		}
		for _, m := range session.Messages(d.read(target), nil) {
			if id := BaseID(m); id != "" {
				edits[id] = d.index.ID(int(i))
			}
		}
	}
	return edits
}

func (d *driver) compact(at, i int) {
	branch := d.index.Branch(i)
	kept := ""
	if n := d.index.FirstKept(branch, at); n < at {
		kept = d.index.ID(int(branch[n]))
	}
	history, err := History(d.index, d.file, branch[:at], kept)
	if err != nil {
		d.t.Fatal(err)
	}
	folds, err := d.host.Unrecorded(history)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, r := range folds {
		d.out.appends = append(d.out.appends, string(layer.AppendFold(nil, r)))
	}
	d.host.Recorded(folds...)
	entry, err := d.index.Read(d.file, i)
	if err != nil {
		d.t.Fatal(err)
	}
	record, err := d.host.Compact(history, int(entry.Get("tokensBefore").Int()), d.window, d.index.Entry(i).Time)
	if err != nil {
		d.t.Fatal(err)
	}
	d.out.index = append(d.out.index, record)
}

// hashOf is the hash of a host's messages with its replacements in them.
func hashOf(h *Host) string {
	replace := h.Replacements()
	sum := sha256.New()
	sum.Write([]byte{'['})
	next := 0
	for n, m := range h.messages.raw {
		digests := map[int]string{}
		for ; next < len(h.messages.blocks) && h.messages.blocks[next].Message == n; next++ {
			b := &h.messages.blocks[next]
			if text, ok := replace[b.ID]; ok {
				digests[b.Part] = text
			}
		}
		if n > 0 {
			sum.Write([]byte{','})
		}
		sum.Write(block.Substitute(m, digests))
	}
	sum.Write([]byte{']'})
	return hex.EncodeToString(sum.Sum(nil))
}

// recorded is the data of the file's own fold and layer entries, in order.
func (r recording) recorded() []string {
	var list []string
	for i := range r.index.Len() {
		if !r.index.IsFold(i) {
			continue
		}
		data := r.read(i).Get("data")
		var set layer.Set
		if kind := set.Add(data, i); kind == layer.Fold || kind == layer.Commit {
			list = append(list, string(data))
		}
	}
	return list
}
