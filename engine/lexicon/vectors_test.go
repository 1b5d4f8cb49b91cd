package lexicon

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/engine/text"
)

// wtf8 is a JSON string that keeps lone surrogates, which encoding/json loses.
type wtf8 string

func (w *wtf8) UnmarshalJSON(raw []byte) error {
	var plain string
	if err := json.Unmarshal(raw, &plain); err != nil {
		return err
	}
	var b []byte
	for i := 1; i < len(raw)-1; {
		if raw[i] != '\\' {
			b, i = append(b, raw[i]), i+1
			continue
		}
		if raw[i+1] != 'u' {
			var c string
			if err := json.Unmarshal([]byte(`"`+string(raw[i:i+2])+`"`), &c); err != nil {
				return err
			}
			b, i = append(b, c...), i+2
			continue
		}
		r := hex4(raw[i+2:])
		i += 6
		if r >= 0xd800 && r < 0xdc00 && raw[i] == '\\' && raw[i+1] == 'u' {
			if low := hex4(raw[i+2:]); low >= 0xdc00 && low < 0xe000 {
				r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
				i += 6
			}
		}
		b = text.AppendRune(b, r)
	}
	*w = wtf8(b)
	return nil
}

func hex4(b []byte) rune {
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	if err != nil {
		panic(err)
	}
	return rune(n)
}

func plain(list []wtf8) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

type textVector struct {
	Text       wtf8
	Est        int
	Clip       wtf8
	FirstLine  wtf8 `json:"firstLine"`
	Slice9     wtf8 `json:"slice9"`
	Risk       []wtf8
	Categorize struct {
		Paths, Commands, Errors, Decisions []wtf8
		ExactValues                        []wtf8 `json:"exact_values"`
	}
}

// eachLine hands out the lines of a JSONL file of the evidence.
func eachLine(t *testing.T, name string, each func([]byte)) {
	t.Helper()
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	f, err := os.Open(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	lines := 0
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			lines++
			each(line)
		}
		if err != nil {
			break
		}
	}
	if lines == 0 {
		t.Fatalf("%s holds no vectors", name)
	}
}

func TestTextVectors(t *testing.T) {
	eachLine(t, "golden/texts.jsonl", func(line []byte) {
		var v textVector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		s := string(v.Text)
		check := func(what string, got, want any) {
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s of %q: -want +got\n%s", what, s, d)
			}
		}
		check("est", text.Estimate(text.Len(s)), v.Est)
		check("clip", text.Clip(s, 100), string(v.Clip))
		check("firstLine", text.FirstLine(s, 60), string(v.FirstLine))
		check("slice9", text.Slice(s, 9), string(v.Slice9))
		check("risk", append([]string{}, RiskLines(s, 6, 400)...), plain(v.Risk))
		b, c := Categorize(s), v.Categorize
		check("paths", append([]string{}, b.Paths...), plain(c.Paths))
		check("commands", append([]string{}, b.Commands...), plain(c.Commands))
		check("errors", append([]string{}, b.Errors...), plain(c.Errors))
		check("exact values", append([]string{}, b.ExactValues...), plain(c.ExactValues))
		check("decisions", append([]string{}, b.Decisions...), plain(c.Decisions))
	})
}
