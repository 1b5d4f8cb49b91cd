package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/block"
	"cfold/engine/cache"
	"cfold/engine/jsjson"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/ledger"
	"cfold/engine/recall"
	"cfold/engine/replay"
	"cfold/engine/seed"
	"cfold/engine/text"
	"cfold/watch/tail"
)

func (a *app) vectorsCommand() *cobra.Command {
	c := &cobra.Command{Use: "vectors", Short: "Print the results for given inputs, to check agreement from outside"}
	return group(c,
		a.vector("texts", "what the helpers make of each text", func(v jsjson.Raw) (any, error) {
			if v.Get("text").Kind() != jsjson.String {
				return nil, fmt.Errorf(`no "text"`)
			}
			return shape.TextOf(v.Get("text").Text()), nil
		}),
		a.vector("views", "made-up conversations through one pass of the ladder", viewVector),
		a.vector("cache", "the figures after each sequence of events", cacheVector),
		a.vector("advise", "the advisories for each set of figures", adviseVector),
		a.vector("slices", "what recall serves of each text", func(v jsjson.Raw) (any, error) {
			if v.Get("text").Kind() != jsjson.String {
				return nil, fmt.Errorf(`no "text"`)
			}
			return shape.Text(recall.Slice(v.Get("text").Text(), sliceOptions(v.Get("opts")))), nil
		}),
		a.indexVector(),
	)
}

// vector is a command that answers each line of a file with one line.
func (a *app) vector(name, about string, answer func(v jsjson.Raw) (any, error)) *cobra.Command {
	return &cobra.Command{
		Use: name + " FILE", Short: "Print " + about, Args: needs("FILE", 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.answerLines(args[0], answer) },
	}
}

// answerLines answers the lines of a file. Nothing is printed unless all can be.
func (a *app) answerLines(path string, answer func(v jsjson.Raw) (any, error)) error {
	values, err := readLines(path)
	if err != nil {
		return err
	}
	answers := make([]any, len(values))
	for i, v := range values {
		if answers[i], err = answer(v); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	w := a.lines()
	for _, v := range answers {
		if err := w.Write(v); err != nil {
			return err
		}
	}
	return nil
}

// readLines reads a file of JSON objects, one a line.
func readLines(path string) ([]jsjson.Raw, error) {
	var values []jsjson.Raw
	n := 0
	take := func(line []byte) error {
		n++
		v, ok := jsjson.Scan(append([]byte(nil), line...))
		if !ok || v.Kind() != jsjson.Object {
			return fmt.Errorf("%s:%d: not a JSON object", path, n)
		}
		values = append(values, v)
		return nil
	}
	file, rest, err := tail.Read(path, func(_ int64, data []byte) error { return eachLine(data, take) })
	var p *fs.PathError
	if errors.As(err, &p) {
		return nil, fmt.Errorf("%s: the file cannot be read: %w", path, p.Err)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if len(rest) > 0 {
		err = take(rest)
	}
	return values, err
}

func cacheVector(v jsjson.Raw) (any, error) {
	var events []cache.Event
	if v.Get("events").Kind() != jsjson.Array {
		return nil, fmt.Errorf(`no "events"`)
	}
	if err := json.Unmarshal(v.Get("events"), &events); err != nil {
		return nil, fmt.Errorf(`"events": %w`, err)
	}
	return cache.Account(events), nil
}

func adviseVector(v jsjson.Raw) (any, error) {
	var in cache.AdviceInput
	if v.Get("input").Kind() != jsjson.Object {
		return nil, fmt.Errorf(`no "input"`)
	}
	if err := json.Unmarshal(v.Get("input"), &in); err != nil {
		return nil, fmt.Errorf(`"input": %w`, err)
	}
	return cache.Advise(in), nil
}

func sliceOptions(v jsjson.Raw) recall.Options {
	return recall.Options{Lines: v.Get("lines").Text(), Grep: v.Get("grep").Text()}
}

func viewVector(v jsjson.Raw) (any, error) {
	if v.Get("messages").Kind() != jsjson.Array {
		return nil, fmt.Errorf(`no "messages"`)
	}
	c := replay.Conversation{
		Set: &layer.Set{}, Window: int(v.Get("window").Int()),
		Reported: int(v.Get("reported").Int()), Known: v.Get("reported").Kind() == jsjson.Number,
		Cold: v.Get("cold").IsTrue(), HoldsContext: v.Get("providerHoldsContext").IsTrue(),
		Config: ladder.Default(),
	}
	for _, m := range v.Get("messages").Elements() {
		c.Messages = append(c.Messages, m)
	}
	for _, id := range v.Get("unfolded").Elements() {
		c.Set.Unfold(id.Text())
	}
	for _, l := range v.Get("layers").Elements() {
		committed := layer.Layer{Seq: int(l.Get("seq").Int()), Entry: -1}
		for _, d := range l.Get("entries").Elements() {
			committed.Entries = append(committed.Entries, layer.Digest{ID: d.Get("id").Text(), Text: d.Get("digestText").Text()})
		}
		c.Set.Commit(committed)
	}
	fraction := func(dst *float64, key string) {
		if f, ok := v.Get("config").Get(key).Float(); ok {
			*dst = f
		}
	}
	amount := func(dst *int, key string) {
		if n := v.Get("config").Get(key); n.Kind() == jsjson.Number {
			*dst = int(n.Int())
		}
	}
	fraction(&c.Config.FoldAt, "foldAt")
	fraction(&c.Config.FoldStep, "foldStep")
	fraction(&c.Config.ColdFoldAt, "coldFoldAt")
	fraction(&c.Config.BudgetFraction, "budgetFraction")
	amount(&c.Config.BudgetCap, "absoluteTokenCap")
	amount(&c.Config.Tail, "tailTarget")
	return shape.ViewOf(c.Pass()), nil
}

func (a *app) indexVector() *cobra.Command {
	return &cobra.Command{
		Use: "index FILE", Short: "Print what a fold event over the given blocks of a session would extract", Args: needs("FILE", 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if a.session == "" {
				return wrong("vectors index needs the session whose blocks FILE names: give it with --session")
			}
			w, err := a.read("")
			if err != nil {
				return err
			}
			defer w.Close()
			all, err := w.ledger()
			if err != nil {
				return err
			}
			return a.answerLines(args[0], func(v jsjson.Raw) (any, error) { return extractVector(all, v) })
		},
	}
}

// extractVector answers one line: the keys that say what is extracted from, then
// the fields.
func extractVector(all *ledger.Ledger, v jsjson.Raw) (any, error) {
	source := seed.Source{Blocks: all.Blocks(), Text: all.Text}
	var head []byte
	var fields seed.Fields
	var err error
	if v.Get("compaction").IsTrue() {
		upTo := int(v.Get("upTo").Int())
		if upTo < 0 || upTo > all.Len() {
			return nil, fmt.Errorf(`"upTo" is %d of %d blocks`, upTo, all.Len())
		}
		source.Blocks = source.Blocks[:upTo]
		head = fmt.Appendf(nil, `{"compaction":true,"upTo":%d,`, upTo)
		fields, err = seed.ExtractCompaction(source)
	} else {
		var masked []int
		if masked, err = positions(source.Blocks, v.Get("masked")); err != nil {
			return nil, err
		}
		head = append(jsjson.AppendStringify([]byte(`{"masked":`), v.Get("masked")), ',')
		fields, err = seed.Extract(source, masked)
	}
	if err != nil {
		return nil, err
	}
	return json.RawMessage(append(head, fields.AppendJSON(nil)[1:]...)), nil
}

// positions finds blocks by their ids, each after the one before where its id is
// repeated.
func positions(blocks []block.Block, ids jsjson.Raw) ([]int, error) {
	if ids.Kind() != jsjson.Array {
		return nil, fmt.Errorf(`neither "masked" nor "compaction"`)
	}
	at := map[string][]int{}
	for i := range blocks {
		at[blocks[i].ID] = append(at[blocks[i].ID], i)
	}
	var list []int
	for _, id := range ids.Elements() {
		places := at[id.Text()]
		if len(places) == 0 {
			return nil, fmt.Errorf("the session has no block %s", text.Clip(id.Text(), 80))
		}
		list = append(list, places[0])
		if len(places) > 1 {
			at[id.Text()] = places[1:]
		}
	}
	return list, nil
}

// eachLine visits the lines of data without their line ends.
func eachLine(data []byte, visit func(line []byte) error) error {
	for line := range bytes.Lines(data) {
		if err := visit(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
	}
	return nil
}
