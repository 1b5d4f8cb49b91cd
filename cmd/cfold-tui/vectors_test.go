package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/jsjson"
)

// evidence is the folder of vectors and recorded sessions.
func evidence(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("CFOLD_VECTORS")
	if dir == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	return dir
}

// scanned are the JSON values of a text, one a line, in JSON.stringify's form.
func scanned(t *testing.T, name string, data []byte) (list []string, values []jsjson.Raw) {
	t.Helper()
	for line := range bytes.Lines(data) {
		v, ok := jsjson.Scan(line)
		if !ok {
			t.Fatalf("%s:%d is no JSON: %.200s", name, len(list)+1, line)
		}
		list, values = append(list, canonical(v)), append(values, v)
	}
	return list, values
}

// canonical writes a value with the members of every object sorted, so that two
// values are equal as parsed JSON exactly when their strings are.
func canonical(v jsjson.Raw) string {
	switch v.Kind() {
	case jsjson.Object:
		members := map[string]string{}
		var keys []string
		for _, m := range jsjson.Ordered(v) {
			members[m.Key.Text()] = canonical(m.Value)
			keys = append(keys, m.Key.Text())
		}
		slices.Sort(keys)
		var b strings.Builder
		for _, k := range keys {
			fmt.Fprintf(&b, "%q:%s,", k, members[k])
		}
		return "{" + b.String() + "}"
	case jsjson.Array:
		var b strings.Builder
		for _, e := range v.Elements() {
			b.WriteString(canonical(e) + ",")
		}
		return "[" + b.String() + "]"
	}
	return jsjson.Stringify(v)
}

// compare compares two lists of values line by line.
func compare(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
	wrong := 0
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			if wrong++; wrong <= 3 {
				t.Errorf("line %d:\n got %.1500s\nwant %.1500s", i+1, got[i], want[i])
			}
		}
	}
	if wrong > 3 {
		t.Errorf("%d lines differ", wrong)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// answers runs the built program and gives the JSON lines it printed.
func answers(t *testing.T, args ...string) (list []string, values []jsjson.Raw) {
	t.Helper()
	r := program(t, args...)
	if r.code != exitDone || r.err != "" {
		t.Fatalf("%q: exit %d, stderr %s", args, r.code, r.err)
	}
	return scanned(t, strings.Join(args, " "), []byte(r.out))
}

func TestVectorFiles(t *testing.T) {
	dir := evidence(t)
	for _, name := range []string{"texts", "views", "cache", "advise", "slices"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(dir, "golden", name+".jsonl")
			got, _ := answers(t, "vectors", name, path)
			_, inputs := scanned(t, path, readFile(t, path))
			var want []string
			for _, v := range inputs {
				if name == "texts" {
					want = append(want, canonical(without(v, "text")))
				} else {
					want = append(want, canonical(v.Get("want")))
				}
			}
			compare(t, got, want)
		})
	}
}

// without is an object less one member.
func without(v jsjson.Raw, name string) jsjson.Raw {
	out := []byte{'{'}
	for k, m := range v.Members() {
		if k.Is(name) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, k...), ':'), m...)
	}
	return append(out, '}')
}

// perSession runs a test for each file of a kind, named <session>.<kind>.
func perSession(t *testing.T, kind string, test func(t *testing.T, session, file string)) {
	dir := evidence(t)
	files, _ := filepath.Glob(filepath.Join(dir, "golden", "*."+kind))
	if len(files) == 0 {
		t.Fatal("no files of that kind")
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			test(t, filepath.Join(dir, "sessions", name+".jsonl"), file)
		})
	}
}

func TestLedgerBlocks(t *testing.T) {
	perSession(t, "blocks.jsonl", func(t *testing.T, session, file string) {
		got, _ := answers(t, "blocks", "--ledger", "--json", "-s", session)
		want, _ := scanned(t, file, readFile(t, file))
		compare(t, got, want)
	})
}

func TestIndexVectors(t *testing.T) {
	perSession(t, "index.jsonl", func(t *testing.T, session, file string) {
		got, _ := answers(t, "vectors", "index", file, "-s", session)
		want, _ := scanned(t, file, readFile(t, file))
		compare(t, got, want)
	})
}

func TestReplays(t *testing.T) {
	perSession(t, "replay-*.json", func(t *testing.T, session, file string) {
		_, wanted := scanned(t, file, bytes.ReplaceAll(readFile(t, file), []byte("\n"), nil))
		args := []string{"replay", "--json", "-s", session, "--window", strconv.FormatInt(wanted[0].Get("window").Int(), 10)}
		for k, v := range wanted[0].Get("settings").Members() {
			args = append(args, "--set", k.Text()+"="+string(v))
		}
		_, values := answers(t, args...)
		got := values[0]
		for k := range wanted[0].Members() {
			if k.Is("calls") {
				continue
			}
			if a, b := canonical(got.Get(k.Text())), canonical(wanted[0].Get(k.Text())); a != b {
				t.Errorf("%s:\n got %.1500s\nwant %.1500s", k.Text(), a, b)
			}
		}
		var calls, want, hashes []string
		for _, c := range got.Get("calls").Elements() {
			calls = append(calls, canonical(without(c, "viewSha256")))
			hashes = append(hashes, c.Get("viewSha256").Text())
		}
		for _, c := range wanted[0].Get("calls").Elements() {
			want = append(want, canonical(c))
		}
		compare(t, calls, want)
		checkRecorded(t, session, got, hashes)
	})
}

// checkRecorded holds a replay of a session recorded with calls against what the
// session itself holds.
func checkRecorded(t *testing.T, session string, got jsjson.Raw, hashes []string) {
	base := strings.TrimSuffix(session, ".jsonl")
	data, err := os.ReadFile(base + ".calls.jsonl")
	if err != nil {
		return // not recorded in a real Pi
	}
	_, calls := scanned(t, base+".calls.jsonl", data)
	var want []string
	for _, c := range calls {
		want = append(want, c.Get("viewSha256").Text())
	}
	compare(t, hashes, want)
	var layers, recorded []string
	for _, l := range got.Get("layers").Elements() {
		layers = append(layers, canonical(l.Get("entries")))
	}
	_, entries := scanned(t, session, readFile(t, session))
	for _, e := range entries {
		if l := e.Get("data").Get("layer"); e.Get("customType").Equals("contextfold.fold") && l != nil {
			recorded = append(recorded, canonical(l.Get("entries")))
		}
	}
	compare(t, layers, recorded)
}

// questionStep is how many questions there are for one that the program is started
// for.
const questionStep = 8

func TestRecallAndSearch(t *testing.T) {
	perSession(t, "recall.jsonl", func(t *testing.T, session, file string) {
		want, lines := scanned(t, file, readFile(t, file))
		got := make([]string, len(lines))
		asked := 0
		// The engine's own test takes every question; here the whole originals are
		// asked for, and some of the rest.
		skip := func() bool { asked++; return asked%questionStep != 1 }
		at := map[string][]int{} // arguments → lines that one run answers
		for i, v := range lines {
			if term := v.Get("search"); term != nil {
				if skip() {
					got[i] = want[i]
					continue
				}
				list, _ := answers(t, "search", "--json", "-s", session, "--", term.Text())
				got[i] = list[0]
				continue
			}
			at[jsjson.Stringify(v.Get("opts"))] = append(at[jsjson.Stringify(v.Get("opts"))], i)
		}
		for _, opts := range slices.Sorted(maps.Keys(at)) {
			where := at[opts]
			if opts != "{}" && skip() {
				for _, i := range where {
					got[i] = want[i]
				}
				continue
			}
			v, _ := jsjson.Scan([]byte(opts))
			args := []string{"recall", "--json", "-s", session}
			for _, name := range []string{"grep", "lines"} {
				if o := v.Get(name); o != nil {
					args = append(args, "--"+name+"="+o.Text())
				}
			}
			args = append(args, "--")
			for _, i := range where {
				args = append(args, lines[i].Get("code").Text())
			}
			r := program(t, args...)
			_, values := scanned(t, "recall", []byte(r.out))
			if len(values) != len(where) {
				t.Fatalf("%d answers to %d codes: %s", len(values), len(where), r.err)
			}
			for n, i := range where {
				got[i] = canonical(values[n])
				if e := values[n].Get("error"); e != nil {
					// The reason is given in words; the vectors say only that there is one.
					got[i] = canonical([]byte(strings.Replace(jsjson.Stringify(values[n]), `"error":`+jsjson.Stringify(e), `"error":true`, 1)))
				}
			}
		}
		compare(t, got, want)
	})
}
