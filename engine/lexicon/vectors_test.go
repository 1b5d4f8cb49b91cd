package lexicon

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// vectors are the lines of a JSONL file of the evidence.
func vectors(t *testing.T, name string) (lines []jsjson.Raw) {
	t.Helper()
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		raw, ok := jsjson.Scan(line)
		if !ok {
			t.Fatalf("%s: line %d is no JSON", name, len(lines)+1)
		}
		lines = append(lines, raw)
	}
	if len(lines) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return lines
}

func texts(r jsjson.Raw) (list []string) {
	for _, e := range r.Elements() {
		list = append(list, e.Text())
	}
	return list
}

func TestTextVectors(t *testing.T) {
	for _, v := range vectors(t, "golden/texts.jsonl") {
		s := v.Get("text").Text()
		c := v.Get("categorize")
		type answers struct {
			Est                     int
			Clip, FirstLine, Slice9 string
			Risk                    []string
			Buckets                 Buckets
		}
		want := answers{
			Est:  int(v.Get("est").Int()),
			Clip: v.Get("clip").Text(), FirstLine: v.Get("firstLine").Text(), Slice9: v.Get("slice9").Text(),
			Risk: texts(v.Get("risk")),
			Buckets: Buckets{
				Paths:       texts(c.Get("paths")),
				Commands:    texts(c.Get("commands")),
				Errors:      texts(c.Get("errors")),
				ExactValues: texts(c.Get("exact_values")),
				Decisions:   texts(c.Get("decisions")),
			},
		}
		got := answers{
			Est:  text.Estimate(text.Len(s)),
			Clip: text.Clip(s, 100), FirstLine: text.FirstLine(s, 60), Slice9: text.Slice(s, 9),
			Risk:    RiskLines(s, 6, 400),
			Buckets: Categorize(s),
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%q: -want +got\n%s", s, d)
		}
	}
}
